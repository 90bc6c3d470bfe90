import type { ColumnType } from 'kysely'
import type { DefaultTimestamp } from './columns.ts'

export type IdempotentReplyTable = {
  workspace_id: string
  endpoint: string
  key: string
  request_hash: string
  status: number | null
  body: ColumnType<unknown, string | null | undefined, string | null>
  created_at: DefaultTimestamp
}

export type GuestReplyTable = {
  endpoint: string
  request_hash: string
  status: number | null
  body: ColumnType<unknown, string | null | undefined, string | null>
  created_at: DefaultTimestamp
}
