import type { SlotSettings, SlotSettingsPatch } from '#domain/schema/slots.ts'
import { numberOrNull, textOrNull } from '#web/lib/field-values.ts'

/** A window as the form has it. An empty number is NaN. */
export type WindowDraft = { weekdays: number[]; start: string; end: string; capacity: number }

export type SlotValues = {
  is_on: boolean
  windows: WindowDraft[]
  days_ahead: number
  cut_off_minutes: number
  hold_minutes: number
  where: 'near' | 'zones'
  territory_ids: string[]
  service_km: number
  near_meters: number
  blackout_days: string[]
  /** In the smallest unit; an empty limit is NaN. */
  price: { base: number; cost_percent: number; most: number; round_to: number; near_discount: number }
  order_page: boolean
  order_page_name: string
  /** One a line. */
  shop_origins: string
}

export function toValues({
  price,
  windows,
  territory_ids,
  order_page_name,
  shop_origins,
  ...settings
}: SlotSettings): SlotValues {
  const { order_page_url: _, version: __, ...rest } = settings
  return {
    ...rest,
    price: { ...price, most: price.most ?? NaN },
    windows: windows.map(({ capacity, ...window }) => ({ ...window, capacity: capacity ?? NaN })),
    where: territory_ids ? 'zones' : 'near',
    territory_ids: territory_ids ?? [],
    order_page_name: order_page_name ?? '',
    shop_origins: shop_origins.join('\n'),
  }
}

export function toBody(values: SlotValues): SlotSettingsPatch {
  const { windows, where, territory_ids, price, order_page_name, shop_origins, ...rest } = values
  return {
    ...rest,
    windows: windows.map(({ capacity, ...window }) => ({ ...window, capacity: numberOrNull(capacity) })),
    territory_ids: where === 'zones' ? territory_ids : null,
    price: { ...price, most: numberOrNull(price.most) },
    order_page_name: textOrNull(order_page_name),
    shop_origins: shop_origins.split(/\s+/).filter(Boolean),
  }
}
