import type { Route, Stop, Unassigned } from '#domain/schema/plan.ts'
import { formatNumber } from '#web/lib/format.ts'
import { DetailHead } from './detail-head.tsx'
import { Fact, Facts } from './facts.tsx'

type SeveralDetailsProps = { stops: readonly Stop[]; waiting: readonly Unassigned[]; routes: readonly Route[] }

/** Several stops: how many of which route. */
export function SeveralDetails({ stops, waiting, routes }: SeveralDetailsProps) {
  const chosen = new Set(stops.map(({ id }) => id))
  const counts = routes.flatMap((route) => {
    const count = route.stops.filter(({ id }) => chosen.has(id)).length
    return count > 0 ? [{ route, count }] : []
  })
  const late = stops.filter(({ late_seconds }) => late_seconds > 0).length
  const locked = stops.filter((stop) => stop.locked).length
  return (
    <>
      <DetailHead title={`${formatNumber(stops.length + waiting.length, 0)} selected`} />
      <Facts>
        {counts.map(({ route, count }) => (
          <Fact key={route.id} name={route.driver_name}>
            {formatNumber(count, 0)}
          </Fact>
        ))}
        <Fact name="Unassigned">{waiting.length > 0 && formatNumber(waiting.length, 0)}</Fact>
        <Fact name="Late">{late > 0 && formatNumber(late, 0)}</Fact>
        <Fact name="Locked">{locked > 0 && formatNumber(locked, 0)}</Fact>
      </Facts>
    </>
  )
}
