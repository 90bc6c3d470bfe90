import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import {
  limitOf,
  sayReached,
  type DailyQuota,
  type QuotaLimits,
  type Reached,
  type StoredQuota,
} from '#domain/quotas.ts'
import type { TierName } from '#domain/tiers.ts'
import { dayAfter, dayOf, instantOf } from '#domain/time.ts'
import type { Trx } from './connect.ts'
import { beginTierMonth } from './tiers.ts'
import { lockWorkspace } from './workspace.ts'

type Locked = Awaited<ReturnType<typeof lockWorkspace>>

/** The operator's limits, what time it is, and the tier that the operator gives new workspaces. */
export type Quotas = { limits: QuotaLimits; now: Date; defaultTier?: TierName | undefined }

/**
 * Counts new deliveries, and makes sure that there is room for all of them. Those over the tier's month are added too, and wait. Call it before writing: it locks the
 * workspace, so that of two calls at the same time the second sees what the first added.
 * @throws AppError `quota_reached`
 */
export async function takeDeliveries(trx: Trx, workspaceId: string, count: number, quotas: Quotas): Promise<void> {
  if (!count) return
  const workspace = await lockWorkspace(trx, workspaceId)
  await checkRoom(trx, workspace, count, quotas)
  await takeToday(trx, workspace, 'deliveries_per_day', count, quotas)
  await beginTierMonth(trx, workspaceId, quotas.now)
}

/**
 * Makes sure that there is room for deliveries that return. Those of today were counted when they were created.
 * @throws AppError `quota_reached`
 */
export async function checkDeliveries(trx: Trx, workspaceId: string, count: number, quotas: Quotas): Promise<void> {
  if (count) await checkRoom(trx, await lockWorkspace(trx, workspaceId), count, quotas)
}

async function checkRoom(trx: Trx, workspace: Locked, count: number, { limits }: Quotas): Promise<void> {
  const limit = limitOf('deliveries', limits, workspace)
  checkQuota({ quota: 'deliveries', limit, used: await readStored(trx, workspace.id, 'deliveries'), wanted: count })
}

/**
 * Makes sure that there is room for all the new deliveries of a file, before the first of its parts is stored.
 * @throws AppError `quota_reached`
 */
export async function checkNewDeliveries(trx: Trx, workspaceId: string, count: number, quotas: Quotas): Promise<void> {
  if (!count) return
  const workspace = await lockWorkspace(trx, workspaceId)
  await checkRoom(trx, workspace, count, quotas)
  await checkToday(trx, workspace, 'deliveries_per_day', count, quotas)
}

/**
 * Refuses a change that left more stored than allowed. What is written at the same moment elsewhere is not waited for, so
 * the last calls may exceed the limit together by what they wrote.
 * @throws AppError `quota_reached`
 */
export const checkBytes = (trx: Trx, workspaceId: string, limits: QuotaLimits): Promise<void> =>
  checkKept(trx, workspaceId, 'bytes_stored', 0, limits)

/**
 * Makes sure that there is room for a file of this size, before it comes in. Like `checkBytes`, it does not wait for what
 * is written at the same moment.
 * @throws AppError `quota_reached`
 */
export async function checkRoomFor(trx: Trx, workspaceId: string, bytes: number, limits: QuotaLimits): Promise<void> {
  await checkKept(trx, workspaceId, 'bytes_stored', bytes, limits)
  await checkKept(trx, workspaceId, 'objects', 1, limits)
}

/**
 * Refuses an upload that left more files than allowed.
 * @throws AppError `quota_reached`
 */
export const checkObjects = (trx: Trx, workspaceId: string, limits: QuotaLimits): Promise<void> =>
  checkKept(trx, workspaceId, 'objects', 0, limits)

async function checkKept(
  trx: Trx,
  workspaceId: string,
  quota: StoredQuota,
  wanted: number,
  limits: QuotaLimits,
): Promise<void> {
  const { tier, used } = await trx
    .selectFrom('workspaces')
    .select(['tier', storedOf(workspaceId, quota).as('used')])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  checkQuota({ quota, limit: limitOf(quota, limits, { tier }), used, wanted })
}

/** The parts of one import name it, so that they count once. */
export type ImportPart = { id: string; rows: number; new_rows?: number | undefined }

/**
 * Counts an import, or recognizes a further part of one. The first part is refused if the whole file has too many rows.
 * @returns whether this is the first part
 * @throws AppError `quota_reached`, `validation_failed` if more rows come than were announced
 */
