import type { OvertimeStep } from '#domain/schema/overtime.ts'
import { formatNumber } from '#web/lib/format.ts'

/** A step of overtime while it is being entered. */
export type OvertimeDraft = { hours: number; percent: number }

/** What law or agreement often says: two hours at time and a half, then double time. */
export const usualOvertime: OvertimeDraft[] = [
  { hours: 2, percent: 150 },
  { hours: 2, percent: 200 },
]

export const mostOvertimeSteps = 4

export const toOvertimeDrafts = (steps: readonly OvertimeStep[]): OvertimeDraft[] =>
  steps.map(({ minutes, percent }) => ({ hours: minutes / 60, percent }))

export const fromOvertimeDrafts = (drafts: readonly OvertimeDraft[]): OvertimeStep[] =>
  drafts.map(({ hours, percent }) => ({ minutes: Math.round(hours * 60), percent }))

/** The step after these: an hour that costs half as much again. */
export function nextOvertime(drafts: readonly OvertimeDraft[]): OvertimeDraft {
  const last = drafts.at(-1)
  return { hours: 1, percent: last ? Math.min(1000, last.percent + 50) : 150 }
}

/** Overtime in a few words: `2 h at 150%, then 2 h at 200%`. */
export function overtimeWords(drafts: readonly OvertimeDraft[]): string {
  if (!drafts.length) return 'None'
  return drafts.map(({ hours, percent }) => `${formatNumber(hours)} h at ${formatNumber(percent)}%`).join(', then ')
}
