import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Timestamp } from './columns.ts'

export type ChainHeadTable = {
  workspace_id: string
  subject: 'delivery'
  subject_id: string
  length: number
  hash: string
  is_whole: boolean
  signed_length: Generated<number>
  signed_hash: string | null
}

export type CustodyLogTable = {
  workspace_id: string
  number: number
  day: string
  at: Timestamp
  chains: number
  root: string
  previous_hash: string | null
  hash: string
  signature: string
  public_key: JSONColumnType<Record<string, unknown>>
}

export type CustodyLeafTable = {
  workspace_id: string
  number: number
  subject: ColumnType<'delivery'>
  subject_id: string
  length: number
  hash: string
}
