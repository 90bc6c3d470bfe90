import { parseDate } from '@internationalized/date'
import type { CostOf } from '../schema/fleet-cost.ts'

type Spent = { kind: 'fuel' | 'maintenance' | 'fixed'; currency: string; cost: number }

/**
 * Sums by currency, with what a kilometer cost.
 * @param first the currency that comes first
 */
export function sumCosts(spent: readonly Spent[], km: number, first: string): CostOf[] {
  const byCurrency = Map.groupBy(
    spent.filter(({ cost }) => cost > 0),
    ({ currency }) => currency,
  )
  const currencies = [...new Set([first, ...[...byCurrency.keys()].toSorted()])]
  return currencies.map((currency) => {
    const own = byCurrency.get(currency) ?? []
    const of = (kind: Spent['kind']) => own.reduce((sum, each) => (each.kind === kind ? sum + each.cost : sum), 0)
    const parts = { fuel: of('fuel'), maintenance: of('maintenance'), fixed: of('fixed') }
    const total = parts.fuel + parts.maintenance + parts.fixed
    return { currency, ...parts, total, per_km: km > 0 ? Math.round((total / km) * 100) / 100 : null }
  })
}

/** Fixed costs of a period: of each month, the share of its days. Both ends count. */
export function fixedCost(monthly: number | null, from: string, to: string): number {
  if (monthly === null || from > to) return 0
  let sum = 0
  let month = parseDate(from).set({ day: 1 })
  const last = parseDate(to)
  while (month.compare(last) <= 0) {
    const length = month.calendar.getDaysInMonth(month)
    const start = month.compare(parseDate(from)) < 0 ? parseDate(from).day : 1
    const end = month.year === last.year && month.month === last.month ? last.day : length
    sum += (monthly * (end - start + 1)) / length
    month = month.add({ months: 1 })
  }
  return Math.round(sum)
}
