import { useQuery } from '@tanstack/react-query'
import { MapPinCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { AddressReview } from '#domain/schema/address.ts'
import { dayOf } from '#domain/time.ts'
import { formatDay } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { dayChoices } from './review-days.ts'
import { neighbors, placeId } from './review-order.ts'
import { ReviewList } from './review-list.tsx'
import { reviewQuery } from './review-queries.ts'
import { boardPath } from '../../planning/board-path.ts'
import { ReviewSummary } from './review-summary.tsx'
import { ReviewedDelivery } from './reviewed-delivery.tsx'

/** Doubtful positions one after the other: the list, and the map to put the pin. */
export function Review({ day }: { day: string | undefined }) {
  const { workspace } = useMe()
  const [, setParams] = useSearchParams()
  const review = useQuery(reviewQuery(day))
  const today = dayOf(new Date(), workspace.time_zone)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <FilterChips
          label="Day"
          selectionMode="single"
          chips={dayChoices(today, day, formatDay)}
          selected={[day ?? 'all']}
          onChange={([choice]) =>
            setParams(choice && choice !== 'all' ? { day: choice } : {}, { replace: true, preventScrollReset: true })
          }
        />
        {review.data && review.data.total > 0 && <ReviewSummary review={review.data} day={day} />}
      </div>
      {review.isLoadingError ? (
        <LoadError
          title="The list could not be loaded"
          error={review.error}
          onRetry={() => void review.refetch()}
          isRetrying={review.isFetching}
        />
      ) : review.data ? (
        <Found review={review.data} day={day} />
      ) : (
        <ReviewSkeleton />
      )}
    </div>
  )
}

function Found({ review, day }: { review: AddressReview; day: string | undefined }) {
  const isWide = useMedia('(min-width: 64rem)')
  const [params, setParams] = useSearchParams()
  const wanted = review.data.find((place) => placeId(place) === params.get('delivery'))
  const selected = wanted ?? (isWide ? review.data[0] : undefined)
  const select = (id: string | undefined) =>
    setParams(
      (now) => {
        if (id) now.set('delivery', id)
        else now.delete('delivery')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  if (!review.data.length) return <NothingToCheck day={day} />
  const selectedId = selected && placeId(selected)

  const { next, previous } = neighbors(review.data, selectedId)
  const list = <ReviewList deliveries={review.data} selectedId={selectedId} onSelect={select} />
  const opened = selected && (
    <ReviewedDelivery
      key={selectedId}
      delivery={selected}
      position={review.data.indexOf(selected) + 1}
      total={review.data.length}
      onNext={next ? () => select(next) : undefined}
      onPrevious={previous ? () => select(previous) : undefined}
      onDone={() => select(next ?? previous)}
      onBack={isWide ? undefined : () => select(undefined)}
    />
  )
  if (!isWide) return opened ?? list
  return (
    <div className="grid h-[calc(100dvh-15rem)] min-h-[36rem] grid-cols-[minmax(16rem,20rem)_minmax(0,1fr)] gap-4">
      {list}
      {opened}
    </div>
  )
}

function NothingToCheck({ day }: { day: string | undefined }) {
  return (
    <Card>
      <EmptyState
        icon={<MapPinCheck />}
        title="Every position is good"
        actions={
          <ButtonLink variant="primary" to={day ? boardPath(day) : '/dashboard/planning'}>
            Plan routes
          </ButtonLink>
        }
      >
        {day ? `No delivery of ${formatDay(day)} needs a look.` : 'No open delivery needs a look.'} Addresses that
        cannot be found, or only roughly, appear here.
      </EmptyState>
    </Card>
  )
}

function ReviewSkeleton() {
  return (
    <div role="status" aria-label="Loading the list" className="grid gap-4 lg:grid-cols-[26rem_minmax(0,1fr)]">
      <div className="grid content-start gap-2">
        {[0, 1, 2, 3, 4].map((position) => (
          <Skeleton key={position} className="h-20 w-full rounded-xl" />
        ))}
      </div>
      <Skeleton className="h-[36rem] w-full rounded-xl max-lg:hidden" />
    </div>
  )
}
