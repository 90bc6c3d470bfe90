import type { SlotSettings } from '../schema/slots.ts'

const everyWorkday = [1, 2, 3, 4, 5]

/** What a workspace offers that never said: nothing, until somebody turns it on; then two-hour windows on workdays. */
export const usualSlots: Omit<SlotSettings, 'order_page_url'> = {
  is_on: false,
  windows: ['09', '11', '13', '15'].map((hour) => ({
    weekdays: everyWorkday,
    start: `${hour}:00`,
    end: `${String(Number(hour) + 2).padStart(2, '0')}:00`,
    capacity: null,
  })),
  days_ahead: 14,
  cut_off_minutes: 120,
  territory_ids: null,
  service_km: 30,
  blackout_days: [],
  price: { base: 0, cost_percent: 0, most: null, round_to: 1, near_discount: 0 },
  hold_minutes: 15,
  near_meters: 300,
  order_page: false,
  order_page_name: null,
  shop_origins: [],
  version: 1,
}
