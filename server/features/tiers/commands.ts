import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { AccountManager, Workspace } from '#domain/schema/workspace.ts'
import type { TierName } from '#domain/tiers.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { beginTierMonth } from '../../db/tiers.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import { readWorkspace, workspaceColumns } from '../workspace/queries.ts'

/** Karta itself, on behalf of the operator or of whoever takes payments. */
export const asKarta = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Karta' })

type TierChange = {
  tier?: TierName
  /** How many drivers can be given routes on Standard; null for all. */
  licenses?: number | null
  account_manager?: AccountManager | null
  planning_stops_at?: Date | null
  trial_ends_at?: Date
}

/**
 * Gives a workspace another tier, or other terms of it. Routes under way go on, whatever the new tier allows, and what
 * waited for a higher limit waits no longer.
 */
export async function setTier(trx: Trx, author: Author, change: TierChange, now: Date): Promise<Workspace> {
  const { account_manager: manager, ...fields } = change
  const set = {
    ...fields,
    ...(manager !== undefined && { account_manager: manager && JSON.stringify(manager) }),
  }
  const workspace = await write(trx, author, set, now)
  await beginTierMonth(trx, author.workspaceId, now)
  return workspace
}

/**
 * Chooses who can be given routes when there are more active drivers than licenses.
 * @throws AppError `driver_not_found`
 */
export async function chooseLicensedDrivers(trx: Trx, author: Author, driverIds: string[], now: Date): Promise<void> {
  const wanted = [...new Set(driverIds)]
  const { count } = await trx
    .selectFrom('drivers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', author.workspaceId)
    .where(sql<boolean>`id = any(${wanted}::uuid[])`)
    .executeTakeFirstOrThrow()
  if (count !== wanted.length) throw new AppError('driver_not_found')
  await write(trx, author, { licensed_driver_ids: wanted }, now)
}

/**
 * Chooses the tier of this workspace and of new ones, once, as the owner of the server's first workspace.
 * @throws AppError `tier_chosen`
 */
export async function chooseDefaultTier(trx: Trx, author: Author, tier: TierName, now: Date): Promise<void> {
  const { rows } = await sql<{ chosen: boolean }>`
    select choose_installation_tier(${tier}, ${now}) as chosen`.execute(trx)
  if (!rows[0]!.chosen) throw new AppError('tier_chosen')
  await setTier(trx, author, { tier }, now)
}

async function write(trx: Trx, author: Author, set: object, now: Date): Promise<Workspace> {
  const id = author.workspaceId
  await lockWorkspace(trx, id)
  const before = await readWorkspace(trx, id)
  if (Object.keys(set).length === 0) return before
  const data = await trx
    .updateTable('workspaces')
    .set(set)
    .where('id', '=', id)
    .returning(workspaceColumns)
    .executeTakeFirstOrThrow()
  if (data.version !== before.version) {
    await appendEvents(trx, author, [{ type: 'workspace.updated', id, data, before }], now)
  }
  return data
}

/** Notes what each workspace has today. */
export async function noteUsage(db: Db, now: Date): Promise<void> {
  await sql`select note_usage(${now})`.execute(db)
}
