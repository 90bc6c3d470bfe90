import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** What has just been done, read aloud when it appears; the place for it is there from the start. */
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
