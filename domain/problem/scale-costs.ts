import type { VroomInput } from '#solver/json/vroom.ts'

/** The solver takes no higher price of an hour or a kilometer. */
const mostRate = 1_000_000

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
      const { fixed: _, ...perUnit } = costs
      return Object.values(perUnit)
    }),
    ...soft.flatMap(({ cost_per_hour_early = 0, cost_per_hour_late = 0 }) => [cost_per_hour_early, cost_per_hour_late]),
    problem.compactness?.cost_per_hour ?? 0,
  ]
  let scale = 1
  while (Math.max(0, ...rates) > mostRate * scale) scale *= 10
  if (scale === 1) return 1

  // Whatever has a price keeps one.
  const scaled = (price: number) => (price > 0 ? Math.max(1, Math.round(price / scale)) : price)
  const scaleFields = (record: object, names: readonly string[]) => {
    const fields = record as Record<string, number | undefined>
    for (const name of names) if (fields[name] !== undefined) fields[name] = scaled(fields[name])
  }
  for (const vehicle of problem.vehicles) if (vehicle.costs) scaleFields(vehicle.costs, Object.keys(vehicle.costs))
  for (const window of soft) scaleFields(window, ['cost_per_hour_early', 'cost_per_hour_late'])
  for (const task of [...(problem.jobs ?? []), ...(problem.shipments ?? [])]) scaleFields(task, ['prize'])
  if (problem.previous) scaleFields(problem.previous, ['cost_per_moved'])
  if (problem.compactness) scaleFields(problem.compactness, ['cost_per_hour'])
  if (problem.balance) problem.balance = { ...problem.balance, strength: problem.balance.strength / scale }
  return scale
}
