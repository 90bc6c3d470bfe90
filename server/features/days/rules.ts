import type { VroomOutput } from '#solver/json/vroom.ts'
import { severalDays, type DaysProblem } from '#domain/problem/several-days.ts'
import type { DayEffect, DaySuggestion, DaySuggestions } from '#domain/schema/day-suggestion.ts'
import { instantOf } from '#domain/time.ts'
import { whySetAside } from '#domain/why/set-aside.ts'
import type { readDays } from './queries.ts'

type Read = Awaited<ReturnType<typeof readDays>>
type Order = Read['undated'][number]
type Driver = Read['days'][number]['drivers'][number]
export type Fitted = DaysProblem<Order, Driver>

/** The days as one problem. */
export function toDaysProblem({ undated, days }: Read, departure: Date): Fitted {
  const dated = days.map(({ day, drivers, deliveries }) => ({
    day,
    drivers,
    deliveries: deliveries.map((delivery): Order => ({ ...delivery, earliest_date: null, latest_date: null })),
  }))
  return severalDays(dated, days[0]!.settings, undated, departure)
}

const fitsNowhere = 'It fits on none of these days. Choose more days or more drivers.'

const reasons: Record<string, string> = {
  skills: 'No chosen driver who works on these days has what it needs.',
  capacity: 'It is too large for what is left in the vehicles on these days.',
  time_window: 'Nobody can reach it in its time window on any of these days.',
  not_worth: 'It is worth less than what the way to it would cost.',
  no_day: 'None of these days is between its first and its last day.',
}

/** What the solver found, by day and number. */
export function toSuggestions(
  { undated, days }: Read,
  { deliveries, routes, setAside }: Fitted,
  solution: VroomOutput | null,
): Omit<DaySuggestions, 'effects'> {
  const isUndated = new Set<unknown>(undated)
  const midnight = instantOf(days[0]!.day, '00:00', days[0]!.settings.time_zone).getTime()
  const suggestions = (solution?.routes ?? []).flatMap(({ vehicle, steps }): DaySuggestion[] => {
    const { day, driver } = routes.get(vehicle)!
    return steps.flatMap(({ type, id, arrival }) => {
      const delivery = type === 'job' || type === 'delivery' ? deliveries.get(id!)! : undefined
      if (!delivery || !isUndated.has(delivery)) return []
      const arrival_at = new Date(midnight + arrival * 1000).toISOString()
      return [{ ...named(delivery), day, driver_id: driver.id, driver_name: driver.name, arrival_at }]
    })
  })
  const found = new Set(suggestions.map(({ delivery_id }) => delivery_id))
  const codes = new Map(solution?.unassigned.map(({ id, reason }) => [deliveries.get(id), reason.code]))
  const aside = new Map(setAside.map(({ delivery, code }) => [delivery, code]))
  const left = undated
    .filter(({ id }) => !found.has(id))
    .map((delivery) => {
      const code = aside.get(delivery)
      if (code && code !== 'no_day') {
        return { ...named(delivery), reason_code: code, reason: whySetAside(code, delivery).sentence }
      }
      const reason_code = code ?? codes.get(delivery) ?? 'shift'
      return { ...named(delivery), reason_code, reason: reasons[reason_code] ?? fitsNowhere }
    })
  const byDay = (one: DaySuggestion, other: DaySuggestion) =>
    one.day.localeCompare(other.day) || one.delivery_number - other.delivery_number
  return { suggestions: suggestions.toSorted(byDay), left }
}

type Figures = { stops: number; distance_km: number; drivers: number }

/** What there is to drive on each day. */
export function figuresOf({ routes }: Pick<Fitted, 'routes'>, solution: VroomOutput | null): Map<string, Figures> {
  const days = new Map<string, Figures>()
  for (const { vehicle, steps, distance = 0 } of solution?.routes ?? []) {
    const { day } = routes.get(vehicle)!
    const { stops, distance_km, drivers } = days.get(day) ?? nothing
    const visits = steps.filter(({ type }) => type === 'job' || type === 'pickup' || type === 'delivery').length
    days.set(day, { stops: stops + visits, distance_km: distance_km + distance / 1000, drivers: drivers + 1 })
  }
  return days
}

const nothing: Figures = { stops: 0, distance_km: 0, drivers: 0 }

/** What each day gets, by what there is to drive without and with the suggestions. */
export function toEffects(
  { days }: Pick<Read, 'days'>,
  suggestions: readonly DaySuggestion[],
  [without, all]: [Map<string, Figures>, Map<string, Figures>],
): DayEffect[] {
  return days.map(({ day }) => {
    const [before, after] = [without.get(day) ?? nothing, all.get(day) ?? nothing]
    const of = (figure: keyof Figures) => ({ before: before[figure], after: after[figure] })
    const orders = suggestions.filter((each) => each.day === day).length
    return { day, orders, stops: of('stops'), distance_km: of('distance_km'), drivers: of('drivers') }
  })
}

const named = ({ id, number, delivery_address, recipient_name }: Order) => ({
  delivery_id: id,
  delivery_number: number,
  delivery_address,
  recipient_name,
})
