import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Dot, History } from 'lucide-react'
import { Link } from 'react-router'
import { formatTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Happening, HappeningTone } from '#domain/events/happening.ts'
import { pathOf } from './happening-words.ts'
import { happeningsQuery } from './live-queries.ts'

const icons: Record<HappeningTone, typeof Dot> = { good: CircleCheck, bad: CircleAlert, plain: Dot }
const inks: Record<HappeningTone, string> = {
  good: 'text-success-ink',
  bad: 'text-danger-ink',
  plain: 'text-ink-faint',
}

/** What happens on the road, the newest on top. */
export function Happenings({ zone }: { zone: string }) {
  const happenings = useQuery(happeningsQuery)
  if (happenings.isLoadingError) {
    return (
      <LoadError
        title="What happened could not be loaded"
        error={happenings.error}
        onRetry={() => void happenings.refetch()}
        isRetrying={happenings.isFetching}
      />
    )
  }
  if (!happenings.data) return <Skeleton className="m-4 h-64" />
  if (happenings.data.length === 0) {
    return (
      <EmptyState icon={<History />} title="Nothing has happened yet">
        Shifts, arrivals and deliveries appear here as they happen.
      </EmptyState>
    )
  }
  return (
    <ol aria-label="What happened, newest first" className="min-h-0 flex-1 overflow-y-auto">
      {happenings.data.map((each) => (
        <li key={each.id} className="border-b">
          <Line happening={each} zone={zone} />
        </li>
      ))}
    </ol>
  )
}

function Line({ happening: { title, detail, at, tone, about }, zone }: { happening: Happening; zone: string }) {
  const Icon = icons[tone]
  const href = pathOf(about)
  const content = (
    <>
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${inks[tone]}`} />
      <span className="min-w-0 flex-1">
        <span className="block">{title}</span>
        {detail && <span className="block truncate text-[0.8125rem] text-ink-muted">{detail}</span>}
      </span>
      <time dateTime={at} className="text-[0.8125rem] text-ink-muted tabular-nums">
        {formatTime(at, zone)}
      </time>
    </>
  )
  const look = 'flex items-start gap-2.5 px-3 py-2'
  if (!href) return <div className={look}>{content}</div>
  return (
    <Link to={href} className={`focus-ring hovered:bg-hover -outline-offset-2 ${look}`}>
      {content}
    </Link>
  )
}
