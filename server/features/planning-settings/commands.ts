import type { PlanningSettings, PlanningSettingsChange } from '#domain/schema/planning-settings.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { readPlanningSettings, settingsColumns } from './queries.ts'

/**
 * Changes what plans are made with. Plans that exist stay as they are.
 * @throws AppError `version_conflict`
 */
export async function changePlanningSettings(
  trx: Trx,
  actor: Actor,
  change: PlanningSettingsChange,
  seen: Seen,
  now: Date,
): Promise<PlanningSettings> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await readPlanningSettings(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  const values = { ...toColumns(change), version: before.version + 1 }
  const { id, ...changed } = await trx
    .insertInto('planning_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning([...settingsColumns, 'id'])
    .executeTakeFirstOrThrow()
  await appendEvents(trx, actor, [{ type: 'planning_settings.updated', id, data: changed, before }], now)
  return changed
}

/** Settings as columns: JSON as text. */
function toColumns({
  overtime,
  speeds,
  service_factors,
  traffic,
  balance,
  keep_apart,
  keep_apart_on_board,
  ...plain
}: PlanningSettingsChange) {
  const json = { overtime, speeds, service_factors, traffic, keep_apart, keep_apart_on_board }
  const given = Object.entries(json).filter(([, value]) => value !== undefined)
  return {
    ...plain,
    ...(Object.fromEntries(given.map(([name, value]) => [name, JSON.stringify(value)])) as Record<
      keyof typeof json,
      string
    >),
    ...(balance !== undefined && { balance: balance === null ? null : JSON.stringify(balance) }),
  }
}
