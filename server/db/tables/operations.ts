import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { OperationProgress, OperationStatus } from '#domain/schema/operation.ts'
import type { DefaultTimestamp, TimestampOrNull } from './columns.ts'

export type OperationTable = {
  id: Generated<string>
  workspace_id: string
  status: Generated<OperationStatus>
  stops: number
  vehicles: number
  time_limit_seconds: number
  iteration_limit: number | null
  threads: number
  seed: number
  plan_mode: Generated<boolean>
  /** VROOM's JSON, compressed; null once the operation has ended. */
  problem: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** VROOM's plan exactly as written. It is text, since nobody searches it and jsonb cannot hold all of it. */
  result: ColumnType<string | null, string | null | undefined, string | null>
  progress: JSONColumnType<OperationProgress | null, string | null | undefined, string | null>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  /** The path of the faulty element in the problem. */
  failure_path: ColumnType<string | null, string | null | undefined, string | null>
  cancel_requested: Generated<boolean>
  idempotency_key: string | null
  request_hash: Buffer | null
  /** The turn in which it is being solved. */
  ticket: ColumnType<string | null, string | null | undefined, string | null>
  attempts: Generated<number>
  created_at: DefaultTimestamp
  started_at: TimestampOrNull
  /** When the server that solves it last gave a sign of life. */
  heartbeat_at: TimestampOrNull
  /** Of the trace of the request that asked for it. */
  traceparent: ColumnType<string | null, string | null | undefined, never>
  finished_at: TimestampOrNull
  expires_at: TimestampOrNull
}
