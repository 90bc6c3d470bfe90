import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** What all drivers, or one, earn from a day on. */
export type PayRuleTable = {
  id: Generated<string>
  workspace_id: string
  driver_id: string | null
  valid_from: string
  currency: string
  per_hour: number
  per_stop: number
  per_km: number
  pays_breaks: boolean
  created_at: Timestamp
}
