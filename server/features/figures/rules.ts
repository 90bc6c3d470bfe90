import { failureReasons, type FailureReason } from '#domain/failure-reasons.ts'
import { squareName } from '#domain/figures/area.ts'
import { costsOf, valuesOf } from '#domain/figures/measures.ts'
import { noSums, type MoneySum, type Sums, attemptSums, moneySums, routeSums } from '#domain/figures/sums.ts'
import { isRouteSplit, noKey, type FigureSplit } from '#domain/figures/splits.ts'
import type { Figures } from '#domain/schema/figures.ts'

/** What to count: days, both included, and whose. `none` is for those without. */
export type Asked = {
  from: string
  to: string
  driver_id?: string | undefined
  vehicle_id?: string | undefined
  depot_id?: string | undefined
  client_id?: string | undefined
}

/** Where sums are read that tell apart what is asked for. */
export type Source = { way: 'route' | 'depot' | 'client'; split: string; hasClientInKey: boolean } | 'attempts'

/** Splits whose keys are in the column `key` of sums. */
const keyed: readonly string[] = ['client', 'area', 'hour', 'window', 'reason']

/** The smallest set of sums that can answer, or the attempts themselves if none can. */
export function sourceOf(asked: Asked, split: FigureSplit | undefined): Source {
  const key = split !== undefined && keyed.includes(split) ? split : 'none'
  const isOfRoute = [asked.driver_id, asked.vehicle_id].some(Boolean) || split === 'driver' || split === 'vehicle'
  if (asked.client_id === undefined) return { way: isOfRoute ? 'route' : 'depot', split: key, hasClientInKey: false }
  const ownKey = key === 'client' ? 'none' : key
  if (!isOfRoute) return { way: 'client', split: ownKey, hasClientInKey: false }
  return ownKey === 'none' ? { way: 'route', split: 'client', hasClientInKey: true } : 'attempts'
}

/** A row of sums, of one currency. `grouped` says of what: of all, of a period, or of a key. */
export type SumRow = {
  grouped: 'all' | 'period' | 'key'
  is_before: boolean
  period: string | null
  key: string | null
  currency: string
} & Record<(typeof attemptSums)[number] | MoneySum, number>

export type RouteRow = Pick<SumRow, 'grouped' | 'is_before' | 'period' | 'key'> & { vehicles: number } & Record<
    (typeof routeSums)[number],
    number
  >

/** Adds up rows of several currencies, money apart. */
export function addUp(rows: readonly SumRow[], route: RouteRow | undefined): Sums {
  const sums = noSums()
  for (const row of rows) {
    for (const name of attemptSums) sums[name] += row[name]
    const money = Object.fromEntries(moneySums.map((name) => [name, row[name]])) as Record<MoneySum, number>
    sums.money.push({ currency: row.currency, ...money })
  }
  if (route) {
    for (const name of routeSums) sums[name] = route[name]
    sums.vehicles = route.vehicles
  }
  return sums
}

export const toFigures = (sums: Sums, hasRoutes: boolean): Figures => ({
  values: valuesOf(sums, hasRoutes),
  costs: costsOf(sums),
})

/** Whether rows of a split can say something of whole routes. */
export const tellsRoutes = (asked: Asked, split: FigureSplit | undefined): boolean =>
  asked.client_id === undefined && isRouteSplit(split)

/** What attempts that succeeded have instead of a reason. */
export const deliveredKey = 'delivered'

/** What a key is called, if that follows from the key. */
export function nameOfKey(split: FigureSplit, key: string): string | undefined {
  if (split === 'hour') return `${key.padStart(2, '0')}:00–${String(Number(key) + 1).padStart(2, '0')}:00`
  if (split === 'window') return key.replace(/^(\d\d)-(\d\d)$/, '$1:00–$2:00')
  if (split === 'reason') return failureReasons[key as FailureReason]?.label
  if (split === 'area') return squareName(key)
  return undefined
}

export const isNone = (value: string | undefined): boolean => value === noKey
