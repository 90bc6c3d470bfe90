import type { ColumnType, Generated } from 'kysely'
import type { DriverBreak } from '#domain/schema/breaks.ts'
import type { FleetPlace } from '#domain/schema/fleet-fields.ts'
import type { OvertimeStep } from '#domain/schema/overtime.ts'
import type { Week } from '#domain/schema/shift.ts'
import type { DefaultTimestamp } from './columns.ts'

type MaybeNumber = ColumnType<number | null, number | null | undefined, number | null>
type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>

export type DriverTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  phone: string | null
  email: string | null
  shift_start: string
  shift_end: string
  week: MaybeJson<Week>
  breaks: ColumnType<DriverBreak[], string | undefined, string>
  max_stops: MaybeNumber
  max_territories: MaybeNumber
  max_shift_minutes: MaybeNumber
  max_driving_minutes: MaybeNumber
  overtime: MaybeJson<OvertimeStep[]>
  start_place: MaybeJson<FleetPlace>
  end_place: MaybeJson<FleetPlace>
  ends_anywhere: Generated<boolean>
  speed_factor: Generated<number>
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
