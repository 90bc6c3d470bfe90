import type { OvertimeStep } from './schema/overtime.ts'
import type { PlanningSettings } from './schema/planning-settings.ts'

type Settings = Pick<PlanningSettings, 'traffic' | 'same_address_service' | 'cost_per_waiting_hour' | 'overtime'>
type Vehicle = { cost_per_waiting_hour: number | null; last_in_first_out: boolean }
type Driver = {
  breaks: readonly unknown[]
  max_shift_minutes: number | null
  overtime: readonly OvertimeStep[] | null
}

/**
 * What plans cannot combine with a vehicle that reloads at the depot, of what is set: the engine refuses them together.
 * Preferred times of deliveries are another, which only a day knows.
 */
export function reloadConflicts({
  settings,
  vehicle,
  driver,
}: {
  settings?: Settings | undefined
  vehicle?: Vehicle | undefined
  driver?: Driver | undefined
}): string[] {
  const waiting = vehicle?.cost_per_waiting_hour ?? settings?.cost_per_waiting_hour
  const overtime = driver?.overtime ?? settings?.overtime ?? []
  return [
    ...(settings?.traffic.length ? ['traffic over the day'] : []),
    ...(settings?.same_address_service === 'longest' ? ['the longest time of several deliveries at one address'] : []),
    ...(waiting ? ['a cost of waiting'] : []),
    ...(overtime.some(({ percent }) => percent > 100) ? ['overtime'] : []),
    ...(vehicle?.last_in_first_out ? ['handing over first what was loaded last'] : []),
    ...(driver?.breaks.length ? ['breaks of the driver'] : []),
    ...(driver?.max_shift_minutes ? ['a longest route of the driver'] : []),
  ]
}

/** The same as a sentence; undefined if nothing is in the way. */
export function sayReloadConflicts(conflicts: readonly string[]): string | undefined {
  if (!conflicts.length) return undefined
  const all = conflicts.length > 1 ? `${conflicts.slice(0, -1).join(', ')} or ${conflicts.at(-1)}` : conflicts[0]
  return `Plans cannot combine reloads at the depot with ${all}. Switch one of them off, or such a day is not planned.`
}
