import type { Imported } from '#domain/api/import.ts'
import { deliveryStates, isEnd } from '#domain/delivery-state.ts'
import { AppError } from '#domain/errors.ts'
import { toImported } from '#domain/import/verdicts.ts'
import { mostDepotAliases, NewDepot, type Depot, type DepotChange, type DepotRow } from '#domain/schema/depot.ts'
import type { Trx } from '../../db/connect.ts'
import { beginImport, type ImportPart, type Quotas } from '../../db/quotas.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type EventDraft } from '../../events/append.ts'
import { freeDrivers } from '../../events/free-drivers.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { readPickupsAgain } from '../delivery-positions/commands.ts'
import { allDepots, depotMeant, getDepot, readDepots } from './queries.ts'
import { checkDefault, checkHours, judgeDepots } from './rules.ts'

/** Adds a depot. The first one becomes the default; a new default replaces the old one. */
export async function createDepot(trx: Trx, actor: Actor, depot: NewDepot, now: Date): Promise<Depot> {
  const { workspaceId } = actor
  checkUnlimited(actor)
  await lockWorkspace(trx, workspaceId)
  const isDefault = depot.is_default || !(await defaultDepot(trx, workspaceId))
  checkDefault({ ...depot, is_default: isDefault })
  const replaced = isDefault ? await unsetDefault(trx, workspaceId, now) : []

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
  await tell(trx, actor, [{ id }, ...replaced], now)
  if (isDefault) await adoptDeliveries(trx, workspaceId, id)
  await readPickupsAgain(trx, actor, namesOf(depot), now)
  return getDepot(trx, workspaceId, id)
}

/**
 * Changes a depot. Drivers of a deactivated depot start from the default depot. It keeps its deliveries that have ended, and
 * the members who are limited to it stay so.
 * @throws AppError `depot_not_found`, `version_conflict`, `depot_in_use`, `depot_has_deliveries`,
 * `depot_has_transfers`, `validation_failed`
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
  if (before.active && !after.active) await checkUnused(trx, workspaceId, id)
  const isNewDefault = after.is_default && !before.is_default
  if (isNewDefault) checkUnlimited(actor)
  const replaced = isNewDefault ? await unsetDefault(trx, workspaceId, now) : []

  const { location, ...fields } = change
  await trx
    .updateTable('depots')
    .set({ ...fields, ...location, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await tell(trx, actor, [{ id, before }, ...replaced], now)
  if (before.active && !after.active) await freeDrivers(trx, actor, { depot_id: id }, now)
  if (after.active) await readPickupsAgain(trx, actor, namesOf(after), now)
  // A depot that moves or is renamed keeps its deliveries. One that is closed, or said not to be that place, does not.
  const isClosed = before.active && !after.active
  const lost = isClosed ? namesOf(before) : before.aliases.filter((alias) => !after.aliases.includes(alias))
  await readPickupsAgain(trx, actor, lost, now, { lets: id })
  return getDepot(trx, workspaceId, id)
}

/** Every way in which a pickup address can mean it. */
const namesOf = ({ name, address, aliases }: Pick<Depot, 'name' | 'address' | 'aliases'>) => [name, address, ...aliases]

/**
 * Says that an address means this depot. Pending deliveries that are picked up there leave from it.
 * @throws AppError `depot_not_found`, `depot_inactive`, `alias_taken`, `validation_failed`
 */
