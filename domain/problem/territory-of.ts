import { zonesAt } from '../territory.ts'
import type { PlannerSettings } from './settings.ts'
import type { PlannerDelivery, PlannerDriver } from './types.ts'

/** The territory that a delivery counts for, by name: of several, the first. Empty outside all of them. */
export function territoryOf(
  { location }: Pick<PlannerDelivery, 'location'>,
  { territories = [] }: PlannerSettings,
): string {
  return (location && zonesAt(territories, location)[0]?.name) ?? ''
}

/** Whether any of these drivers serves so many territories at most. */
export function haveDistricts(drivers: readonly Pick<PlannerDriver, 'max_territories'>[]): boolean {
  return drivers.some(({ max_territories }) => max_territories != null)
}

/** The territories that deliveries count for. */
export function territoriesOf(deliveries: readonly PlannerDelivery[], settings: PlannerSettings): string[] {
  return [...new Set(deliveries.map((delivery) => territoryOf(delivery, settings)).filter((name) => name !== ''))]
}

export const countTerritories = (count: number) => `${count} ${count === 1 ? 'territory' : 'territories'}`
