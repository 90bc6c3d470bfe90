import type { VroomOutput } from '#solver/json/vroom.ts'
import { severalDays, type DaysProblem } from '#domain/problem/several-days.ts'
import type { DaySuggestion, DaySuggestions } from '#domain/schema/day-suggestion.ts'
import { instantOf } from '#domain/time.ts'
import { whySetAside } from '#domain/why/set-aside.ts'
import type { readDays } from './queries.ts'

type Read = Awaited<ReturnType<typeof readDays>>
type Order = Read['undated'][number]
type Driver = Read['days'][number]['drivers'][number]
type Fitted = DaysProblem<Order, Driver>

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
): DaySuggestions {
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

const named = ({ id, number, delivery_address, recipient_name }: Order) => ({
  delivery_id: id,
  delivery_number: number,
  delivery_address,
  recipient_name,
})
