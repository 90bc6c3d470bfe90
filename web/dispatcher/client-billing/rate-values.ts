import type { RateCard, RateHours, RatePrice } from '#domain/schema/client-billing.ts'
import { numberOrNull } from '#web/lib/field-values.ts'

/** A price as the form has it: an empty number is NaN, and anywhere is an empty text. */
export type PriceDraft = { key: string; territory: string; up_to_kg: number; up_to_km: number; amount: number }
export type HoursDraft = RateHours & { key: string }

let made = 0
const newKey = () => `new ${++made}`

export const newPrice = (): PriceDraft => ({
  key: newKey(),
  territory: '',
  up_to_kg: NaN,
  up_to_km: NaN,
  amount: NaN,
})
export const newHours = (): HoursDraft => ({ key: newKey(), from: '18:00', until: '22:00', amount: NaN })

const toDraft = ({ territory_id, up_to_kg, up_to_km, amount }: RatePrice): PriceDraft => ({
  key: newKey(),
  territory: territory_id ?? '',
  up_to_kg: up_to_kg ?? NaN,
  up_to_km: up_to_km ?? NaN,
  amount,
})

/** What the form begins with: a card, or one from today on. */
export const toValues = (card: RateCard | undefined, today: string) => ({
  valid_from: card?.valid_from ?? today,
  valid_until: card?.valid_until ?? '',
  /** All but the last, which is for everything else. */
  prices: (card?.prices.slice(0, -1) ?? []).map(toDraft),
  otherwise: card?.prices.at(-1)?.amount ?? NaN,
  hours: (card?.hours ?? []).map((each): HoursDraft => ({ ...each, key: newKey() })),
  cash_fee: card?.cash_fee ?? 0,
  cash_percent: card?.cash_percent ?? 0,
  again_fee: card?.again_fee ?? 0,
  minimum: card?.minimum ?? 0,
  fuel_percent: card?.fuel_percent ?? 0,
  tax_percent: card?.tax_percent ?? 0,
})
export type RateValues = ReturnType<typeof toValues>

export function toBody({ prices, otherwise, hours, valid_until, ...values }: RateValues) {
  const anywhere = { territory_id: null, up_to_kg: null, up_to_km: null }
  return {
    ...values,
    valid_until: valid_until || null,
    prices: [
      ...prices.map(({ territory, up_to_kg, up_to_km, amount }) => ({
        territory_id: territory || null,
        up_to_kg: numberOrNull(up_to_kg),
        up_to_km: numberOrNull(up_to_km),
        amount,
      })),
      { ...anywhere, amount: otherwise },
    ],
    hours: hours.map(({ key: _, ...each }) => each),
  }
}
