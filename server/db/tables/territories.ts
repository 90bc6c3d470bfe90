import type { ColumnType, Generated } from 'kysely'
import type { Area, TerritoryRule, ZoneSpeed } from '#domain/schema/territory.ts'
import type { DefaultTimestamp } from './columns.ts'

export type TerritoryTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  color: string
  area: ColumnType<Area, string, string>
  driver_ids: string[]
  rule: TerritoryRule
  speed: ColumnType<ZoneSpeed | null, string | null | undefined, string | null>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}
