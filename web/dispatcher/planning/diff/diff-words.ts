import type { DeliveryDiff, DiffFigures, DiffGroup, PlanDiff } from '#domain/schema/plan-diff.ts'
import type { PlanEffect } from '#domain/schema/plan-change.ts'
import { countOf, formatDuration, formatNumber, formatTime } from '#web/lib/format.ts'
import { effectFigures, type EffectFigure } from '../changes/effect-words.ts'

/** What chosen groups change together, in figures; those that stay the same are left out. */
export function diffFigures({ before, after, groups }: PlanDiff, chosen: ReadonlySet<string>, currency: string) {
  const isWhole = groups.every(({ id, conflict }) => conflict !== null || chosen.has(id))
  const sums = effectFigures(sumOf(groups.filter(({ id }) => chosen.has(id))), currency)
  const counts = isWhole ? countFigures(before, after) : []
  return [...sums, ...counts].filter(({ tone }) => tone !== 'same')
}

function countFigures(before: DiffFigures, after: DiffFigures): EffectFigure[] {
  return [count('Routes', after.routes - before.routes), count('Unassigned', after.unassigned - before.unassigned)]
}

function count(label: string, difference: number): EffectFigure {
  const sign = difference > 0 ? '+' : '−'
  const tone = difference > 0 ? 'worse' : difference < 0 ? 'better' : 'same'
  return { label, value: `${sign}${formatNumber(Math.abs(difference), 0)}`, tone }
}

/** What groups change together. They share no route, so that their effects add up. */
export function sumOf(groups: readonly Pick<DiffGroup, 'effect'>[]): Omit<PlanEffect, 'promises' | 'recipients'> {
  const sum = (pick: (effect: PlanEffect) => number) => groups.reduce((total, { effect }) => total + pick(effect), 0)
  const hasCost = groups.some(({ effect }) => effect.cost !== null)
  return {
    cost: hasCost ? sum(({ cost }) => cost ?? 0) : null,
    distance_km: sum(({ distance_km }) => distance_km),
    driving_seconds: sum(({ driving_seconds }) => driving_seconds),
    late_seconds: sum(({ late_seconds }) => late_seconds),
    late_stops: sum(({ late_stops }) => late_stops),
  }
}

/** Whose routes a group is about: `Budi ⇄ Sari`, or `Budi, Sari and 3 more`. */
export function groupTitle({ routes }: Pick<DiffGroup, 'routes'>): string {
  const names = routes.map(({ driver_name, route_id }) => (route_id === null ? `${driver_name} (new)` : driver_name))
  if (names.length <= 2) return names.join(' ⇄ ')
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
}

const verbs: Record<DeliveryDiff['change'], string> = {
  added: 'added',
  left_out: 'left out',
  moved: 'moved',
  reordered: 'in another order',
  retimed: 'at another time',
}

/** What happens in a group, in a line: `12 moved, 3 in another order, 2 added`. */
export function groupSummary({ deliveries }: Pick<DiffGroup, 'deliveries'>): string {
  const kinds = ['added', 'left_out', 'moved', 'reordered'] as const
  const parts = kinds.flatMap((kind) => {
    const { length } = deliveries.filter(({ change }) => change === kind)
    return length ? [`${formatNumber(length, 0)} ${verbs[kind]}`] : []
  })
  return parts.join(', ')
}

/** What becomes of one delivery: `Budi → Sari, place 5, 10:40 → 11:05`. */
export function deliveryWords({ change, before, after }: DeliveryDiff, zone: string): string {
  const time = (at: { arrival_at: string }) => formatTime(at.arrival_at, zone)
  const late = after && after.late_seconds > 0 ? `, ${formatDuration(after.late_seconds)} late` : ''
  if (!before && !after) return 'changed meanwhile'
  if (!before) return `to ${after!.driver_name}, place ${after!.position}, ${time(after!)}${late}`
  if (!after) return `no longer on ${before.driver_name}’s route`
  const times = time(before) === time(after) ? time(after) : `${time(before)} → ${time(after)}`
  if (change === 'moved') {
    return `${before.driver_name} → ${after.driver_name}, place ${after.position}, ${times}${late}`
  }
  if (change === 'reordered') return `place ${before.position} → ${after.position}, ${times}${late}`
  return `${times}${late}`
}

/** How many would be late who are not now. */
export function newlyLate(groups: readonly DiffGroup[]): number {
  return groups
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ before, after }) => after && after.late_seconds > 0 && !(before && before.late_seconds > 0)).length
}

/** Whom it concerns that a promise is broken. */
export function promisesSentence(count: number): string {
  return `${countOf(count, 'recipient')} would have to be told: ${count === 1 ? 'the' : 'their'} promised arrival is not kept.`
}
