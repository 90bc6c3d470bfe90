import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type RowsProps<T> = {
  query: UseQueryResult<T[]>
  /** What the list contains, for screen readers. */
  label: string
  /** Shown when the list is empty. */
  empty: ReactNode
  children: (row: T) => ReactNode
}

/** A short list, with its loading, empty and error states. */
export function Rows<T>({ query, label, empty, children }: RowsProps<T>) {
  const { data, error, isFetching, refetch } = query
  if (data) {
    if (data.length === 0) return <p className="rounded-xl bg-sunken px-4 py-3.5 text-ink-muted">{empty}</p>
    return (
      <ul aria-label={label} className="divide-y rounded-xl border">
        {data.map(children)}
      </ul>
    )
  }
  if (error) {
    return (
      <ErrorPanel
        title="This could not be loaded"
        message={error.message}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div role="status" className="grid gap-3 rounded-xl border p-4">
      <span className="sr-only">Loading {label.toLowerCase()}</span>
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-3.5 w-3/5" />
    </div>
  )
}

type RowProps = { icon: ReactNode; title: ReactNode; children?: ReactNode; actions?: ReactNode }

/** One row: what it is, details, and what can be done with it. */
export function Row({ icon, title, children, actions }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-ink-muted [&>svg]:size-4.5"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <div className="font-medium break-words">{title}</div>
        {children && <div className="text-[0.8125rem] text-ink-muted">{children}</div>}
      </div>
      {actions && <div className="flex gap-1 empty:hidden max-sm:w-full max-sm:pl-10.5">{actions}</div>}
    </li>
  )
}
