import { measureNames, measures, type MeasureName } from '../figures/measures.ts'
import { isRouteSplit, splitLabels, type FigureSplit } from '../figures/splits.ts'
import type { Figures } from '../schema/figures.ts'

/** Money is told for each currency apart, so these are no `measures`. */
const moneyMeasures = {
  cost: {
    label: 'Cost',
    say: 'What deliveries cost, from the planned routes, the costs of their vehicles and texts',
    unit: 'money',
    better: 'down',
  },
  cost_per_delivery: {
    label: 'Cost per delivery',
    say: 'The same, for each delivery that succeeded and whose cost is known',
    unit: 'money',
    better: 'down',
  },
} as const

type MoneyMeasure = keyof typeof moneyMeasures
export type ReportMeasure = MeasureName | MoneyMeasure

/** What a report can show, in the order in which it is offered. */
export const reportMeasures = [
  ...measureNames,
  ...(Object.keys(moneyMeasures) as MoneyMeasure[]),
] as const satisfies ReportMeasure[]

type Described = { label: string; say: string; unit: string; better?: 'up' | 'down' }

export const isMoney = (measure: ReportMeasure): measure is MoneyMeasure => Object.hasOwn(moneyMeasures, measure)

export const measureOf = (measure: ReportMeasure): Described =>
  isMoney(measure) ? moneyMeasures[measure] : measures[measure]

/** The most columns that fit on paper. */
export const mostMeasures = 12

export type ReportFilterName = 'driver_id' | 'vehicle_id' | 'depot_id' | 'client_id'
export const reportFilterNames = [
  'driver_id',
  'vehicle_id',
  'depot_id',
  'client_id',
] as const satisfies ReportFilterName[]

/** The split that tells the same records apart. */
export const splitOfFilter = {
  driver_id: 'driver',
  vehicle_id: 'vehicle',
  depot_id: 'depot',
  client_id: 'client',
} as const satisfies Record<ReportFilterName, FigureSplit>

type Combination = {
  measures: readonly ReportMeasure[]
  split: FigureSplit | null
  filters: Partial<Record<ReportFilterName, string | null>>
}

/** Whether a measure has values with this split and these filters. Those of whole routes need a route to have one of them only. */
export const hasValues = (measure: ReportMeasure, { split, filters }: Omit<Combination, 'measures'>): boolean =>
  isMoney(measure) ||
  !('ofRoutes' in measures[measure]) ||
  (isRouteSplit(split ?? undefined) && (filters.client_id ?? null) === null)

/** Why measures, split and filters cannot be combined, if they cannot. */
export function whyNotCombined(combination: Combination): string | undefined {
  const { split, filters } = combination
  const without = combination.measures.filter((measure) => !hasValues(measure, combination))
  if (!without.length) return undefined
  const names = without.map((measure) => `“${measureOf(measure).label}”`).join(', ')
  const by = filters.client_id ? 'for one client' : `by ${splitLabels[split!].toLowerCase()}`
  return `${names}: measures of whole routes have no value ${by}, since a route has several. Remove them, or change the split or the filter.`
}

/** The value of a measure; of money, in one currency. */
export function valueIn({ values, costs }: Figures, measure: ReportMeasure, currency?: string): number | null {
  if (!isMoney(measure)) return values[measure]
  const cost = costs.find((each) => each.currency === currency)
  if (!cost) return null
  return measure === 'cost' ? cost.total : cost.per_delivery
}
