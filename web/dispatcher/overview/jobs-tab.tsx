import { useQuery } from '@tanstack/react-query'
import { MapPinOff, Package } from 'lucide-react'
import { listDeliveries } from '#domain/api/deliveries.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { call } from '#web/lib/call.ts'
import { formatDay, formatTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { useMe } from '#web/lib/me.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { wantedWords } from '../deliveries/delivery-words.ts'
import { chooseDay } from '../planning/choose-day.ts'
import { dayCountsQuery, openDaysQuery } from '../queries.ts'
import { Cell, Row } from './list.tsx'
import { LoadedList } from './loaded-list.tsx'

/** The deliveries of today, newest first, or those of the next day that has any. */
export function JobsTab({ today }: { today: string }) {
  const { workspace } = useMe()
  const openDays = useQuery(openDaysQuery)
  const isFree = useQuery(dayCountsQuery(today)).data?.total === 0
  const day = isFree && openDays.data ? chooseDay(openDays.data.by_day, today) : today
  const jobs = useQuery({
    queryKey: keys.deliveries.ofDay(day),
    queryFn: ({ signal }) =>
      call(listDeliveries, { query: { date_from: day, date_to: day, order: 'desc', limit: 50 }, signal }),
  })
  return (
    <>
      {day !== today && (
        <p className="mb-3 text-ink-muted">Nothing is due today. These are the deliveries of {formatDay(day)}.</p>
      )}
      <LoadedList
        label="Deliveries"
        what="The deliveries"
        list={jobs}
        row={(job) => <Job key={job.id} job={job} timeZone={workspace.time_zone} />}
        all={{ to: '/dashboard/deliveries', label: 'All deliveries' }}
        empty={
          <EmptyState icon={<Package />} title="No deliveries today">
            Find other days in <Link to="/dashboard/deliveries">all deliveries</Link>.
          </EmptyState>
        }
      />
    </>
  )
}

function Job({ job, timeZone }: { job: Delivery; timeZone: string }) {
  const address = `/dashboard/deliveries?delivery=${job.id}`
  const isFresh = useFresh().has(job.id)
  return (
    <Row title={<Link to={address}>#{job.number}</Link>} status={<StateBadge state={job.status} />} isFresh={isFresh}>
      <Cell label="Driver">{job.driver_name ?? wantedWords(job) ?? 'Not assigned'}</Cell>
      <Cell label="Pickup" isWide>
        {job.pickup_address ?? 'The depot'}
      </Cell>
      <Cell label="Delivery" isWide>
        {job.delivery_address}
        {!job.delivery_location && <NoPosition to={address} />}
      </Cell>
      <Cell label="ETA">{job.estimated_arrival ? formatTime(job.estimated_arrival, timeZone) : '–'}</Cell>
    </Row>
  )
}

/** Says why a delivery cannot be planned, and how to fix it. */
function NoPosition({ to }: { to: string }) {
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-[0.8125rem]">
      <span className="flex items-center gap-1 font-medium text-warning-ink">
        <MapPinOff aria-hidden="true" className="size-3.5 shrink-0" />
        No position, so it cannot be planned.
      </span>
      <Link to={to}>Set position</Link>
    </span>
  )
}
