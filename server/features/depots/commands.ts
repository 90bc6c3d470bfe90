import type { ImportReply } from '#domain/api/import.ts'
import { AppError } from '#domain/errors.ts'
import { toImportReply } from '#domain/import/verdicts.ts'
import { NewDepot, type Depot, type DepotChange, type DepotRow } from '#domain/schema/depot.ts'
import type { Trx } from '../../db/connect.ts'
import { beginImport, type ImportPart, type Quotas } from '../../db/quotas.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { allDepots, getDepot } from './queries.ts'
import { checkDefault, checkHours, judgeDepots } from './rules.ts'

/** Adds a depot. The first one becomes the default; a new default replaces the old one. */
export async function createDepot(trx: Trx, actor: Actor, depot: NewDepot, now: Date): Promise<Depot> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const isDefault = depot.is_default || !(await defaultDepot(trx, workspaceId))
  checkDefault({ ...depot, is_default: isDefault })
  if (isDefault) await unsetDefault(trx, workspaceId, now)

  const { location, ...fields } = depot
  const { id } = await trx
    .insertInto('depots')
    .values({
      ...fields,
      ...location,
      is_default: isDefault,
      workspace_id: workspaceId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getDepot(trx, workspaceId, id)
}

/**
 * Changes a depot. Drivers of a deactivated depot start from the default depot.
 * @throws AppError `depot_not_found`, `version_conflict`, `depot_in_use`, `validation_failed`
 */
export async function changeDepot(
  trx: Trx,
  actor: Actor,
  id: string,
  change: DepotChange,
  seen: Seen,
  now: Date,
): Promise<Depot> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getDepot(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  if (before.is_default && (change.is_default === false || change.active === false)) throw new AppError('depot_in_use')
  const after = { ...before, ...change }
  checkHours(after)
  checkDefault(after)
  if (after.is_default && !before.is_default) await unsetDefault(trx, workspaceId, now)

  const { location, ...fields } = change
  await trx
    .updateTable('depots')
    .set({ ...fields, ...location, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  if (before.active && !after.active) {
    await trx
      .updateTable('drivers')
      .set({ depot_id: null, updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('depot_id', '=', id)
      .execute()
  }
  return getDepot(trx, workspaceId, id)
}

/**
 * Creates new depots and updates known ones. The first depot becomes the default. A dry run only tells what would
 * happen.
 */
export async function importDepots(
  trx: Trx,
  { workspaceId }: Actor,
  { depots, part, isDryRun }: { depots: DepotRow[]; part?: ImportPart | undefined; isDryRun: boolean },
  quotas: Quotas,
): Promise<ImportReply> {
  const { now } = quotas
  await lockWorkspace(trx, workspaceId)
  const verdicts = judgeDepots(depots, await allDepots(trx, workspaceId))
  if (isDryRun) return toImportReply(verdicts)
  await beginImport(trx, workspaceId, { part, rows: depots.length }, quotas)
  const added = verdicts.flatMap((verdict) => (verdict.outcome === 'created' ? [verdict.values] : []))
  if (added.length > 0) {
    const hasDefault = (await defaultDepot(trx, workspaceId)) !== undefined
    const values = added.map((row, at) => {
      const { location, ...fields } = NewDepot.parse({ ...row, is_default: !hasDefault && at === 0 })
      return { ...fields, ...location, workspace_id: workspaceId, created_at: now, updated_at: now }
    })
    await trx.insertInto('depots').values(values).execute()
  }
  for (const verdict of verdicts) {
    if (verdict.outcome !== 'updated') continue
    const { location, ...fields } = verdict.change
    await trx
      .updateTable('depots')
      .set({ ...fields, ...location, updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', verdict.before.id)
      .execute()
  }
  return toImportReply(verdicts)
}

function defaultDepot(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('depots')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .executeTakeFirst()
}

async function unsetDefault(trx: Trx, workspaceId: string, now: Date): Promise<void> {
  await trx
    .updateTable('depots')
    .set({ is_default: false, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .execute()
}
