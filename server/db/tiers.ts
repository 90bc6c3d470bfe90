import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { nextMonth } from '#domain/tier-month.ts'
import {
  deliveriesAllowed,
  driversAllowed,
  hasFeature,
  licensedDrivers,
  sayLacking,
  tierInForce,
  type TierFeature,
  type TierName,
} from '#domain/tiers.ts'
import { calendarMonth } from '#domain/time.ts'
import type { Trx } from './connect.ts'
import { lockWorkspace } from './workspace.ts'

/** What decides what a workspace may do. */
const tierColumns = [
  'tier',
  'trial_ends_at',
  'licenses',
  'licensed_driver_ids',
  'sandbox_of',
  'planning_stops_at',
] as const

const readTiered = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('workspaces').select(tierColumns).where('id', '=', workspaceId).executeTakeFirstOrThrow()

/** Whether the workspace's tier includes a feature. */
export async function includesFeature(
  trx: Trx,
  workspaceId: string,
  feature: TierFeature,
  now: Date,
): Promise<boolean> {
  return hasFeature(await readTiered(trx, workspaceId), feature, now)
}

/** @throws AppError `not_in_tier` */
export async function checkFeature(trx: Trx, workspaceId: string, feature: TierFeature, now: Date): Promise<void> {
  const workspace = await readTiered(trx, workspaceId)
  if (hasFeature(workspace, feature, now)) return
  const tier = tierInForce(workspace, now)
  throw new AppError('not_in_tier', { feature, tier, detail: sayLacking(feature, tier) })
}

/**
 * Whether something new can be planned. Routes under way are never stopped.
 * @throws AppError `payment_overdue`
 */
export async function checkPlanningPaid(trx: Trx, workspaceId: string, now: Date): Promise<void> {
  const { planning_stops_at: stopsAt } = await readTiered(trx, workspaceId)
  if (stopsAt !== null && Date.parse(stopsAt) <= now.getTime()) throw new AppError('payment_overdue')
}

export type NamedDriver = { id: string; name: string }

/** The active drivers, and which of them can be given routes. `allowed` is null if all can. */
export async function readLicenses(trx: Trx, workspaceId: string, now: Date) {
  const workspace = await readTiered(trx, workspaceId)
  const allowed = driversAllowed(workspace, now)
  const active: NamedDriver[] = await trx
    .selectFrom('drivers')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const licensed = new Set(licensedDrivers(active, allowed, workspace.licensed_driver_ids).map(({ id }) => id))
  return { allowed, active, licensed, over: active.filter(({ id }) => !licensed.has(id)) }
}

/**
 * Makes sure that each of the drivers can be given a route.
 * @throws AppError `driver_over_licenses` naming them
 */
export async function checkLicensed(trx: Trx, workspaceId: string, driverIds: Iterable<string>, now: Date) {
  const wanted = new Set(driverIds)
  if (!wanted.size) return
  const { allowed, over } = await readLicenses(trx, workspaceId, now)
  const without = over.filter(({ id }) => wanted.has(id))
  if (!without.length) return
  const names = without.map(({ name }) => name)
  throw new AppError('driver_over_licenses', {
    allowed,
    driver_ids: without.map(({ id }) => id),
    names,
    detail: `Without a license: ${names.join(', ')}. ${allowed === 1 ? 'One driver' : `${allowed} drivers`} can be given routes.`,
  })
}

/**
 * Begins the workspace's month if it has to, so that what waited for it waits no longer. Call it with the workspace
 * locked, before numbers are taken.
 */
export async function beginTierMonth(trx: Trx, workspaceId: string, now: Date): Promise<void> {
  const workspace = await lockWorkspace(trx, workspaceId)
  const allowed = deliveriesAllowed(workspace, now)
  const before = await trx
    .selectFrom('quota_months')
    .select(['waits_above as waitsAbove', 'ends_at'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (allowed === null) {
    if (before) await trx.deleteFrom('quota_months').where('workspace_id', '=', workspaceId).execute()
    return
  }
  if (before && Date.parse(before.ends_at) > now.getTime()) return
  const { endsAt } = calendarMonth(now, workspace.time_zone)
  const { waitsAbove } = nextMonth(before, workspace.last_delivery_number, allowed, endsAt)
  const values = { waits_above: waitsAbove, ends_at: endsAt }
  await trx
    .insertInto('quota_months')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute()
}

/** Whether a delivery of a query need not wait for the next month. */
export const waitsNot = (workspaceId: string) => sql<boolean>`deliveries.number <=
  coalesce((select waits_above from quota_months where workspace_id = ${workspaceId}), 2147483647)`

/** @throws AppError `deliveries_wait` naming those that wait for the next month */
export async function checkNotWaiting(trx: Trx, workspaceId: string, ids: string[]): Promise<void> {
  if (!ids.length) return
  const rows = await trx
    .selectFrom('deliveries')
    .select('number')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(sql<boolean>`not ${waitsNot(workspaceId)}`)
    .orderBy('number')
    .execute()
  if (rows.length) throw await waiting(trx, workspaceId, { numbers: rows.map(({ number }) => number) })
}

/** Says until when deliveries wait. */
export async function waiting(trx: Trx, workspaceId: string, detail: object): Promise<AppError> {
  const month = await trx
    .selectFrom('quota_months')
    .select('ends_at')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return new AppError('deliveries_wait', { ...detail, until: month?.ends_at ?? null })
}

/** The tier of new workspaces, as the owner of the first one chose; and whether they may choose now. */
export async function readInstallation(trx: Trx): Promise<{ tier: TierName | null; may_choose: boolean }> {
  const { rows } = await sql<{ tier: TierName | null; may_choose: boolean | null }>`
    select * from installation_tier()`.execute(trx)
  return { tier: rows[0]?.tier ?? null, may_choose: rows[0]?.may_choose ?? false }
}
