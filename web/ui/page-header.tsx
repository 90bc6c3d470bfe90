import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Breadcrumb, Breadcrumbs } from 'react-aria-components'
import { cx } from './cx.ts'
import { Link } from './link.tsx'

type PageHeaderProps = {
  title: string
  description?: ReactNode
  /** The parent pages, nearest last. */
  trail?: { label: string; href: string }[]
  actions?: ReactNode
  /** For pages that need the height: the description stands beside the title. */
  isSlim?: boolean
}

/** The heading of a page: its parents, its title and its actions. */
export function PageHeader({ title, description, trail, actions, isSlim = false }: PageHeaderProps) {
  return (
    <header
      className={cx('flex flex-wrap items-end justify-between gap-x-6', isSlim ? 'gap-y-2 pb-3' : 'gap-y-3 pb-5')}
    >
      <div className={cx('min-w-0', isSlim && 'flex flex-wrap items-baseline gap-x-3 self-center')}>
        {trail && (
          <Breadcrumbs className="mb-1.5 flex items-center gap-1 text-[0.8125rem] text-ink-muted">
            {trail.map((step) => (
              <Breadcrumb key={step.href} className="flex items-center gap-1">
                <Link to={step.href} className="font-normal text-ink-muted">
                  {step.label}
                </Link>
                <ChevronRight aria-hidden="true" className="size-3.5 text-ink-faint" />
              </Breadcrumb>
            ))}
          </Breadcrumbs>
        )}
        <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
        {description && <p className={cx('max-w-prose text-ink-muted', !isSlim && 'mt-1')}>{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
