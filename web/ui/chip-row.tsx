import type { ReactNode } from 'react'

/** Chips and small buttons in a row. On phones it scrolls sideways up to the edges of the screen; elsewhere it wraps. */
export function ChipRow({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={`flex items-center gap-1.5 max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] max-sm:[&>*]:shrink-0 sm:flex-wrap ${className}`}
    >
      {children}
    </div>
  )
}
