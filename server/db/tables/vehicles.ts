import type { ColumnType, Generated } from 'kysely'
import type { Compartment } from '#domain/schema/compartment.ts'
import type { Energy } from '#domain/schema/vehicle.ts'
import type { DefaultTimestamp } from './columns.ts'

type MaybeNumber = ColumnType<number | null, number | null | undefined, number | null>

export type VehicleTable = {
  id: Generated<string>
  workspace_id: string
  code: string
  type: string
  plate: string | null
  capacity_kg: number | null
  capacity_l: number | null
  capacity_units: MaybeNumber
  cost_fixed: MaybeNumber
  cost_per_km: MaybeNumber
  cost_per_hour: MaybeNumber
  cost_per_service_hour: MaybeNumber
  cost_per_waiting_hour: MaybeNumber
  cost_per_stop: MaybeNumber
  cost_per_parcel: MaybeNumber
  max_distance_km: MaybeNumber
  temperature_min_c: MaybeNumber
  temperature_max_c: MaybeNumber
  compartments: ColumnType<Compartment[], string | undefined, string>
  reloads: Generated<boolean>
  reload_minutes: Generated<number>
  max_trips: MaybeNumber
  last_in_first_out: Generated<boolean>
  energy: ColumnType<Energy | null, Energy | null | undefined, Energy | null>
  tank_l: MaybeNumber
  battery_kwh: MaybeNumber
  kwh_per_100_km: MaybeNumber
  reserve_percent: Generated<number>
  charge_kw: MaybeNumber
  fuel_cards: Generated<string[]>
  monthly_cost: MaybeNumber
  skills: string[]
  fuel_level: number | null
  last_maintenance_on: string | null
  active: boolean
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}
