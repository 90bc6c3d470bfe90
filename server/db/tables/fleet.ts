import type { ColumnType, Generated } from 'kysely'
import type { DocumentKind, FleetDocument } from '#domain/schema/fleet-document.ts'
import type { FuelUnit } from '#domain/schema/fuel.ts'
import type { ReadingSource } from '#domain/schema/odometer.ts'
import type { WorkOrderState } from '#domain/schema/work-order.ts'
import type { Timestamp } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

export type MaintenanceScheduleTable = {
  id: Generated<string>
  workspace_id: string
  vehicle_id: string
  name: string
  every_km: OrNull<number>
  every_months: OrNull<number>
  last_done_on: OrNull<string>
  last_done_km: OrNull<number>
  warn_km: number
  warn_days: number
  created_at: Timestamp
  updated_at: Timestamp
  version: Generated<number>
}

export type WorkOrderTable = {
  id: Generated<string>
  workspace_id: string
  vehicle_id: string
  title: string
  note: OrNull<string>
  vendor: OrNull<string>
  state: WorkOrderState
  from_day: OrNull<string>
  until_day: OrNull<string>
  parts_cost: number
  labor_cost: number
  currency: string
  odometer_km: OrNull<number>
  done_on: OrNull<string>
  schedule_id: OrNull<string>
  check_id: OrNull<string>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  version: Generated<number>
}

export type OdometerReadingTable = {
  id: Generated<string>
  workspace_id: string
  vehicle_id: string
  km: number
  read_at: Timestamp
  source: ReadingSource
  state: 'counted' | 'doubted' | 'dropped'
  doubt: OrNull<string>
  reason: OrNull<string>
  author_name: string
  created_at: Timestamp
  version: Generated<number>
}

/** How far one shift went. Written by an owner's function. */
export type VehicleDriveTable = {
  workspace_id: string
  shift_id: string
  vehicle_id: string
  day: string
  meters: number
  started_at: Timestamp
  until_at: Timestamp
  lat: number | null
  lng: number | null
  counted_at: Timestamp
}

export type FuelEntryTable = {
  id: Generated<string>
  workspace_id: string
  vehicle_id: string
  filled_at: Timestamp
  quantity: number
  unit: FuelUnit
  is_full: boolean
  cost: number
  currency: string
  odometer_km: OrNull<number>
  place: OrNull<string>
  lat: OrNull<number>
  lng: OrNull<number>
  card: OrNull<string>
  source: 'hand' | 'api' | 'import'
  away_m: OrNull<number>
  accepted_reason: OrNull<string>
  author_name: string
  created_at: Timestamp
  version: Generated<number>
}

export type FleetDocumentTable = {
  id: Generated<string>
  workspace_id: string
  vehicle_id: OrNull<string>
  driver_id: OrNull<string>
  kind: DocumentKind
  name: string
  number: OrNull<string>
  expires_on: OrNull<string>
  warn_days: number
  file: ColumnType<FleetDocument['file'], string | null, string | null>
  created_at: Timestamp
  updated_at: Timestamp
  version: Generated<number>
}
