import type { ReactNode } from 'react'

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-[5px] border border-b-2 bg-surface px-1 font-sans text-2xs font-medium text-ink-muted">
      {children}
    </kbd>
  )
}
