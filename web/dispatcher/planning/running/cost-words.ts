import type { PlanProgress } from '#domain/schema/plan.ts'
import { formatDuration, formatMoney, formatNumber } from '#web/lib/format.ts'

type Kind = Pick<PlanProgress, 'is_money' | 'is_score'> | null

/** What the search makes as small as possible. */
export function costName(of: Kind): 'Cost' | 'Driving time' | 'Score' {
  if (of?.is_score) return 'Score'
  return of?.is_money ? 'Cost' : 'Driving time'
}

/** So much of it. */
export function costWords(cost: number, of: Kind, currency: string): string {
  if (of?.is_score) return formatNumber(cost, 0)
  return of?.is_money ? formatMoney(cost, currency) : formatDuration(cost)
}
