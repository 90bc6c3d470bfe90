import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { List } from './list.tsx'

type LoadedListProps<Item> = {
  label: string
  /** What to name when loading fails: `The deliveries`. */
  what: string
  list: UseQueryResult<{ data: Item[]; total: number }>
  row: (item: Item) => ReactNode
  empty: ReactNode
  /** The page with the whole list, where it can be searched and changed. */
  all: { to: string; label: string }
}

/** The first records of a list with a link to all of them, or its loading, error or empty state. */
export function LoadedList<Item>({ label, what, list, row, empty, all }: LoadedListProps<Item>) {
  if (list.isLoadingError) {
    const retry = () => void list.refetch()
    return (
      <LoadError
        title={`${what} could not be loaded`}
        error={list.error}
        onRetry={retry}
        isRetrying={list.isFetching}
      />
    )
  }
  if (!list.data) return <Loading label={label} />
  const { data, total } = list.data
  if (total === 0) return <div className="rounded-xl border bg-surface shadow-card">{empty}</div>
  return (
    <>
      <List label={label}>{data.map(row)}</List>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 pt-3 text-ink-muted">
        <span className="tabular-nums">
          {data.length < total ? `The first ${formatNumber(data.length)} of ${formatNumber(total)}` : null}
        </span>
        <Link to={all.to}>{all.label}</Link>
      </p>
    </>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={`Loading: ${label}`} className="divide-y rounded-xl border bg-surface shadow-card">
      {[0, 1, 2].map((each) => (
        <div key={each} className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[12rem_1fr] md:items-center">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-5 w-full max-w-md" />
        </div>
      ))}
    </div>
  )
}
