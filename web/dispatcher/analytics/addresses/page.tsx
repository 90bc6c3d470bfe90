import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MapPinned } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { listTroublePlaces } from '#domain/api/analytics.ts'
import { pinSeconds } from '#domain/figures/trouble.ts'
import type { TroublePlacePage } from '#domain/schema/trouble.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDateTime, formatDuration } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { tierQuery } from '#web/lib/tier.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { readBehind, writeBehind } from '../analytics-address.ts'
import { AnalyticsFilters } from '../analytics-filters.tsx'
import { AnalyticsTabs } from '../analytics-tabs.tsx'
import { BehindDrawer } from '../behind-drawer.tsx'
import { rangeName } from '../figure-words.ts'
import { NotInTier } from '../not-in-tier.tsx'
import { useAnalyticsAddress } from '../use-analytics.ts'
import { TroubleList } from './trouble-list.tsx'

export function meta() {
  return [{ title: 'Addresses · Analytics · Karta' }]
}

/** Which addresses cost the most time, why, and what to do about each. */
export default function TroublePlacesPage() {
  const tier = useQuery(tierQuery)
  return (
    <>
      <PageHeader title="Analytics" description="Addresses by the time that they cost." />
      <AnalyticsTabs />
      {tier.isPending ? <Waiting /> : tier.data?.features.analytics === false ? <NotInTier /> : <TroublePlaces />}
    </>
  )
}

function TroublePlaces() {
  const { address, query, change } = useAnalyticsAddress()
  const [, setQuery] = useSearchParams()
  const { depot_id, client_id } = address.filter
  const filter = { ...(depot_id && { depot_id }), ...(client_id && { client_id }) }
  const shown = { ...address, filter }
  const q = (query.get('q') ?? '').slice(0, 200)
  const asked = { ...address.days, ...filter, q: q || undefined }
  const list = useInfiniteQuery({
    queryKey: keys.analytics.addresses(asked),
    queryFn: ({ pageParam, signal }) =>
      call(listTroublePlaces, { query: { ...asked, limit: 25, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
    staleTime: 60_000,
  })
  const first = list.data?.pages[0]
  const places = list.data?.pages.flatMap(({ data }) => data) ?? []
  const behind = readBehind(query)
  const opened = places.find(({ id }) => id === behind?.place)
  const close = () => setQuery((now) => writeBehind(now, undefined), { preventScrollReset: true })
  return (
    <>
      <AnalyticsFilters address={shown} onChange={change} isOfAddresses />
      <SearchField
        label="Search addresses"
        placeholder="Search addresses"
        className="mb-4 w-full sm:w-72"
        value={q}
        onChange={(value) => change({ q: value || undefined })}
      />
      {list.isLoadingError ? (
        <LoadError
          title="The addresses could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : !first ? (
        <Waiting />
      ) : places.length === 0 ? (
        <Card>
          <EmptyState icon={<MapPinned />} title={q ? 'No addresses match' : 'No address made trouble in these days'}>
            {q
              ? 'Change the search.'
              : 'Failed attempts, longer stops, waiting and doubtful pins appear here, by address.'}
          </EmptyState>
        </Card>
      ) : (
        <div
          className={cx('flex flex-col gap-3 transition-opacity', list.isPlaceholderData && 'opacity-60')}
          aria-busy={list.isPlaceholderData}
        >
          <Explanation page={first} />
          <Card isPadded={false}>
            <TroubleList places={places} all={first.trouble_seconds} />
          </Card>
          <div className="flex items-center justify-between gap-4 text-[0.8125rem] text-ink-muted">
            <p aria-live="polite">
              {places.length < first.total
                ? `${places.length} of ${countOf(first.total, 'address', 'addresses')}`
                : countOf(first.total, 'address', 'addresses')}
            </p>
            {list.hasNextPage && (
              <Button size="small" isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
                Show more
              </Button>
            )}
          </div>
        </div>
      )}
      {behind?.place && (
        <BehindDrawer
          address={shown}
          behind={behind}
          name={opened && (opened.label ?? opened.address)}
          onClose={close}
        />
      )}
    </>
  )
}

/** How the minutes are worked out. */
function Explanation({ page }: { page: TroublePlacePage }) {
  const { time_zone: zone } = useMe().workspace
  const { address } = useAnalyticsAddress()
  const { trouble_seconds, attempt_seconds, is_attempt_measured, up_to } = page
  const attempt = is_attempt_measured
    ? `${formatDuration(attempt_seconds)}, an average drive and stop of these days`
    : `${formatDuration(attempt_seconds)}, until more stops are known`
  return (
    <p className="text-[0.8125rem] text-pretty text-ink-muted">
      {formatDuration(trouble_seconds)} in all, {rangeName(address.days)}. A failed attempt counts as another one (
      {attempt}). Longer stops, waiting and lateness count as long as they took, a doubtful or moved pin as{' '}
      {formatDuration(pinSeconds)}. As of {formatDateTime(up_to, zone)}.
    </p>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-10 w-full rounded-xl" />
      <Skeleton className="h-96 w-full rounded-xl" />
    </div>
  )
}
