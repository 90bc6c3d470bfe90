import type { Generated } from 'kysely'
import type { TransferState } from '#domain/schema/transfer.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

/** A vehicle that brings goods from one depot to another. Names are as they were when it was planned. */
export type TransferTable = {
  id: Generated<string>
  workspace_id: string
  number: number
  state: Generated<TransferState>
  day: string
  from_depot_id: string
  from_depot_name: string
  to_depot_id: string
  to_depot_name: string
  carrier: string | null
  driver_id: string | null
  driver_name: string | null
  vehicle_id: string | null
  vehicle_code: string | null
  departs_at: Timestamp
  arrives_at: Timestamp
  expected_at: Timestamp
  departed_at: TimestampOrNull
  arrived_at: TimestampOrNull
  canceled_at: TimestampOrNull
  handling_minutes: number
  note: string | null
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  version: Generated<number>
}

/** A delivery on a transfer, with what it was when it was put there or left. */
export type TransferDeliveryTable = {
  workspace_id: string
  transfer_id: string
  delivery_id: string
  number: number
  parcels: number
  weight_kg: number
  volume_l: number
  units: number
  loaded: Generated<number | null>
  received: Generated<number | null>
  moved_depot: boolean
}
