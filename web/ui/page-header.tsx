import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Breadcrumb, Breadcrumbs } from 'react-aria-components'
import { Link } from './link.tsx'

type PageHeaderProps = {
  title: string
  description?: ReactNode
  /** The parent pages, nearest last. */
  trail?: { label: string; href: string }[]
  actions?: ReactNode
}

/** The heading of a page: its parents, its title and its actions. */
export function PageHeader({ title, description, trail, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-5">
      <div className="min-w-0">
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
        {description && <p className="mt-1 max-w-prose text-ink-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
