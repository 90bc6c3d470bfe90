import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ChargeLine, ClientInvoice, RateHours, RatePrice } from '#domain/schema/client-billing.ts'
import type { Timestamp } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

export type RateCardTable = {
  id: Generated<string>
  workspace_id: string
  client_id: string
  currency: string
  valid_from: string
  valid_until: string | null
  prices: JSONColumnType<RatePrice[], string, string>
  cash_fee: number
  cash_percent: number
  again_fee: number
  hours: JSONColumnType<RateHours[], string, string>
  minimum: number
  fuel_percent: number
  tax_percent: number
  created_at: Timestamp
  updated_at: Timestamp
  version: Generated<number>
}

/** An invoice or a credit note. Neither changes. */
export type ClientInvoiceTable = {
  id: Generated<string>
  workspace_id: string
  client_id: string
  client_name: string
  client_reference: string | null
  number: number
  kind: 'invoice' | 'credit_note'
  month: string
  currency: string
  charges: number
  net: number
  taxes: JSONColumnType<ClientInvoice['taxes'], string, string>
  total: number
  credits_id: OrNull<string>
  reason: OrNull<string>
  made_at: Timestamp
  made_by: string
}

/** What an attempt costs. A trigger adds it as the delivery ends. */
export type ClientChargeTable = {
  id: Generated<string>
  workspace_id: string
  client_id: string
  delivery_id: OrNull<string>
  number: OrNull<number>
  reference: OrNull<string>
  attempt: number
  outcome: OrNull<'delivered' | 'failed'>
  day: string
  weight_kg: Generated<number>
  cash_amount: OrNull<number>
  cash_currency: string
  window_start: OrNull<string>
  zone_ids: OrNull<string[]>
  km: OrNull<number>
  state: Generated<'waiting' | 'priced' | 'no_rates'>
  rate_card_id: OrNull<string>
  currency: OrNull<string>
  amount: OrNull<number>
  tax_percent: OrNull<number>
  lines: JSONColumnType<ChargeLine[], string | undefined, string>
  invoice_id: OrNull<string>
  credit_id: OrNull<string>
}
