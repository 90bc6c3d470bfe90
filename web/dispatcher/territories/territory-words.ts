import type { Driver } from '#domain/schema/driver.ts'
import type { Territory, ZoneSpeed } from '#domain/schema/territory.ts'
import { zoneDrivers, zonesAt } from '#domain/territory.ts'
import type { Location } from '#domain/geo.ts'
import { formatTimeOfDay } from '#web/lib/format.ts'

/** The names of drivers, or how many are no longer active. */
export function driverNames(ids: readonly string[], drivers: readonly Pick<Driver, 'id' | 'name'>[]): string {
  const names = drivers.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  const others = ids.length - names.length
  return [...names, ...(others > 0 ? [`${others} inactive`] : [])].join(', ')
}

/** What a territory means for its drivers. */
export function ruleWords({ rule, driver_ids }: Territory, drivers: readonly Pick<Driver, 'id' | 'name'>[]): string {
  if (driver_ids.length === 0) return 'No drivers yet, so anybody delivers there'
  const names = driverNames(driver_ids, drivers)
  return rule === 'only' ? `Only ${names}` : `Preferred by ${names}`
}

/** How fast vehicles are in a territory. */
export function speedWords({ percent, from, to }: ZoneSpeed): string {
  const hours = from && to ? ` from ${formatTimeOfDay(from)} to ${formatTimeOfDay(to)}` : ''
  return `Driving at ${percent} % of the usual speed${hours}`
}

/** Who delivers at a place, in a sentence or two. */
export function placeWords(
  territories: readonly Territory[],
  drivers: readonly Pick<Driver, 'id' | 'name'>[],
  location: Location,
): string {
  const here = zonesAt(territories, location)
  if (here.length === 0) return 'In no territory: every driver may deliver there.'
  const { only, prefer } = zoneDrivers(territories, location)
  const names = here.map(({ name }) => name).join(' and ')
  const who = only ? `Only ${driverNames(only, drivers)} may deliver there.` : 'Every driver may deliver there.'
  const better = prefer.length ? ` ${driverNames(prefer, drivers)} should.` : ''
  return `In ${names}. ${who}${better}`
}
