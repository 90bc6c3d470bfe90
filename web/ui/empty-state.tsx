import type { ReactNode } from 'react'

export type EmptyStateProps = { icon?: ReactNode; title: string; children?: ReactNode; actions?: ReactNode }

/** Nothing here yet: why that is, and what to do about it. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
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
      <h2 className="text-base font-semibold tracking-tight">{title}</h2>
      {children && <div className="mt-1.5 max-w-md text-balance text-ink-muted">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
