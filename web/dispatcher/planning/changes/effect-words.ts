import type { PlanChangeResult, PlanEffect } from '#domain/schema/plan-change.ts'
import type { Route } from '#domain/schema/plan.ts'
import { countDeliveries } from '#domain/stop-kinds.ts'
import { countOf, formatDuration, formatKilometers, formatMoney, formatNumber, formatTime } from '#web/lib/format.ts'

type Sums = Omit<PlanEffect, 'promises' | 'recipients'>

export type EffectFigure = { label: string; value: string; tone: 'better' | 'worse' | 'same' }

/** What a change costs and saves, in figures. Each is the difference to the plan as it is. */
export function effectFigures(effect: Sums, currency: string): EffectFigure[] {
  return [
    ...(effect.cost === null ? [] : [figure('Cost', effect.cost, (size) => formatMoney(size, currency))]),
    figure('Distance', tenths(effect.distance_km), formatKilometers),
    figure('Driving', minutes(effect.driving_seconds), (size) => formatDuration(size)),
    figure('Lateness', minutes(effect.late_seconds), (size) => formatDuration(size)),
    ...(effect.late_stops === 0 ? [] : [figure('Late stops', effect.late_stops, (size) => formatNumber(size))]),
  ]
}

function figure(label: string, value: number, write: (size: number) => string): EffectFigure {
  if (value === 0) return { label, value: 'Same', tone: 'same' }
  return { label, value: formatDifference(value, write), tone: value > 0 ? 'worse' : 'better' }
}

/** A difference with its sign: `+1.2 km`, `−4 min`. */
function formatDifference(value: number, write: (size: number) => string): string {
  return `${value > 0 ? '+' : '−'}${write(Math.abs(value))}`
}

const tenths = (kilometers: number) => Math.round(kilometers * 10) / 10
/** Whole minutes, unless it is less than one. */
const minutes = (seconds: number) => (Math.abs(seconds) < 60 ? seconds : Math.round(seconds / 60) * 60)

/** The same in a line: `+$2.10, +1.2 km, 4 min more driving`. Says so if nothing changes. */
export function effectLine(effect: Sums, currency: string): string {
  const moreOrLess = (value: number) => (value > 0 ? 'more' : 'less')
  const [km, driving, late] = [
    tenths(effect.distance_km),
    minutes(effect.driving_seconds),
    minutes(effect.late_seconds),
  ]
  const parts = [
    effect.cost !== null && effect.cost !== 0 && formatDifference(effect.cost, (size) => formatMoney(size, currency)),
    km !== 0 && formatDifference(km, formatKilometers),
    driving !== 0 && `${formatDuration(Math.abs(driving))} ${moreOrLess(driving)} driving`,
    late !== 0 && `${formatDuration(Math.abs(late))} ${moreOrLess(late)} lateness`,
    effect.late_stops !== 0 &&
      `${countOf(Math.abs(effect.late_stops), 'late stop')} ${effect.late_stops > 0 ? 'more' : 'fewer'}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'No change in distance or time'
}

/** Whether a change may be made without asking: it breaks no promise, makes nothing later and comes with no warning. */
export function isHarmless({ effect, warnings }: Pick<PlanChangeResult, 'effect' | 'warnings'>): boolean {
  return effect.promises.length === 0 && effect.late_seconds <= 0 && effect.late_stops <= 0 && warnings.length === 0
}

export type BrokenPromise = { delivery_id: string; who: string; words: string }

/** Who was promised an earlier arrival, and what becomes of it. */
export function brokenPromises(
  { promises }: Pick<PlanEffect, 'promises'>,
  routes: readonly Pick<Route, 'stops'>[],
  zone: string,
): BrokenPromise[] {
  const names = new Map(routes.flatMap(({ stops }) => stops.map((stop) => [stop.delivery_id, stop.name] as const)))
  return promises.map(({ delivery_id, number, promised_at, arrival_at }) => ({
    delivery_id,
    who: [`#${number}`, names.get(delivery_id)].filter(Boolean).join(' '),
    words: [
      `promised ${formatTime(promised_at, zone)}`,
      arrival_at
        ? `would be ${formatTime(arrival_at, zone)}, ${apart(promised_at, arrival_at)}`
        : 'would be on no route',
    ].join(', '),
  }))
}

function apart(promised: string, arrival: string): string {
  const seconds = (Date.parse(arrival) - Date.parse(promised)) / 1000
  return `${formatDuration(Math.abs(seconds))} ${seconds >= 0 ? 'later' : 'earlier'}`
}

/** How a route looks before and after: `12 → 13 deliveries, ends 15:40 → 15:52`. */
export function routeLine(before: Route | undefined, after: Route | undefined, zone: string): string {
  if (!after) return 'this route would be gone'
  const deliveries = countDeliveries(after.stops)
  const ends = formatTime(after.ends_at, zone)
  if (!before) return `a new route with ${countOf(deliveries, 'delivery', 'deliveries')}, ends ${ends}`
  const had = countDeliveries(before.stops)
  const ended = formatTime(before.ends_at, zone)
  return [
    before.driver_id !== after.driver_id && `driven by ${after.driver_name}`,
    before.vehicle_id !== after.vehicle_id && (after.vehicle_code ? `with ${after.vehicle_code}` : 'without a vehicle'),
    had === deliveries
      ? countOf(deliveries, 'delivery', 'deliveries')
      : `${formatNumber(had)} → ${countOf(deliveries, 'delivery', 'deliveries')}`,
    ended === ends ? `ends ${ends}` : `ends ${ended} → ${ends}`,
  ]
    .filter(Boolean)
    .join(', ')
}
