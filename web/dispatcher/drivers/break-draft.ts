import type { DriverBreak } from '#domain/schema/breaks.ts'
import { formatDuration, formatTimeOfDay } from '#web/lib/format.ts'

/** A break while it is being entered: the fields of every kind, so that none is lost while somebody tries another. */
export type BreakDraft = {
  kind: 'times' | 'driving' | 'working'
  earliest: string
  latest: string
  /** NaN for any load. */
  maxLoadKg: number
  /** Minutes of driving or work. */
  after: number
  minutes: number
}

export const breakKinds = [
  { id: 'times', label: 'Between two times' },
  { id: 'driving', label: 'After driving', description: 'As often as needed on a long route' },
  { id: 'working', label: 'After driving and work', description: 'As often as needed on a long route' },
] as const

export const newBreak: BreakDraft = {
  kind: 'times',
  earliest: '12:00',
  latest: '13:00',
  maxLoadKg: Number.NaN,
  after: 240,
  minutes: 30,
}

export function toBreakDraft(stored: DriverBreak): BreakDraft {
  const { minutes } = stored
  if ('after_driving_minutes' in stored) {
    return { ...newBreak, kind: 'driving', after: stored.after_driving_minutes, minutes }
  }
  if ('after_working_minutes' in stored) {
    return { ...newBreak, kind: 'working', after: stored.after_working_minutes, minutes }
  }
  const { earliest, latest, max_load_kg } = stored
  return { ...newBreak, earliest, latest, maxLoadKg: max_load_kg ?? Number.NaN, minutes }
}

export function fromBreakDraft({ kind, earliest, latest, maxLoadKg, after, minutes }: BreakDraft): DriverBreak {
  if (kind === 'driving') return { after_driving_minutes: after, minutes }
  if (kind === 'working') return { after_working_minutes: after, minutes }
  return { earliest, latest, minutes, ...(!Number.isNaN(maxLoadKg) && { max_load_kg: maxLoadKg }) }
}

/** A break in a few words. */
export function breakWords({ kind, earliest, latest, after, minutes }: BreakDraft): string {
  const length = formatDuration(minutes * 60)
  if (kind === 'times') return `${length} from ${formatTimeOfDay(earliest)} to ${formatTimeOfDay(latest)}`
  return `${length} after ${formatDuration(after * 60)} ${kind === 'driving' ? 'of driving' : 'of work'}`
}
