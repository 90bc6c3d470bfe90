import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp } from './columns.ts'

export type DriverTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  phone: string | null
  email: string | null
  shift_start: string
  shift_end: string
  skills: string[]
  vehicle_id: string | null
  depot_id: string | null
  active: boolean
  /** The member who is this driver. */
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}
