import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** What was just done. It is read aloud when it appears, so its live region is there from the start. */
export function Said({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="empty:hidden">
      {children && (
        <p className="flex items-center gap-2 text-success-ink">
          <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
          {children}
        </p>
      )}
    </div>
  )
}
