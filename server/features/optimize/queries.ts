import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { OperationSummary } from '#domain/schema/operation.ts'
import { Instant } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'

/** The columns of an OperationSummary. */
export const operationColumns = [
  'id',
  'status',
  'stops',
  'vehicles',
  'time_limit_seconds',
  'iteration_limit',
  'threads',
  'seed',
  'plan_mode',
  'cancel_requested',
  'progress',
  'failure',
  'created_at',
  'started_at',
  'finished_at',
  'expires_at',
] as const

/** A stored operation, with everything a reply to `POST /v1/optimize` needs beyond the summary. */
export type StoredOperation = { summary: OperationSummary; result: string | null; failurePath: string | null }

/** Operations that have not expired, even if cleanup has not run yet. */
function kept(trx: Trx, workspaceId: string, now: Date) {
  return trx
    .selectFrom('operations')
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
}

/** Operations, newest first. */
export async function listOperations(
  trx: Trx,
  { workspaceId, now }: { workspaceId: string; now: Date },
  page: { cursor?: string | undefined; limit: number },
) {
  const found = kept(trx, workspaceId, now)
  const newest = {
    name: 'created_at',
    order: 'desc' as const,
    by: sql`operations.created_at`,
    values: Instant,
    tie: sql`operations.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(operationColumns), newest, page)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

/**
 * One operation with its result.
 * @throws AppError `operation_not_found`
 */
export async function getOperation(
  trx: Trx,
  { workspaceId, now }: { workspaceId: string; now: Date },
  id: string,
): Promise<StoredOperation> {
  const row = await kept(trx, workspaceId, now)
    .select([...operationColumns, 'result', 'failure_path'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('operation_not_found')
  const { result, failure_path: failurePath, ...summary } = row
  return { summary, result, failurePath }
}

/** Whether an operation has ended. Waiting callers ask this often, so it reads nothing large. */
export async function hasEnded(trx: Trx, workspaceId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('operations')
    .select('finished_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return !row || row.finished_at !== null
}

/** The operation of an earlier call with this `Idempotency-Key`. */
export function findByKey(trx: Trx, { workspaceId, now }: { workspaceId: string; now: Date }, key: string) {
  return kept(trx, workspaceId, now)
    .select(['id', 'request_hash'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** How much is waiting on the whole server. */
export async function readBacklog(trx: Trx): Promise<{ waiting: number; thread_seconds: number }> {
  const { rows } = await sql<{ waiting: number; thread_seconds: number }>`select * from waiting_operations()`.execute(
    trx,
  )
  return rows[0]!
}
