import type { Generated, JSONColumnType } from 'kysely'
import type { SlotPrice, SlotWindow } from '#domain/schema/slots.ts'
import type { HeldOrder } from '#domain/slots/held-order.ts'
import type { DefaultTimestamp } from './columns.ts'

export type SlotSettingsTable = {
  workspace_id: string
  id: Generated<string>
  is_on: boolean
  windows: JSONColumnType<SlotWindow[]>
  days_ahead: number
  cut_off_minutes: number
  territory_ids: string[] | null
  service_km: number
  blackout_days: string[]
  price: JSONColumnType<SlotPrice>
  hold_minutes: number
  near_meters: number
  order_page: boolean
  order_page_name: string | null
  shop_origins: string[]
  version: Generated<number>
}

export type SlotHoldTable = {
  id: Generated<string>
  workspace_id: string
  day: string
  starts: string
  ends: string
  price: number
  wanted: JSONColumnType<HeldOrder | null, string | null, string | null>
  delivery_id: string | null
  state: Generated<'held' | 'confirmed' | 'released'>
  expires_at: DefaultTimestamp
  created_at: DefaultTimestamp
  version: Generated<number>
}
