import type { Updateable } from 'kysely'
import type { Imported } from '#domain/api/import.ts'
import { AppError } from '#domain/errors.ts'
import { toImported } from '#domain/import/verdicts.ts'
import { NewDriver, type Driver, type DriverChange, type DriverRow } from '#domain/schema/driver.ts'
import type { Trx } from '../../db/connect.ts'
import { beginImport, type ImportPart, type Quotas } from '../../db/quotas.ts'
import { orConflict } from '../../db/refusal.ts'
import type { DriverTable } from '../../db/tables/drivers.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author, type EventDraft } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { allDepots, getDepot } from '../depots/queries.ts'
import { isMember } from '../workspace/queries.ts'
import { allVehicles, getVehicle } from '../vehicles/queries.ts'
import { allDrivers, getDriver, readDrivers } from './queries.ts'
import { checkDriver, judgeDrivers, toColumns, withChange } from './rules.ts'

/** What each of the table's unique indexes means. */
const taken = { drivers_vehicle: 'vehicle_taken', drivers_user: 'member_taken' } as const

/**
 * Adds a driver. The shift is the workspace's working day by default.
 * @throws AppError `vehicle_not_found`, `depot_not_found`, `member_not_found`, `vehicle_taken`, `member_taken`,
 * `validation_failed`
 */
