import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  className?: string
  /** False when the content brings its own edges, such as a table or a map. */
  isPadded?: boolean
}

/** A surface that groups related content. */
export function Card({ title, description, actions, children, className, isPadded = true }: CardProps) {
  // Clipped, not hidden: hidden would keep the headers of tables from staying at the top of the window.
  return (
    <section className={cx('overflow-clip rounded-xl border bg-surface shadow-card', className)}>
      {(title || actions) && (
        <header className={cx('flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3.5', isPadded ? 'pb-1' : 'pb-3')}>
          {/* Beside this little room, what is said about it stands above the buttons instead. */}
          <div className={cx('min-w-0 flex-1', Boolean(description && actions) && 'basis-56')}>
            {title && <h2 className="font-semibold tracking-tight">{title}</h2>}
            {description && <p className="text-[0.8125rem] text-ink-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={cx(isPadded && 'p-4')}>{children}</div>
    </section>
  )
}
