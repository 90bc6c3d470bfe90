import type { Imported } from '#domain/api/import.ts'
import { toImported } from '#domain/import/verdicts.ts'
import type { Compartment } from '#domain/schema/compartment.ts'
import { NewVehicle, type Vehicle, type VehicleChange, type VehicleRow } from '#domain/schema/vehicle.ts'
import type { Trx } from '../../db/connect.ts'
import { beginImport, type ImportPart, type Quotas } from '../../db/quotas.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type EventDraft } from '../../events/append.ts'
import { freeDrivers } from '../../events/free-drivers.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { allVehicles, codesStarting, getVehicle, readVehicles, type StoredVehicle } from './queries.ts'
import { checkTemperatures, codePrefix, freeCodes, judgeVehicles } from './rules.ts'

/**
 * Adds a vehicle, by default with the next free code.
 * @throws AppError `duplicate_code`
 */
export async function createVehicle(trx: Trx, actor: Actor, vehicle: NewVehicle, now: Date): Promise<Vehicle> {
  await lockWorkspace(trx, actor.workspaceId)
  const code = vehicle.code ?? (await nextFreeCode(trx, actor.workspaceId))
  const { id } = await orConflict(
    { vehicles_code: 'duplicate_code' },
    trx
      .insertInto('vehicles')
      .values({ ...stored(vehicle), code, workspace_id: actor.workspaceId, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await tell(trx, actor, [{ id }], now)
  return getVehicle(trx, actor.workspaceId, id)
}

/**
 * Changes a vehicle. A deactivated one loses its driver.
 * @throws AppError `vehicle_not_found`, `version_conflict`, `duplicate_code`, `validation_failed`
 */
export async function changeVehicle(
  trx: Trx,
  actor: Actor,
  id: string,
  change: VehicleChange,
  seen: Seen,
  now: Date,
): Promise<Vehicle> {
  // No driver can get the vehicle while it is being deactivated.
  await lockWorkspace(trx, actor.workspaceId)
  const before = await getVehicle(trx, actor.workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  checkTemperatures({ ...before, ...change })
  await orConflict(
    { vehicles_code: 'duplicate_code' },
    trx
      .updateTable('vehicles')
      .set({ ...stored(change), updated_at: now })
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  await tell(trx, actor, [{ id, before }], now)
  if (change.active === false) await freeDrivers(trx, actor, { vehicle_id: id }, now)
  return getVehicle(trx, actor.workspaceId, id)
}

/** Creates new vehicles and updates known ones. A dry run only tells what would happen.
 * @throws AppError `quota_reached`
 */
export async function importVehicles(
  trx: Trx,
  actor: Actor,
  {
    vehicles,
    at,
    part,
    isDryRun,
  }: { vehicles: VehicleRow[]; at?: number[] | undefined; part?: ImportPart | undefined; isDryRun: boolean },
  quotas: Quotas,
): Promise<Imported> {
  const { now } = quotas
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const verdicts = judgeVehicles(vehicles, await allVehicles(trx, workspaceId), at)
  if (isDryRun) return toImported(verdicts)
  await beginImport(trx, workspaceId, { part, rows: vehicles.length }, quotas)
  const ids: string[] = []
  const added = verdicts.flatMap((verdict) => (verdict.outcome === 'created' ? [verdict.values] : []))
  const changed: { id: string; before?: Partial<StoredVehicle> }[] = []
  if (added.length > 0) {
    const usual = { workspace_id: workspaceId, created_at: now, updated_at: now }
    const values = added.map(({ code, ...row }) => ({ ...stored(NewVehicle.parse(row)), code: code!, ...usual }))
    const inserted = await trx.insertInto('vehicles').values(values).returning('id').execute()
    changed.push(...inserted)
    ids.push(...inserted.map(({ id }) => id))
  }
  for (const verdict of verdicts) {
    if (verdict.outcome !== 'updated') continue
    await trx
      .updateTable('vehicles')
      .set({ ...stored(verdict.change), updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', verdict.before.id)
      .execute()
    changed.push({ id: verdict.before.id, before: verdict.before as Partial<StoredVehicle> })
  }
  await tell(trx, actor, changed, now)
  return toImported(verdicts, ids)
}

/** A vehicle as it is written: its compartments are JSON. */
const stored = <V extends { compartments?: Compartment[] | undefined }>({ compartments, ...rest }: V) => ({
  ...rest,
  ...(compartments && { compartments: JSON.stringify(compartments) }),
})

/** Appends to the event log: new vehicles, and changed ones with what they were before. */
async function tell(
  trx: Trx,
  actor: Actor,
  changed: { id: string; before?: Partial<StoredVehicle> | undefined }[],
  now: Date,
): Promise<void> {
  const ids = changed.map(({ id }) => id)
  const vehicles = await readVehicles(trx, actor.workspaceId, ids)
  const drafts = changed.map(({ id, before }): EventDraft => {
    const type = before ? 'vehicle.updated' : 'vehicle.created'
    return { type, id, data: vehicles.get(id)!, before }
  })
  await appendEvents(trx, actor, drafts, now)
}

async function nextFreeCode(trx: Trx, workspaceId: string): Promise<string> {
  return freeCodes(await codesStarting(trx, workspaceId, codePrefix), 1)[0]!
}
