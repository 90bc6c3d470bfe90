import type { LearnedSpeeds, TrafficStep } from '../schema/planning-settings.ts'

/** How much longer than at the usual speed drives took in one hour of the day: the mean of their logarithms. */
export type HourOfDrives = { hour: number; drives: number; mean_log: number }

/** Fewer say more of who drove them than of the roads. */
export const fewestDrives = 100
/** As many drives of the whole day count as much as those of an hour. */
const hourWeight = 20
/** Steps of a twentieth are all that a plan notices. */
const roundTo = 0.05

/**
 * The speeds over a day that its drives tell, or undefined if there are too few of them. The hours are drawn towards the
 * whole day by how few drives they have (partial pooling, as in `domain/eta/learn.ts`).
 */
export function speedsFrom(hours: readonly HourOfDrives[]): TrafficStep[] | undefined {
  const drives = hours.reduce((sum, each) => sum + each.drives, 0)
  if (drives < fewestDrives) return undefined
  const all = hours.reduce((sum, each) => sum + each.mean_log * each.drives, 0) / drives
  const known = new Map(hours.map((each) => [each.hour, each]))
  const steps: TrafficStep[] = []
  for (let hour = 0; hour < 24; hour++) {
    const own = known.get(hour)
    const difference = own ? ((own.mean_log - all) * own.drives) / (own.drives + hourWeight) : 0
    const speed = Math.round(Math.exp(-all - difference) / roundTo) * roundTo
    const factor = Math.round(Math.min(3, Math.max(0.1, speed)) * 100) / 100
    if (steps.at(-1)?.factor !== factor) steps.push({ from: `${String(hour).padStart(2, '0')}:00`, factor })
  }
  return steps
}

/** The drives of a kind of day, by hour. */
export type DrivesOfDays = Record<DayKind, HourOfDrives[]>

/** The speeds of each kind of day. A kind with too few drives of its own has those of all days. */
export function learnSpeeds(drives: DrivesOfDays): Omit<LearnedSpeeds, 'fewest_drives'> {
  const all = [...Map.groupBy([...drives.workdays, ...drives.weekends], ({ hour }) => hour)].map(([hour, each]) => {
    const count = each.reduce((sum, { drives: own }) => sum + own, 0)
    return {
      hour,
      drives: count,
      mean_log: each.reduce((sum, { drives: own, mean_log }) => sum + own * mean_log, 0) / count,
    }
  })
  const speedsOf = (kind: DayKind) => speedsFrom(drives[kind]) ?? speedsFrom(all) ?? null
  return {
    drives: all.reduce((sum, { drives: own }) => sum + own, 0),
    workdays: speedsOf('workdays'),
    weekends: speedsOf('weekends'),
  }
}

/** Which days a day is like. */
export const dayKinds = ['workdays', 'weekends'] as const
export type DayKind = (typeof dayKinds)[number]

/** How fast traffic is said to be at some hour. */
export const factorAt = (traffic: readonly TrafficStep[], hour: number): number =>
  traffic.findLast(({ from }) => Number(from.slice(0, 2)) <= hour)?.factor ?? 1

export function dayKindOf(day: string): DayKind {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 ? 'weekends' : 'workdays'
}
