import type { MyRoute } from '#domain/schema/my-route.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { countOf, formatKilometers, formatTime } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { StopRow } from './stop-row.tsx'

/** A route as its driver needs it: the stops in order, with the way to each and whom to call. */
export function DrivenRoute({ route, title, zone }: { route: MyRoute; title: string; zone: string }) {
  const stops = route.stops.filter(isVisit).length
  const facts = [
    `${formatTime(route.starts_at, zone)} to ${formatTime(route.ends_at, zone)}`,
    countOf(stops, 'stop'),
    formatKilometers(route.distance_km),
    route.vehicle_code ?? 'No vehicle',
  ]
  return (
    <Card title={title} description={facts.join(' · ')} isPadded={false}>
      <ol className="divide-y border-t">
        {route.stops.map((stop) => (
          <StopRow key={stop.id} stop={stop} day={route.day} zone={zone} />
        ))}
      </ol>
    </Card>
  )
}
