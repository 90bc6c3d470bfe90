import { sql } from 'kysely'
import { operationKeptHours } from '#domain/operations.ts'
import { tierInForce } from '#domain/tiers.ts'
import { AppError } from '#domain/errors.ts'
import { tooMany } from '#domain/keep-to-limit.ts'
import type { OperationProgress } from '#domain/schema/operation.ts'
import { optimizeLimits } from '#domain/search-limits.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { currentTraceparent } from '../../observability/spans.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { retryAfterSeconds, secondsUntilOneEnds } from '../../queue/until-one-ends.ts'
import type { Turn } from '../../queue/turns.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { findByKey, readBacklog } from './queries.ts'
import type { Search } from './rules.ts'

const unfinished = ['queued', 'running'] as const

type Asked = {
  search: Search
  packed: Uint8Array
  /** Repeating a request with this key returns the existing operation. */
  key: { text: string; hash: Buffer } | undefined
}
/** The server's capacity for operations: how many may wait, and threads for searching. */
type Room = { optimizeQueue: number; threads: number; now: Date }

/**
 * Accepts a problem: stores the operation, which then waits for its turn.
 * @returns the ID, and whether an earlier call created it
 * @throws AppError `too_many_operations`, `optimizer_busy`, `idempotency_key_reused`
 */