export async function createDriver(trx: Trx, actor: Actor, driver: NewDriver, now: Date): Promise<Driver> {
  const { workspaceId } = actor
  const workspace = await lockWorkspace(trx, workspaceId)
  const shift_start = driver.shift_start ?? workspace.start_time
  const shift_end = driver.shift_end ?? workspace.end_time
  checkDriver({ ...driver, shift_start, shift_end })
  await checkBelongings(trx, workspaceId, driver)
  const { id } = await orConflict(
    taken,
    trx
      .insertInto('drivers')
      .values({
        ...toColumns(driver),
        shift_start,
        shift_end,
        workspace_id: workspaceId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await tell(trx, actor, [{ id }], now)
  return getDriver(trx, workspaceId, id)
}

/**
 * Changes a driver. A deactivated one keeps the vehicle until another driver takes it.
 * @throws AppError `driver_not_found`, `version_conflict`, and as `createDriver` does
 */
export async function changeDriver(
  trx: Trx,
  actor: Actor,
  id: string,
  change: DriverChange,
  seen: Seen,
  now: Date,
): Promise<Driver> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getDriver(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  checkDriver(withChange(before, change))
  await checkBelongings(trx, workspaceId, {
    vehicle_id: change.vehicle_id === before.vehicle_id ? null : change.vehicle_id,
    depot_id: change.depot_id === before.depot_id ? null : change.depot_id,
    user_id: change.user_id === before.user_id ? null : change.user_id,
  })
  await orConflict(
    taken,
    trx
      .updateTable('drivers')
      .set({ ...toColumns(change), updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  await tell(trx, actor, [{ id, before }], now)
  return getDriver(trx, workspaceId, id)
}

/** Creates new drivers and updates known ones. A dry run only tells what would happen.
 * @throws AppError `quota_reached`
 */
export async function importDrivers(
  trx: Trx,
  actor: Actor,
  {
    drivers,
    at,
    part,
    isDryRun,
  }: { drivers: DriverRow[]; at?: number[] | undefined; part?: ImportPart | undefined; isDryRun: boolean },
  quotas: Quotas,
): Promise<Imported> {
  const { now } = quotas
  const { workspaceId } = actor
  const workspace = await lockWorkspace(trx, workspaceId)
  const verdicts = judgeDrivers(drivers, {
    known: await allDrivers(trx, workspaceId),
    vehicles: await allVehicles(trx, workspaceId),
    depots: await allDepots(trx, workspaceId),
    workspace,
    at,
  })
  if (isDryRun) return toImported(verdicts)
  await beginImport(trx, workspaceId, { part, rows: drivers.length }, quotas)
  const updates = verdicts.flatMap((verdict) => (verdict.outcome === 'updated' ? [verdict] : []))
  const set = (id: string, change: Updateable<DriverTable>) =>
    trx
      .updateTable('drivers')
      .set({ ...change, updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  // Vehicles are freed before anyone gets them, because two drivers may swap theirs.
  for (const { before, change } of updates) if (change.vehicle_id) await set(before.id, { vehicle_id: null })
  for (const { before, change } of updates) await set(before.id, toColumns(change))
  const ids: string[] = []
  const added = verdicts.flatMap((verdict) => (verdict.outcome === 'created' ? [verdict.values] : []))
  const changed: { id: string; before?: Partial<Driver> }[] = updates.map(({ before }) => ({ id: before.id, before }))
  if (added.length > 0) {
    const { start_time: shift_start, end_time: shift_end } = workspace
    const usual = { shift_start, shift_end, workspace_id: workspaceId, created_at: now, updated_at: now }
    const values = added.map((row) => ({ ...usual, ...toColumns(NewDriver.parse(row)) }))
    const inserted = await trx.insertInto('drivers').values(values).returning('id').execute()
    changed.push(...inserted)
    ids.push(...inserted.map(({ id }) => id))
  }
  await tell(trx, actor, changed, now)
  return toImported(verdicts, ids)
}

/**
 * Makes a member the account of a driver. Lock the workspace first.
 * @throws AppError `driver_not_found`, `driver_inactive`, `driver_has_account`, `member_taken` if the member is another driver
 */
export async function tieDriver(trx: Trx, author: Author, id: string, userId: string, now: Date): Promise<void> {
  const { workspaceId } = author
  const before = await getDriver(trx, workspaceId, id)
  if (before.user_id === userId) return
  if (before.user_id) throw new AppError('driver_has_account')
  if (!before.active) throw new AppError('driver_inactive')
  await orConflict(
    taken,
    trx
      .updateTable('drivers')
      .set({ user_id: userId, updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  await tell(trx, author, [{ id, before }], now)
}

/** Whoever leaves the workspace is none of its drivers any more. The driver stays. */
export async function freeMember(trx: Trx, author: Author, userId: string, now: Date): Promise<void> {
  const freed = await trx
    .updateTable('drivers')
    .set({ user_id: null, updated_at: now })
    .where('workspace_id', '=', author.workspaceId)
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  const changed = freed.map(({ id }) => ({ id, before: { user_id: userId } }))
  await tell(trx, author, changed, now)
}

/** Appends to the event log: new drivers, and changed ones with what they were before. */
async function tell(
  trx: Trx,
  actor: Author,
  changed: { id: string; before?: Partial<Driver> | undefined }[],
  now: Date,
): Promise<void> {
  const ids = changed.map(({ id }) => id)
  const drivers = await readDrivers(trx, actor.workspaceId, ids)
  const drafts = changed.map(({ id, before }): EventDraft => {
    const type = before ? 'driver.updated' : 'driver.created'
    return { type, id, data: drivers.get(id)!, before }
  })
  await appendEvents(trx, actor, drafts, now)
}

type Belongings = {
  vehicle_id?: string | null | undefined
  depot_id?: string | null | undefined
  user_id?: string | null | undefined
}

/** Foreign keys ignore workspaces, so this rejects vehicles and depots of other workspaces, and inactive ones. */
async function checkBelongings(
  trx: Trx,
  workspaceId: string,
  { vehicle_id, depot_id, user_id }: Belongings,
): Promise<void> {
  if (vehicle_id && !(await getVehicle(trx, workspaceId, vehicle_id)).active) {
    throw new AppError('vehicle_not_found', { detail: 'That vehicle is not active.' })
  }
  if (depot_id && !(await getDepot(trx, workspaceId, depot_id)).active) {
    throw new AppError('depot_not_found', { detail: 'That depot is not active.' })
  }
  if (user_id && !(await isMember(trx, workspaceId, user_id))) throw new AppError('member_not_found')
}
