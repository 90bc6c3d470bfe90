import type { ColumnType, Generated } from 'kysely'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

export type CashHandInTable = {
  workspace_id: string
  id: string
  driver_id: string
  depot_id: OrNull<string>
  state: Generated<'waiting' | 'confirmed'>
  amount: number
  counted: OrNull<number>
  reason: OrNull<string>
  handed_in_at: Timestamp
  received_at: Timestamp
  confirmed_at: TimestampOrNull
  confirmed_by: OrNull<string>
  started_by: Generated<'driver' | 'depot'>
  note: OrNull<string>
  driver_amount: OrNull<number>
  driver_said_at: TimestampOrNull
  version: Generated<number>
}

/** A line of a driver's ledger. */
export type CashEntryTable = {
  workspace_id: string
  id: Generated<string>
  driver_id: string
  kind: 'taken' | 'taken_back' | 'handed_in' | 'correction'
  amount: number
  due: OrNull<number>
  delivery_id: OrNull<string>
  hand_in_id: OrNull<string>
  entry_id: OrNull<string>
  reason: OrNull<string>
  author_name: string
  happened_at: Timestamp
  added_at: Timestamp
}
