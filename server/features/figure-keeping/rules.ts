import { attemptFiguresOf, type AttemptFigures } from '#domain/figures/attempt-figures.ts'
import { endedAttempts, type Ended } from '#domain/figures/attempts.ts'
import { lateCauses } from '#domain/figures/late-cause.ts'
import { matchStops } from '#domain/figures/match-stops.ts'
import type { RawEntry, RawMessage } from '#domain/figures/raw.ts'
import { routeFiguresOf, sharesOf } from '#domain/figures/route-figures.ts'
import { attemptSums, moneySums } from '#domain/figures/sums.ts'
import { dayOf, instantOf, timeOf } from '#domain/time.ts'
import type { DeliveryRow, readTerritories, RouteRow } from './queries.ts'

/** Everything that the figures of some deliveries are worked out from. */
export type Known = {
  deliveries: DeliveryRow[]
  entries: Map<string, RawEntry[]>
  routes: RouteRow[]
  messages: Map<string, RawMessage[]>
  territories: Awaited<ReturnType<typeof readTerritories>>
  currencyAt: (at: number) => string
  zone: string
}

/** The figures of all attempts of some deliveries. */
export function attemptsOf(known: Known): AttemptFigures[] {
  const routes = new Map(
    known.routes.map((raw) => [raw.id, { raw, figures: routeFiguresOf(raw), shares: sharesOf(raw) }]),
  )
  const doors = known.routes.flatMap(({ id, starts_at, stops }) =>
    stops.flatMap(({ isDoor, delivery_id, id: stop_id }) =>
      isDoor && delivery_id ? [{ delivery_id, stop_id, route_id: id, starts_at }] : [],
    ),
  )
  const doorsOf = Map.groupBy(doors, ({ delivery_id }) => delivery_id)
  const stops = new Map(known.routes.flatMap((route) => route.stops.map((stop) => [stop.id, stop] as const)))
  const clock = clockIn(known.zone)
  return known.deliveries.flatMap((delivery) => {
    if (delivery.is_gone) return []
    const ended = endedAttempts(known.entries.get(delivery.id) ?? [], delivery)
    const matched = matchStops(delivery, ended, doorsOf.get(delivery.id) ?? [])
    const messages = messagesOf(ended, known.messages.get(delivery.id) ?? [])
    return ended.map((each, index) => {
      const match = matched[index]
      const route = match && routes.get(match.route_id)
      return attemptFiguresOf(each, {
        delivery,
        attempt: index + 1,
        isLast: index === ended.length - 1,
        route,
        stop: match && stops.get(match.stop_id),
        messages: messages[index]!,
        territories: known.territories,
        currency: known.currencyAt(route?.raw.starts_at ?? each.at),
        clock,
      })
    })
  })
}

/** A message belongs to the attempt that it was sent before; what is sent after the last one, to that. */
function messagesOf(ended: readonly Ended[], messages: readonly RawMessage[]): RawMessage[][] {
  const found: RawMessage[][] = ended.map(() => [])
  for (const message of messages) {
    const next = ended.findIndex(({ at }) => message.at <= at)
    found.at(next === -1 ? -1 : next)?.push(message)
  }
  return found
}

/** Times of day in a zone. Days have few different ones, which are worked out once. */
function clockIn(zone: string) {
  const instants = new Map<string, number>()
  return {
    dayOf: (at: number) => dayOf(new Date(at), zone),
    hourOf: (at: number) => Number(timeOf(new Date(at), zone).slice(0, 2)),
    at: (day: string, time: string) => {
      const key = `${day} ${time}`
      const known = instants.get(key) ?? instantOf(day, time, zone).getTime()
      instants.set(key, known)
      return known
    },
  }
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** An attempt as it is stored. Money is kept to a thousandth of the smallest unit, so that it compares. */
export function toRow(attempt: AttemptFigures, placeId: string | null) {
  const { arrived_at, ended_at, planned_at, due_at } = attempt
  const money = Object.fromEntries(moneySums.map((name) => [name, Math.round(attempt[name] * 1000) / 1000]))
  return {
    ...attempt,
    ...(money as Pick<AttemptFigures, (typeof moneySums)[number]>),
    arrived_at: iso(arrived_at)!,
    ended_at: iso(ended_at)!,
    planned_at: iso(planned_at),
    due_at: iso(due_at),
    place_id: placeId,
  }
}

export type AttemptRow = ReturnType<typeof toRow>

export const attemptColumns = [
  'delivery_id',
  'attempt',
  'day',
  'number',
  'route_id',
  'driver_id',
  'vehicle_id',
  'depot_id',
  'client_id',
  'area',
  'hour',
  'window',
  'reason',
  'currency',
  'arrived_at',
  'ended_at',
  'planned_at',
  'due_at',
  'rating',
  'place_id',
  'failed_there',
  'pin_unsure',
  ...attemptSums,
  ...moneySums,
] as const satisfies (keyof AttemptRow)[]

export const keyOf = ({ delivery_id, attempt }: Pick<AttemptRow, 'delivery_id' | 'attempt'>) =>
  `${delivery_id} ${attempt}`

/** Whether two rows say the same. */
export const isSame = (a: AttemptRow, b: AttemptRow): boolean =>
  attemptColumns.every((column) => a[column] === b[column])

/**
 * What is removed after a while is kept once it was seen: how good ranges were, and of erased deliveries where they went and
 * whether that was a bad address.
 */
export function withKept(row: AttemptRow, before: AttemptRow | undefined, isErased: boolean): AttemptRow {
  if (!before) return row
  const { eta_told, eta_missed, eta_said, eta_within, eta_error_seconds } = before
  const ranges = { eta_told, eta_missed, eta_said, eta_within, eta_error_seconds }
  const causes = Object.fromEntries(lateCauses.map((cause) => [`late_${cause}`, before[`late_${cause}`]]))
  return {
    ...row,
    ...(row.eta_said < eta_said && ranges),
    ...(isErased && { area: before.area }),
    ...(isErased && row.late === before.late && causes),
  }
}
