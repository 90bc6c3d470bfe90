import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { StreetGrid } from './street-grid.tsx'

type PageHeroProps = {
  /** The page’s area, in a few words above the title. */
  eyebrow?: string
  title: ReactNode
  lead?: ReactNode
  /** Links and buttons below the lead. */
  actions?: ReactNode
  /** A picture or a demo, next to the text on wide screens and below it on narrow ones. */
  aside?: ReactNode
  isCentered?: boolean
}

/** The top of a public page, over a faint street map. */
export function PageHero({ eyebrow, title, lead, actions, aside, isCentered = false }: PageHeroProps) {
  return (
    <section className="relative isolate overflow-hidden border-b">
      <StreetGrid />
      <div
        className={cx(
          'mx-auto max-w-6xl px-5 py-14 lg:py-20',
          Boolean(aside) && 'grid items-center gap-x-14 gap-y-10 lg:grid-cols-[1fr_1.05fr]',
          isCentered && 'text-center',
        )}
      >
        <div className={cx(!aside && 'max-w-3xl', isCentered && 'mx-auto')}>
          {eyebrow && <p className="mb-3 text-sm font-semibold text-brand-ink">{eyebrow}</p>}
          <h1 className="text-[2.5rem] leading-[1.08] font-semibold tracking-[-0.03em] text-balance sm:text-5xl lg:text-[3.5rem]">
            {title}
          </h1>
          {lead && <p className="mt-5 text-lg text-pretty text-ink-muted sm:text-xl">{lead}</p>}
          {actions && <div className={cx('mt-8 flex flex-wrap gap-3', isCentered && 'justify-center')}>{actions}</div>}
        </div>
        {aside && <div className="min-w-0">{aside}</div>}
      </div>
    </section>
  )
}