export async function addAlias(
  trx: Trx,
  actor: Actor,
  id: string,
  alias: string,
  now: Date,
): Promise<{ depot: Depot; deliveries: number }> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getDepot(trx, workspaceId, id)
  if (!before.active) throw new AppError('depot_inactive')
  const meant = await depotMeant(trx, alias)
  if (meant !== null && meant !== id) throw new AppError('alias_taken')
  if (meant === null) {
    const aliases = [...before.aliases, alias]
    const isTooMany = aliases.length > mostDepotAliases
    if (isTooMany) {
      const message = `At most ${mostDepotAliases} other names.`
      throw new AppError('validation_failed', { errors: [{ path: 'alias', message }] })
    }
    await trx
      .updateTable('depots')
      .set({ aliases, updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await tell(trx, actor, [{ id, before }], now)
  }
  const deliveries = await readPickupsAgain(trx, actor, [alias], now)
  return { depot: await getDepot(trx, workspaceId, id), deliveries }
}

/**
 * Creates new depots and updates known ones. The first depot becomes the default. A dry run only tells what would
 * happen.
 */
export async function importDepots(
  trx: Trx,
  actor: Actor,
  {
    depots,
    at,
    part,
    isDryRun,
  }: { depots: DepotRow[]; at?: number[] | undefined; part?: ImportPart | undefined; isDryRun: boolean },
  quotas: Quotas,
): Promise<Imported> {
  const { now } = quotas
  const { workspaceId } = actor
  checkUnlimited(actor)
  await lockWorkspace(trx, workspaceId)
  const verdicts = judgeDepots(depots, await allDepots(trx, workspaceId), at)
  if (isDryRun) return toImported(verdicts)
  await beginImport(trx, workspaceId, { part, rows: depots.length }, quotas)
  const added = verdicts.flatMap((verdict) => (verdict.outcome === 'created' ? [verdict.values] : []))
  const changed: Changed[] = []
  const ids: string[] = []
  if (added.length > 0) {
    const hasDefault = (await defaultDepot(trx, workspaceId)) !== undefined
    const values = added.map((row, at) => {
      const { location, ...fields } = NewDepot.parse({ ...row, is_default: !hasDefault && at === 0 })
      return { ...fields, ...location, workspace_id: workspaceId, created_at: now, updated_at: now }
    })
    const inserted = await trx.insertInto('depots').values(values).returning(['id', 'is_default']).execute()
    ids.push(...inserted.map(({ id }) => id))
    changed.push(...ids.map((id) => ({ id })))
    const first = inserted.find((each) => each.is_default)
    if (first) await adoptDeliveries(trx, workspaceId, first.id)
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
    changed.push({ id: verdict.before.id, before: verdict.before })
  }
  await tell(trx, actor, changed, now)
  const names = depots.flatMap(({ name, address }) => [name, ...(address ? [address] : [])])
  await readPickupsAgain(trx, actor, names, now)
  return toImported(verdicts, ids)
}

type Changed = { id: string; before?: Partial<Depot> | undefined }

/** Appends to the event log: new depots, and changed ones with what they were before. */
async function tell(trx: Trx, actor: Actor, changed: Changed[], now: Date): Promise<void> {
  const ids = changed.map(({ id }) => id)
  const depots = await readDepots(trx, actor.workspaceId, ids)
  const drafts = changed.map(({ id, before }): EventDraft => {
    const type = before ? 'depot.updated' : 'depot.created'
    return { type, id, data: depots.get(id)!, before }
  })
  await appendEvents(trx, actor, drafts, now)
}

/** Whoever is limited to some depots adds none, and does not choose the default one. */
function checkUnlimited({ depotIds }: Actor): void {
  if (depotIds) throw new AppError('not_your_depot')
}

/** Deliveries from before there was a depot leave from the first one. It is no change that somebody has to be told of. */
async function adoptDeliveries(trx: Trx, workspaceId: string, depot_id: string): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ depot_id })
    .where('workspace_id', '=', workspaceId)
    .where('depot_id', 'is', null)
    .execute()
}

/** @throws AppError `depot_has_deliveries` saying how many */
async function checkUnused(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const { deliveries } = await trx
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('deliveries'))
    .where('workspace_id', '=', workspaceId)
    .where('depot_id', '=', id)
    .where('status', 'not in', deliveryStates.filter(isEnd))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (!deliveries) return checkNoTransfers(trx, workspaceId, id)
  const say = deliveries === 1 ? '1 delivery is' : `${deliveries} deliveries are`
  throw new AppError('depot_has_deliveries', { detail: `${say} still to be made from it.`, deliveries })
}

/** @throws AppError `depot_has_transfers` */
async function checkNoTransfers(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const { transfers } = await trx
    .selectFrom('transfers')
    .select((eb) => eb.fn.countAll<number>().as('transfers'))
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['planned', 'departed'])
    .where((eb) => eb.or([eb('from_depot_id', '=', id), eb('to_depot_id', '=', id)]))
    .executeTakeFirstOrThrow()
  if (transfers) throw new AppError('depot_has_transfers', { transfers })
}

function defaultDepot(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('depots')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .executeTakeFirst()
}

async function unsetDefault(trx: Trx, workspaceId: string, now: Date): Promise<Changed[]> {
  const rows = await trx
    .updateTable('depots')
    .set({ is_default: false, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .returning('id')
    .execute()
  return rows.map(({ id }) => ({ id, before: { is_default: true } }))
}
