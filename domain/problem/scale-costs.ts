import type { VroomInput } from '#solver/json/vroom.ts'

/** The solver takes no higher price of an hour, a kilometer, a stop or a piece. */
const mostRate = 1_000_000
/** Nor for all the pieces of one delivery. */
const mostHandedOver = 1e9

/**
 * Divides all prices of a problem by the same power of ten, so that the highest fits into the solver's range: in a currency
 * with small units, an hour of work costs millions. Returns how much money a unit of the solver's cost is.
 */
export function scaleCosts(problem: VroomInput): number {
  const tasks = [
    ...(problem.jobs ?? []),
    ...(problem.shipments ?? []).flatMap(({ pickup, delivery }) => [pickup, delivery]),
  ]
  const soft = tasks.flatMap(({ soft_time_window: window }) => window ?? [])
  const rates = [
    ...problem.vehicles.flatMap(({ costs = {} }) => {
      const { fixed: _, ...rates } = costs
      return Object.values(rates).flat()
    }),
    ...problem.vehicles.flatMap(({ overtime = [] }) => overtime.map(({ cost_per_hour }) => cost_per_hour)),
    ...soft.flatMap(({ cost_per_hour_early = 0, cost_per_hour_late = 0 }) => [cost_per_hour_early, cost_per_hour_late]),
    problem.compactness?.cost_per_hour ?? 0,
  ]
  let scale = 1
  const dearest = dearestHandedOver(problem)
  while (Math.max(0, ...rates) > mostRate * scale || dearest > mostHandedOver * scale) scale *= 10
  if (scale === 1) return 1

  // Whatever has a price keeps one.
  const scaled = (price: number) => (price > 0 ? Math.max(1, Math.round(price / scale)) : price)
  const scaleFields = (record: object, names: readonly string[]) => {
    const fields = record as Record<string, number | undefined>
    for (const name of names) if (fields[name] !== undefined) fields[name] = scaled(fields[name])
  }
  for (const { costs } of problem.vehicles) {
    if (!costs) continue
    const { per_unit, ...rates } = costs
    scaleFields(costs, Object.keys(rates))
    // Rounded up, all pieces of a delivery might cost too much again.
    if (per_unit) costs.per_unit = per_unit.map((price) => (price > 0 ? Math.max(1, Math.floor(price / scale)) : 0))
  }
  for (const step of problem.vehicles.flatMap(({ overtime = [] }) => overtime)) scaleFields(step, ['cost_per_hour'])
  for (const window of soft) scaleFields(window, ['cost_per_hour_early', 'cost_per_hour_late'])
  for (const task of [...(problem.jobs ?? []), ...(problem.shipments ?? [])]) scaleFields(task, ['prize'])
  if (problem.previous) scaleFields(problem.previous, ['cost_per_moved'])
  if (problem.compactness) scaleFields(problem.compactness, ['cost_per_hour'])
  if (problem.balance) problem.balance = { ...problem.balance, strength: problem.balance.strength / scale }
  return scale
}

/** The most that handing over one delivery costs. */
function dearestHandedOver({ jobs = [], shipments = [], vehicles }: VroomInput): number {
  const most = [
    ...jobs.flatMap(({ delivery, pickup }) => [sumOf(delivery, pickup)]),
    ...shipments.map(({ amount }) => amount ?? []),
  ]
  const prices = new Map(
    vehicles.flatMap(({ costs }) => (costs?.per_unit ? [[costs.per_unit.join(), costs.per_unit]] : [])),
  )
  return [...prices.values()].reduce(
    (dearest, prices) => most.reduce((highest, amounts) => Math.max(highest, priceOf(prices, amounts)), dearest),
    0,
  )
}

const sumOf = (one: readonly number[] = [], other: readonly number[] = []) =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, d) => (one[d] ?? 0) + (other[d] ?? 0))
const priceOf = (prices: readonly number[], amounts: readonly number[]) =>
  prices.reduce((sum, price, d) => sum + price * (amounts[d] ?? 0), 0)
