/** How often backups are written: after so many seconds, or every day at a minute of the day in UTC. */
export type Every = { seconds: number } | { minuteOfDay: number }

export type BackupSettings = {
  folder: string
  every: Every
  /** From how many days, and from how many weeks, the newest backup is kept. */
  keepDays: number
  keepWeeks: number
  /** False for those who keep uploaded files safe in another way. */
  withObjects: boolean
}

const secondMs = 1000
const dayMs = 86_400 * secondMs
/** The first of January 1970 was a Thursday, and weeks begin on Mondays. */
const daysBeforeMonday = 3

/** When the next backup is due. The first one is due at once. */
export function dueAt(every: Every, last: Date | undefined, now: Date): Date {
  if (!last) return now
  if ('seconds' in every) return new Date(last.getTime() + every.seconds * secondMs)
  const today = Math.floor(last.getTime() / dayMs) * dayMs + every.minuteOfDay * 60 * secondMs
  return new Date(today > last.getTime() ? today : today + dayMs)
}

const prefix = 'karta-scheduled-'

export const fileNameAt = (at: Date) => `${prefix}${at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}.backup`

/** When a backup was begun, by its name. Undefined for what is no scheduled backup of ours. */
export function beganAt(name: string): Date | undefined {
  const [, day, time] = /^karta-scheduled-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.backup$/.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${time!.replaceAll('-', ':')}Z`)
}

type Kept = Pick<BackupSettings, 'keepDays' | 'keepWeeks'>

/** The backups that are no longer kept: neither of the last 24 hours, nor the newest of a day or week that counts. */
export function outdated(backups: Date[], now: Date, { keepDays, keepWeeks }: Kept): Date[] {
  const newestFirst = backups.toSorted((a, b) => b.getTime() - a.getTime())
  const newestOf = (group: (day: number) => number, count: number) => {
    const groups = new Map<number, Date>()
    for (const at of newestFirst) {
      const key = group(Math.floor(at.getTime() / dayMs))
      if (!groups.has(key) && groups.size < count) groups.set(key, at)
    }
    return groups.values()
  }
  const kept = new Set<Date | undefined>([
    newestFirst[0],
    ...newestFirst.filter((at) => at.getTime() > now.getTime() - dayMs),
    ...newestOf((day) => day, keepDays),
    ...newestOf((day) => Math.floor((day + daysBeforeMonday) / 7), keepWeeks),
  ])
  return newestFirst.filter((at) => !kept.has(at))
}
