import type { PlanProgress } from '#domain/schema/plan.ts'
import { formatDuration, formatMoney } from '#web/lib/format.ts'

type Kind = Pick<PlanProgress, 'is_money'> | null

/** What the search makes as small as possible. */
export function costName(of: Kind): 'Cost' | 'Driving time' {
  return of?.is_money ? 'Cost' : 'Driving time'
}

/** So much of it. */
export function costWords(cost: number, of: Kind, currency: string): string {
  return of?.is_money ? formatMoney(cost, currency) : formatDuration(cost)
}
