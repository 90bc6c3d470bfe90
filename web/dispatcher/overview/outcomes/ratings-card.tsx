import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Outcomes } from '#domain/schema/outcomes.ts'
import { countOf, formatDay, formatNumber } from '#web/lib/format.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { listOf, lowRatingsQuery, useLastDays, useOutcomes } from './outcomes.ts'

/** What recipients gave in the last 30 days, and the deliveries behind low ratings. */
export function RatingsCard() {
  const outcomes = useOutcomes()
  const { data } = outcomes
  return (
    <Card title="Ratings" description="By recipients, of deliveries of the last 30 days">
      {!data ? (
        <p className="text-ink-muted">{outcomes.isLoadingError ? sentenceOf(outcomes.error) : 'Loading…'}</p>
      ) : data.rating === null ? (
        <p className="text-ink-muted">Nobody has rated a delivery yet.</p>
      ) : (
        <>
          <Average rating={data.rating} stars={data.stars} rated={data.rated} />
          {data.low > 0 && <LowRatings count={data.low} />}
        </>
      )}
    </Card>
  )
}

function Average({ rating, stars, rated }: { rating: number; stars: Outcomes['stars']; rated: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <p>
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{formatNumber(rating, 1)}</span>
        <span className="ml-1 text-ink-muted">of 5 from {countOf(rated, 'rating')}</span>
      </p>
      <ul aria-label="Ratings by stars" className="min-w-48 flex-1 text-[0.8125rem] tabular-nums">
        {stars
          .map((count, index) => ({ count, given: index + 1 }))
          .toReversed()
          .map(({ count, given }) => (
            <li key={given} className="flex items-center gap-2">
              <span className="sr-only">{countOf(given, 'star')}:</span>
              <span aria-hidden="true" className="w-2 text-ink-muted">
                {given}
              </span>
              <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-pressed">
                <span className="block h-full rounded-full bg-brand" style={{ width: `${(100 * count) / rated}%` }} />
              </span>
              <span className="w-8 text-right">{formatNumber(count, 0)}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}

function LowRatings({ count }: { count: number }) {
  const days = useLastDays()
  const { data } = useQuery(lowRatingsQuery(days))
  const shown = data?.data ?? []
  return (
    <>
      <h3 className="mt-4 text-[0.8125rem] font-medium text-ink-muted">1 or 2 stars</h3>
      <ul className="divide-y">
        {shown.map((delivery) => (
          <LowRating key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <p className="pt-2">
        <Link to={listOf({ rating: 'low', ...days })}>
          {count > shown.length ? `All ${formatNumber(count, 0)} low ratings` : 'Show in the list'}
        </Link>
      </p>
    </>
  )
}

function LowRating({ delivery }: { delivery: Delivery }) {
  const { id, number, rating, rating_comment: comment, driver_name, scheduled_date } = delivery
  const about = [driver_name, scheduled_date && formatDay(scheduled_date)].filter(Boolean).join(' · ')
  return (
    <li className="flex items-baseline gap-3 py-2">
      <span className="flex items-center gap-1 font-medium text-warning-ink tabular-nums">
        {rating}
        <Star aria-hidden="true" className="size-3.5 self-center" />
        <span className="sr-only">of 5</span>
      </span>
      <span className="min-w-0 flex-1">
        <Link to={`/dashboard/deliveries?delivery=${id}`}>#{number}</Link>
        <span className="ml-2 text-[0.8125rem] text-ink-muted">{about}</span>
        {comment && <span className="line-clamp-2 block wrap-anywhere">“{comment}”</span>}
      </span>
    </li>
  )
}
