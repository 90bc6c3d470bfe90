import type { ColumnType, Generated } from 'kysely'
import type { Reading } from '#domain/schema/temperature.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

export type TemperatureReadingTable = {
  workspace_id: string
  vehicle_id: string
  compartment: string
  read_at: Timestamp
  celsius: number
  source: Reading['source']
  received_at: Timestamp
}

export type TemperatureExcursionTable = {
  id: Generated<string>
  workspace_id: string
  vehicle_id: string
  compartment: string
  driver_id: string | null
  temperature_min_c: number | null
  temperature_max_c: number | null
  began_at: Timestamp
  ended_at: TimestampOrNull
  last_at: Timestamp
  lowest_c: number
  highest_c: number
  degree_minutes: number
  mean_kinetic_c: number
  told_at: TimestampOrNull
  acknowledged_at: TimestampOrNull
  acknowledged_by: ColumnType<string | null, string | null | undefined, string | null>
  note: ColumnType<string | null, string | null | undefined, string | null>
}

export type DeliveryExcursionTable = {
  workspace_id: string
  delivery_id: string
  began_at: Timestamp
  written: ColumnType<{ ended_at: string | null; degree_minutes: number }, string, string>
}
