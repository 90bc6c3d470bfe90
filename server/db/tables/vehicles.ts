import type { Generated } from 'kysely'
import type { DefaultTimestamp } from './columns.ts'

export type VehicleTable = {
  id: Generated<string>
  workspace_id: string
  code: string
  type: string
  plate: string | null
  capacity_kg: number | null
  capacity_l: number | null
  skills: string[]
  fuel_level: number | null
  last_maintenance_on: string | null
  active: boolean
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}
