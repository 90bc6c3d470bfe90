import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  isPageTitle?: boolean
}

/** Nothing here yet: why, and what to do about it. Set `isPageTitle` if it is the whole page. */
export function EmptyState({ icon, title, children, actions, isPageTitle = false }: EmptyStateProps) {
  const Heading = isPageTitle ? 'h1' : 'h2'
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-4 grid size-12 place-items-center rounded-2xl bg-brand-soft text-brand-ink [&>svg]:size-6"
        >
          {icon}
        </span>
      )}
      <Heading className="text-base font-semibold tracking-tight">{title}</Heading>
      {children && <div className="mt-1.5 max-w-md text-balance text-ink-muted">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