export async function beginImport(
  trx: Trx,
  workspaceId: string,
  { part, rows }: { part: ImportPart | undefined; rows: number },
  quotas: Quotas,
): Promise<boolean> {
  const workspace = await lockWorkspace(trx, workspaceId)
  const whole = part ?? { id: undefined, rows }
  const received = part && (await addPart(trx, workspaceId, part.id, rows))
  if ((received ?? rows) > whole.rows) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'import.rows', message: 'More rows came than this import announced.' }],
    })
  }
  if (received !== undefined) return false
  const limit = limitOf('rows_per_import', quotas.limits, workspace)
  checkQuota({ quota: 'rows_per_import', limit, used: 0, wanted: whole.rows })
  await takeToday(trx, workspace, 'imports_per_day', 1, quotas)
  if (part) await noteImport(trx, workspaceId, part, rows, quotas.now)
  return true
}

async function addPart(trx: Trx, workspaceId: string, id: string, rows: number): Promise<number | undefined> {
  const known = await trx
    .updateTable('imports')
    .set((eb) => ({ received: eb('received', '+', rows) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('received')
    .executeTakeFirst()
  return known?.received
}

async function noteImport(trx: Trx, workspaceId: string, part: ImportPart, received: number, now: Date): Promise<void> {
  const old = new Date(now.getTime() - 24 * 3_600_000)
  await trx
    .deleteFrom('imports')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '<', old.toISOString())
    .execute()
  await trx
    .insertInto('imports')
    .values({ workspace_id: workspaceId, id: part.id, rows: part.rows, received, created_at: now })
    .execute()
}

/**
 * Refuses what would exceed a quota. The caller has locked the workspace, or else two calls would both find room.
 * @throws AppError `quota_reached`
 */
export function checkQuota({ renewsAt, now, ...reached }: Reached & { renewsAt?: Date; now?: Date }): void {
  const { limit, used, wanted } = reached
  if (used + wanted <= limit) return
  throw new AppError('quota_reached', {
    ...reached,
    room: Math.max(0, limit - used),
    renews_at: renewsAt?.toISOString() ?? null,
    ...(renewsAt && now && { retry_after_seconds: Math.ceil((renewsAt.getTime() - now.getTime()) / 1000) }),
    detail: sayReached(reached),
  })
}

/** Makes sure that a daily count has room. Returns what it would be then, and when it begins again. */
async function checkToday(trx: Trx, workspace: Locked, quota: DailyQuota, count: number, { limits, now }: Quotas) {
  const begun = (await readDays(trx, workspace.id, now)).get(quota)
  const renewsAt = begun ? new Date(begun.ends_at) : endOfDay(now, workspace.time_zone)
  const used = begun?.used ?? 0
  checkQuota({ quota, limit: limitOf(quota, limits, workspace), used, wanted: count, renewsAt, now })
  return { used: used + count, ends_at: renewsAt }
}

async function takeToday(trx: Trx, workspace: Locked, quota: DailyQuota, count: number, quotas: Quotas) {
  const values = await checkToday(trx, workspace, quota, count, quotas)
  await trx
    .insertInto('quota_days')
    .values({ workspace_id: workspace.id, name: quota, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doUpdateSet(values))
    .execute()
}

/** What triggers counted, and what they wrote down since. */
export async function readStored(trx: Trx, workspaceId: string, name: StoredQuota): Promise<number> {
  const { rows } = await sql<{ used: number }>`select ${storedOf(workspaceId, name)} as used`.execute(trx)
  return rows[0]!.used
}

const storedOf = (workspaceId: string, name: StoredQuota) => sql<number>`
  (coalesce((select used from quota_counts where workspace_id = ${workspaceId} and name = ${name}), 0)
    + coalesce((select sum(change) from quota_changes where workspace_id = ${workspaceId} and name = ${name}), 0))::bigint`

/** The daily counts that have begun. */
export async function readDays(trx: Trx, workspaceId: string, now: Date) {
  const rows = await trx
    .selectFrom('quota_days')
    .select(['name', 'used', 'ends_at'])
    .where('workspace_id', '=', workspaceId)
    .where('ends_at', '>', now.toISOString())
    .execute()
  return new Map<string, (typeof rows)[number]>(rows.map((row) => [row.name, row]))
}

/** The next midnight there. */
export function endOfDay(now: Date, timeZone: string): Date {
  return instantOf(dayAfter(dayOf(now, timeZone)), '00:00', timeZone)
}
