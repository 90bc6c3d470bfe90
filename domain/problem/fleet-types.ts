import type { PlannerSettings } from './settings.ts'

/** How many times as long work at the door takes with this type of vehicle. */
function factorOf(type: string, { service_factors }: PlannerSettings): number {
  return (service_factors as Record<string, number> | undefined)?.[type] ?? 1
}

type Rules = { settings: PlannerSettings; types: ReadonlySet<string> }

/** Seconds of work by type of vehicle, where some of the day's vehicles take longer or shorter. Nothing otherwise. */
export function perType<Name extends 'service_per_type' | 'setup_per_type'>(
  name: Name,
  seconds: number,
  { settings, types }: Rules,
): { [Each in Name]?: Record<string, number> } {
  const others = [...types].filter((type) => factorOf(type, settings) !== 1)
  const byType = Object.fromEntries(others.map((type) => [type, Math.round(seconds * factorOf(type, settings))]))
  const given: { [Each in Name]?: Record<string, number> } = {}
  if (others.length && seconds) given[name] = byType
  return given
}

/** How fast a driver is with a type of vehicle, compared with the workspace's speed. */
export function speedFactor(
  type: string | undefined,
  driverFactor: number,
  { speeds, speed_kmh }: Pick<PlannerSettings, 'speeds' | 'speed_kmh'>,
): number {
  const speed = (type && (speeds as Record<string, number> | undefined)?.[type]) || speed_kmh
  const factor = (speed / speed_kmh) * driverFactor
  return Math.min(5, Math.max(0.01, Math.round(factor * 100) / 100))
}
