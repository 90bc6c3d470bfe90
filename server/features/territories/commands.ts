import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { NewTerritory, Territory, TerritoryChange } from '#domain/schema/territory.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getTerritory } from './queries.ts'
import { checkRoom } from './rules.ts'

const duplicateName = { territories_name: 'duplicate_territory' } as const

/**
 * Adds a territory.
 * @throws AppError `duplicate_territory`, `driver_not_found`, `validation_failed`
 */
export async function createTerritory(trx: Trx, actor: Actor, territory: NewTerritory, now: Date): Promise<Territory> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  await checkDrivers(trx, workspaceId, territory.driver_ids)
  const { count } = await trx
    .selectFrom('territories')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  checkRoom(count)
  const insert = trx
    .insertInto('territories')
    .values({
      ...territory,
      area: JSON.stringify(territory.area),
      speed: territory.speed && JSON.stringify(territory.speed),
      workspace_id: workspaceId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(duplicateName, insert)
  const created = await getTerritory(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'territory.created', id, data: created }], now)
  return created
}

/**
 * Changes a territory.
 * @throws AppError `territory_not_found`, `version_conflict`, `duplicate_territory`, `driver_not_found`
 */
export async function changeTerritory(
  trx: Trx,
  actor: Actor,
  id: string,
  { area, speed, ...change }: TerritoryChange,
  seen: Seen,
  now: Date,
): Promise<Territory> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getTerritory(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  const added = (change.driver_ids ?? []).filter((driver) => !before.driver_ids.includes(driver))
  await checkDrivers(trx, workspaceId, added)
  const update = trx
    .updateTable('territories')
    .set({
      ...change,
      ...(area && { area: JSON.stringify(area) }),
      ...(speed !== undefined && { speed: speed && JSON.stringify(speed) }),
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await orConflict(duplicateName, update)
  const after = await getTerritory(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'territory.updated', id, data: after, before }], now)
  return after
}

/**
 * Deletes a territory.
 * @throws AppError `territory_not_found`, `version_conflict`
 */
export async function deleteTerritory(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getTerritory(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  await trx.deleteFrom('territories').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, actor, [{ type: 'territory.deleted', id, data: before }], now)
}

/** Lists of ids have no foreign keys, so this rejects drivers of other workspaces. */
async function checkDrivers(trx: Trx, workspaceId: string, ids: string[]): Promise<void> {
  if (!ids.length) return
  const { count } = await trx
    .selectFrom('drivers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow()
  if (count !== ids.length) throw new AppError('driver_not_found')
}
