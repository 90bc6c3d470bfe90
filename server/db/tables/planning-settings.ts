import type { ColumnType, Generated } from 'kysely'
import type { PlanningSettings } from '#domain/schema/planning-settings.ts'

type Json<Value> = ColumnType<Value, string | undefined, string>
type Settings = PlanningSettings
type Stored = 'overtime' | 'speeds' | 'service_factors' | 'traffic' | 'balance' | 'keep_apart' | 'keep_apart_on_board'
type Plain = Omit<Settings, Stored | 'version'>

export type PlanningSettingsTable = {
  [Field in keyof Plain]: ColumnType<Plain[Field], Plain[Field] | undefined, Plain[Field]>
} & {
  workspace_id: string
  /** Events name it. */
  id: Generated<string>
  speeds: Json<Settings['speeds']>
  service_factors: Json<Settings['service_factors']>
  overtime: Json<Settings['overtime']>
  traffic: Json<Settings['traffic']>
  balance: ColumnType<Settings['balance'], string | null | undefined, string | null>
  keep_apart: Json<Settings['keep_apart']>
  keep_apart_on_board: Json<Settings['keep_apart_on_board']>
  version: Generated<number>
}
