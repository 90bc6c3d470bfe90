import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type PanelProps = {
  title?: ReactNode
  /** Shown to the right of the title. */
  aside?: ReactNode
  className?: string
  /** False if the content reaches the edges, such as a table or a map. */
  isPadded?: boolean
  children: ReactNode
}

/** Frames a piece of the product on a public page. */
export function Panel({ title, aside, className, isPadded = true, children }: PanelProps) {
  return (
    <div className={cx('overflow-hidden rounded-2xl border bg-surface shadow-raised', className)}>
      {(title || aside) && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-3.5">
          <h3 className="font-semibold tracking-tight">{title}</h3>
          {aside}
        </div>
      )}
      <div className={cx(isPadded && 'p-5')}>{children}</div>
    </div>
  )
}