export async function createOperation(
  trx: Trx,
  workspaceId: string,
  { search, packed, key }: Asked,
  room: Room,
): Promise<{ id: string; isEarlier: boolean }> {
  const { now } = room
  // Serialize concurrent calls, so that each is counted.
  await lockWorkspace(trx, workspaceId)
  const earlier = key && (await findEarlier(trx, { workspaceId, now }, key))
  if (earlier) return { id: earlier, isEarlier: true }
  await checkRoom(trx, workspaceId, room)
  if (key) {
    await trx
      .deleteFrom('operations')
      .where('workspace_id', '=', workspaceId)
      .where('idempotency_key', '=', key.text)
      .where('expires_at', '<=', now.toISOString())
      .execute()
  }
  const { id } = await trx
    .insertInto('operations')
    .values({
      workspace_id: workspaceId,
      ...search,
      problem: Buffer.from(packed.buffer as ArrayBuffer, packed.byteOffset, packed.byteLength),
      idempotency_key: key?.text ?? null,
      request_hash: key?.hash ?? null,
      created_at: now,
      traceparent: currentTraceparent(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, isEarlier: false }
}

/**
 * The operation of an earlier call with the same key and request.
 * @throws AppError `idempotency_key_reused` if the request was different
 */
export async function findEarlier(
  trx: Trx,
  at: { workspaceId: string; now: Date },
  key: { text: string; hash: Buffer },
): Promise<string | undefined> {
  const earlier = await findByKey(trx, at, key.text)
  if (earlier && !key.hash.equals(earlier.request_hash!)) throw new AppError('idempotency_key_reused')
  return earlier?.id
}

/**
 * Checks that the workspace and the server have room for one more operation.
 * @throws AppError `too_many_operations`, `optimizer_busy`
 */
export async function checkRoom(trx: Trx, workspaceId: string, { optimizeQueue, threads, now }: Room): Promise<void> {
  await checkOwn(trx, workspaceId, now)
  const { waiting, thread_seconds } = await readBacklog(trx)
  if (waiting < optimizeQueue) return
  const seconds = retryAfterSeconds(thread_seconds / threads / waiting)
  throw new AppError('optimizer_busy', { waiting, retry_after_seconds: seconds })
}

async function checkOwn(trx: Trx, workspaceId: string, now: Date): Promise<void> {
  const tier = tierInForce(await readWorkspace(trx, workspaceId), now)
  const own = await trx
    .selectFrom('operations')
    .select(['started_at', 'time_limit_seconds'])
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', unfinished)
    .execute()
  if (own.length < optimizeLimits[tier].operations) return
  throw tooMany(optimizeLimits, tier, 'operations', secondsUntilOneEnds(own, now))
}

/**
 * Cancels an operation. A queued one ends at once. A running one ends within a second, on the server that runs it, with
 * the best plan so far if its threads have started.
 * @throws AppError `operation_not_found`, `operation_ended`
 */
export async function requestCancel(
  trx: Trx,
  { workspaceId, now }: { workspaceId: string; now: Date },
  id: string,
): Promise<void> {
  const operation = await trx
    .selectFrom('operations')
    .select(['status', 'expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!operation || (operation.expires_at !== null && operation.expires_at <= now.toISOString()))
    throw new AppError('operation_not_found')
  const { status } = operation
  if (status === 'queued') return end(trx, id, { status: 'cancelled', cancel_requested: true }, now)
  if (status !== 'running') throw new AppError('operation_ended', { status })
  await trx.updateTable('operations').set({ cancel_requested: true }).where('id', '=', id).execute()
}

/** The problem to solve, or undefined if the operation no longer belongs to this ticket. */
export async function readRunning(trx: Trx, { id, ticket }: Turn) {
  return trx
    .selectFrom('operations')
    .select(['problem', 'stops', 'vehicles', 'time_limit_seconds', 'iteration_limit'])
    .select(['threads', 'seed', 'plan_mode', 'cancel_requested'])
    .where('id', '=', id)
    .where('ticket', '=', ticket)
    .where('status', '=', 'running')
    .executeTakeFirst()
}

/** Stores progress and tells whether to continue. `gone`: the operation no longer belongs to this ticket. */
export async function writeProgress(
  trx: Trx,
  { id, ticket }: Turn,
  progress: OperationProgress | null,
): Promise<'go on' | 'cancel' | 'gone'> {
  const row = await trx
    .updateTable('operations')
    .set({ progress: progress && JSON.stringify(progress) })
    .where('id', '=', id)
    .where('ticket', '=', ticket)
    .where('status', '=', 'running')
    .returning('cancel_requested')
    .executeTakeFirst()
  if (!row) return 'gone'
  return row.cancel_requested ? 'cancel' : 'go on'
}

type Outcome = {
  status?: 'succeeded' | 'failed' | 'cancelled'
  result?: string
  progress?: OperationProgress
  failure?: string
  failure_path?: string
}

/** Ends a running operation. If it was cancelled meanwhile, it becomes `cancelled` with the best plan. */
export async function endOperation(trx: Trx, { id, ticket }: Turn, outcome: Outcome, now: Date): Promise<void> {
  const row = await trx
    .selectFrom('operations')
    .select('cancel_requested')
    .where('id', '=', id)
    .where('ticket', '=', ticket)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const status = outcome.status ?? (row.cancel_requested ? 'cancelled' : 'succeeded')
  await end(trx, id, { ...outcome, status }, now)
}

async function end(
  trx: Trx,
  id: string,
  { progress, ...outcome }: Outcome & { status: 'succeeded' | 'failed' | 'cancelled'; cancel_requested?: boolean },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('operations')
    .set({
      ...outcome,
      ...(progress && { progress: JSON.stringify(progress) }),
      problem: null,
      ticket: null,
      finished_at: now,
      expires_at: new Date(now.getTime() + operationKeptHours * 3_600_000),
    })
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .execute()
}

/** Lets a running operation wait for another turn, to start over. An attempt that the server itself ended does not count. */
export async function putBack(trx: Trx, { id, ticket }: Turn, counts: boolean): Promise<void> {
  await trx
    .updateTable('operations')
    .set((eb) => ({
      status: 'queued' as const,
      ticket: null,
      started_at: null,
      progress: null,
      ...(!counts && { attempts: eb('attempts', '-', 1) }),
    }))
    .where('id', '=', id)
    .where('ticket', '=', ticket)
    .where('status', '=', 'running')
    .execute()
}

/** Deletes expired operations. */
export async function forgetOperations(db: Db, now: Date): Promise<void> {
  await sql`select forget_operations(${now})`.execute(db)
}
