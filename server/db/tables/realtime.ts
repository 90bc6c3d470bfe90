import type { GeneratedAlways } from 'kysely'
import type { Timestamp } from './columns.ts'

export type RealtimeMessageTable = {
  id: string
  position: GeneratedAlways<number>
  workspace_id: string
  topic: string
  event: string
  payload: string | null
  binary_payload: Buffer | null
  inserted_at: Timestamp
  expires_at: Timestamp
}
