import type { RoadSettings, RoadSettingsPatch } from '#domain/schema/road-settings.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { readRoadSettings, settingsColumns } from './queries.ts'

/**
 * Changes what drivers are asked for. Phones learn of it with their next day.
 * @throws AppError `version_conflict`
 */
export async function changeRoadSettings(
  trx: Trx,
  actor: Actor,
  change: RoadSettingsPatch,
  seen: Seen,
  now: Date,
): Promise<RoadSettings> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await readRoadSettings(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  const values = { ...change, version: before.version + 1 }
  const { id, ...changed } = await trx
    .insertInto('road_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning([...settingsColumns, 'id'])
    .executeTakeFirstOrThrow()
  await appendEvents(trx, actor, [{ type: 'road_settings.updated', id, data: changed, before }], now)
  return changed
}
