/**
 * What figures are made of. All of it adds up over days, drivers and areas, so that a figure of any range is a sum of sums.
 * Seconds, meters, grams; money in the smallest unit of its currency.
 */
export const attemptSums = [
  'attempts',
  'delivered',
  'failed',
  'firsts',
  'first_delivered',
  'promised',
  'on_time',
  'early',
  'late',
  'late_seconds',
  'late_start',
  'late_service',
  'late_driving',
  'late_plan',
  'late_address',
  'drives',
  'planned_drive_seconds',
  'actual_drive_seconds',
  'services',
  'planned_service_seconds',
  'actual_service_seconds',
  'waited',
  'waiting_seconds',
  'meters',
  'eta_told',
  'eta_missed',
  'eta_said',
  'eta_within',
  'eta_error_seconds',
  'rated',
  'stars',
  'low',
  'messaged',
  'messages',
  'co2_grams',
] as const

/** Of money, which is added up for each currency. `costed` is how many were delivered whose cost is known. */
export const moneySums = ['costed', 'cost_distance', 'cost_time', 'cost_stops', 'cost_fixed', 'cost_messages'] as const

/** Of whole routes. They say nothing of areas, hours, windows, clients and reasons, since a route has several. */
export const routeSums = [
  'routes',
  'route_meters',
  'empty_meters',
  'measured_routes',
  'planned_meters',
  'actual_meters',
  'timed_routes',
  'planned_route_seconds',
  'actual_route_seconds',
  'loaded_routes',
  'load_permille',
] as const

export type AttemptSum = (typeof attemptSums)[number]
export type MoneySum = (typeof moneySums)[number]
export type RouteSum = (typeof routeSums)[number]

export type Sums = Record<AttemptSum | RouteSum, number> & {
  vehicles: number
  money: ({ currency: string } & Record<MoneySum, number>)[]
}

export const noSums = (): Sums => ({
  ...(Object.fromEntries([...attemptSums, ...routeSums].map((name) => [name, 0])) as Record<
    AttemptSum | RouteSum,
    number
  >),
  vehicles: 0,
  money: [],
})
