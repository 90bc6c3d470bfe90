import type { DeliveryHistory } from '#domain/schema/delivery.ts'
import { formatDateTime, formatDay, formatNumber } from '#web/lib/format.ts'

type Chain = DeliveryHistory['chain']

/** A chain that fits, in a sentence: how many entries there are, and up to which one it is signed. */
export function chainWords({ length, signed_on, signed_length }: Chain): string {
  const entries = length === 1 ? '1 entry' : `${formatNumber(length)} entries`
  if (!signed_on || signed_length === null) return `Chain complete: ${entries}, not signed yet.`
  const upTo = signed_length < length ? `, up to entry ${formatNumber(signed_length)}` : ''
  return `Chain complete: ${entries}, last signed on ${formatDay(signed_on)}${upTo}.`
}

/** That personal data was erased, and when. */
export function erasedWords({ erased_at }: Chain, timeZone: string): string | undefined {
  return erased_at === null
    ? undefined
    : `The recipient’s personal data was erased on ${formatDateTime(erased_at, timeZone)}. The history still proves the rest.`
}
