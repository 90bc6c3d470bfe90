import { zoneDrivers, zonesAt } from '../territory.ts'
import type { PlannerSettings } from './settings.ts'
import { canHold, sayTemperatures, temperatureOf } from './temperature.ts'
import type { PlannerDelivery, PlannerDriver } from './types.ts'

/**
 * What a delivery needs of whoever brings it, besides room and time. The solver knows each as a skill by its `word`. People's
 * skills have no capitals, so none can be mistaken for another need.
 */
export type Need = {
  kind: 'skill' | 'wanted_driver' | 'depot' | 'temperature' | 'territory'
  word: string
  /** As in “No driver …”. */
  said: string
  isMetBy: (driver: PlannerDriver) => boolean
}

/** @param hasDepots whether goods are at several depots that day */
export function needsOf(delivery: PlannerDelivery, settings: PlannerSettings, hasDepots: boolean): Need[] {
  return [
    ...delivery.skills.map((skill): Need => ({
      kind: 'skill',
      word: skill,
      said: `has “${skill}”`,
      isMetBy: (driver) => skillsOf(driver).includes(skill),
    })),
    ...wantedDriver(delivery),
    ...(hasDepots ? ownDepot(delivery) : []),
    ...heldTemperature(delivery),
    ...ownTerritory(delivery, settings),
  ]
}

/** The skills of a driver together with the vehicle's. */
export function skillsOf({ skills, vehicle }: Pick<PlannerDriver, 'skills' | 'vehicle'>): string[] {
  return [...new Set([...skills, ...(vehicle?.skills ?? [])])]
}

/** Whether deliveries and drivers have to do with more than one depot. */
export function haveSeveralDepots(deliveries: PlannerDelivery[], drivers: PlannerDriver[]): boolean {
  const ids = [...deliveries.map(({ depot_id }) => depot_id), ...drivers.map(({ depot }) => depot.id)]
  return new Set(ids.filter(Boolean)).size > 1
}

function wantedDriver({ wanted_driver_id: id, wanted_driver_name: name }: PlannerDelivery): Need[] {
  if (!id) return []
  const said = `is ${name ?? 'the wanted one'}`
  return [{ kind: 'wanted_driver', word: `Driver ${id}`, said, isMetBy: (driver) => driver.id === id }]
}

/** Goods are loaded where a route starts and reloads. What is picked up on the way comes from elsewhere. */
function ownDepot({ depot_id: id, depot_name, pickup }: PlannerDelivery): Need[] {
  if (!id || pickup) return []
  const said = `loads at ${depot_name ?? 'its depot'}`
  return [{ kind: 'depot', word: `Depot ${id}`, said, isMetBy: ({ depot }) => depot.id === id }]
}

function heldTemperature(delivery: PlannerDelivery): Need[] {
  const range = temperatureOf(delivery)
  if (!range) return []
  const word = `Temperature ${range.join(' ')}`
  const said = `has a vehicle that keeps ${sayTemperatures(range)}`
  return [{ kind: 'temperature', word, said, isMetBy: ({ vehicle }) => canHold(vehicle, range) }]
}

/** A zone that only some drivers serve. */
function ownTerritory({ location }: PlannerDelivery, { territories = [] }: PlannerSettings): Need[] {
  const only = location && zoneDrivers(territories, location).only
  if (!only) return []
  const ids = new Set(only)
  const names = zonesAt(territories, location).flatMap(({ name, rule }) => (rule === 'only' ? `“${name}”` : []))
  const said = `delivers in ${names.join(' or ')}`
  return [{ kind: 'territory', word: `Zone ${only.toSorted().join(' ')}`, said, isMetBy: ({ id }) => ids.has(id) }]
}
