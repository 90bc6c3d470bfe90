import { timeOf } from '#domain/time.ts'
import { toMajor } from '#domain/money.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { PlanEffect } from '#domain/schema/plan-change.ts'
import type { PlanSummary, Route } from '#domain/schema/plan.ts'

/** `3 deliveries`, `1 route`. */
export const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`

/** A list with a line each. */
export const lines = (...parts: (string | string[] | false | null | undefined)[]) =>
  parts.flat().filter(Boolean).join('\n')

/** A delivery in a line. */
export function deliveryLine(delivery: Delivery): string {
  const { number, status, recipient_name, delivery_address, scheduled_date, window_start, window_end, driver_name } =
    delivery
  const window = window_start && window_end ? ` ${window_start}–${window_end}` : ''
  const parts = [
    recipient_name,
    delivery_address,
    `${scheduled_date ?? 'no day'}${window}`,
    driver_name && `driver ${driver_name}`,
  ]
  return `#${number} ${status}: ${parts.filter(Boolean).join(', ')}`
}

/** A plan in a line. */
export function planLine({ day, state, totals, failure }: PlanSummary): string {
  if (failure) return `The plan for ${day} failed: ${failure}`
  if (!totals) return `The plan for ${day} is ${state}.`
  const { routes, deliveries, unassigned, distance_km } = totals
  return `The plan for ${day} is ${state}: ${count(deliveries, 'delivery', 'deliveries')} on ${count(routes, 'route')}, ${Math.round(distance_km)} km, ${unassigned} left out.`
}

/** A route in a line. */
export function routeLine({ driver_name, vehicle_code, stops, starts_at, ends_at, distance_km }: Route, zone: string) {
  const at = (instant: string) => timeOf(new Date(instant), zone)
  const visits = stops.filter(({ delivery_id }) => delivery_id !== null).length
  const late = stops.filter(({ late_seconds }) => late_seconds > 0).length
  return `${driver_name}${vehicle_code ? ` (${vehicle_code})` : ''}: ${count(visits, 'stop')}, ${at(starts_at)}–${at(ends_at)}, ${Math.round(distance_km)} km${late ? `, ${late} late` : ''}`
}

/** What a change comes to. */
export function effectText(
  { distance_km, driving_seconds, late_stops, cost, promises, recipients }: PlanEffect,
  currency: string,
) {
  const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value)}`
  const parts = [
    `${signed(Math.round(distance_km * 10) / 10)} km`,
    `${signed(Math.round(driving_seconds / 60))} min of driving`,
    cost !== null && `${signed(toMajor(cost, currency))} ${currency}`,
    late_stops !== 0 && `${signed(late_stops)} late stops`,
    promises.length > 0 &&
      `${count(promises.length, 'promise')} broken (${promises.map(({ number }) => `#${number}`).join(', ')})`,
    recipients.length > 0 && `${count(recipients.length, 'recipient')} to be told`,
  ]
  return parts.filter(Boolean).join(', ')
}
