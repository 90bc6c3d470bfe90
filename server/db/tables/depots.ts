import type { Generated } from 'kysely'
import type { DefaultTimestamp } from './columns.ts'

export type DepotTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  address: string
  /** Other ways in which pickup addresses name it. */
  aliases: Generated<string[]>
  lat: number
  lng: number
  opens: string
  closes: string
  is_default: boolean
  active: boolean
  /** From the arrival of a transfer until its goods can be loaded. */
  handling_minutes: Generated<number>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}
