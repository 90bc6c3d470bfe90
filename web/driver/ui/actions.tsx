import type { ReactNode } from 'react'

/** What is done on a page, at its lower edge, above what is scrolled. For parts of a page that have their own button. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-20 -mx-4 mt-auto -mb-6 grid gap-2 border-t border-line bg-ground px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
    {children}
  </div>
)
