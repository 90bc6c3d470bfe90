import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** An error message in a red box, read aloud at once. */
export function PlainAlert({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-lg border border-danger/40 bg-danger-soft px-3.5 py-3 text-sm text-danger-ink"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
