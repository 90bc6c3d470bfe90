import type { Generated, JSONColumnType } from 'kysely'
import type { ShippingRule } from '#domain/schema/shipping.ts'

export type ShippingSettingsTable = {
  workspace_id: string
  id: Generated<string>
  rules: JSONColumnType<ShippingRule[]>
  most_rates: number
  version: Generated<number>
}
