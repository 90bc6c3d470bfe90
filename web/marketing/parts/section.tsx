import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type SectionProps = {
  id?: string
  title?: string
  lead?: ReactNode
  /** `tinted` sets the section apart from its neighbors. */
  tone?: 'plain' | 'tinted'
  /** Centers the title and lead, for symmetric content. */
  isCentered?: boolean
  className?: string
  children?: ReactNode
}

/** A section of a public page, with consistent width and spacing. */
export function Section({ id, title, lead, tone = 'plain', isCentered = false, className, children }: SectionProps) {
  return (
    <section id={id} className={cx('scroll-mt-16', tone === 'tinted' && 'border-y bg-ground', className)}>
      <div className="mx-auto max-w-6xl px-5 py-16 lg:py-24">
        {title && (
          <div className={cx('mb-10 max-w-2xl lg:mb-12', isCentered && 'mx-auto text-center')}>
            <h2 className="text-3xl leading-tight font-semibold tracking-[-0.02em] text-balance lg:text-4xl">
              {title}
            </h2>
            {lead && <p className="mt-4 text-lg text-pretty text-ink-muted">{lead}</p>}
          </div>
        )}
        {children}
      </div>
    </section>
  )
}
