import type { SlotPrice } from '../schema/slots.ts'

/**
 * What a slot costs the buyer: the base and a share of what driving there costs, less what being near takes off, rounded up, and
 * at most the highest price. All in the smallest unit of the currency.
 */
export function slotPrice(rule: SlotPrice, addedCost: number | null, isNear: boolean): number {
  const { base, cost_percent, most, round_to, near_discount } = rule
  const share = (Math.max(0, addedCost ?? 0) * cost_percent) / 100
  const sum = Math.max(0, base + share - (isNear ? near_discount : 0))
  const rounded = Math.max(0, Math.ceil(sum / round_to - 1e-9) * round_to)
  return most === null ? rounded : Math.min(most, rounded)
}
