import { AppError } from '#domain/errors.ts'
import type { FleetDocument, FleetDocumentChange, NewFleetDocument } from '#domain/schema/fleet-document.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getDriver } from '../drivers/queries.ts'
import { getVehicle } from '../vehicles/queries.ts'
import { getDocument, getStoredDocument } from './queries.ts'

const written = (file: NewFleetDocument['file']) => (file ? JSON.stringify(file) : null)

/**
 * Adds a document of a vehicle or a driver.
 * @throws AppError `vehicle_not_found`, `driver_not_found`, `document_file_missing`
 */
export async function createDocument(
  trx: Trx,
  actor: Actor,
  { file, ...document }: NewFleetDocument,
  now: Date,
): Promise<FleetDocument> {
  const { workspaceId } = actor
  if (document.vehicle_id) await getVehicle(trx, workspaceId, document.vehicle_id)
  if (document.driver_id) await getDriver(trx, workspaceId, document.driver_id)
  await checkFile(trx, workspaceId, file)
  const { id } = await trx
    .insertInto('fleet_documents')
    .values({ ...document, file: written(file), workspace_id: workspaceId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = await getStoredDocument(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'fleet_document.created', id, data }], now)
  return getDocument(trx, workspaceId, id, now)
}

/** The file has been uploaded to the workspace's own bucket. */
async function checkFile(trx: Trx, workspaceId: string, file: NewFleetDocument['file'] | undefined): Promise<void> {
  if (!file) return
  const there = await trx
    .selectFrom('storage.objects')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('bucket_id', '=', 'documents')
    .where('name', '=', file.path)
    .executeTakeFirst()
  if (!there) throw new AppError('document_file_missing')
}

/**
 * Changes a document.
 * @throws AppError `document_not_found`, `version_conflict`, `document_file_missing`
 */
export async function changeDocument(
  trx: Trx,
  actor: Actor,
  id: string,
  { file, ...change }: FleetDocumentChange,
  seen: Seen,
  now: Date,
): Promise<FleetDocument> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getStoredDocument(trx, workspaceId, id)
  await checkSeen(seen, before, () => getDocument(trx, workspaceId, id, now).then((current) => ({ current })))
  await checkFile(trx, workspaceId, file)
  await trx
    .updateTable('fleet_documents')
    .set({ ...change, ...(file !== undefined && { file: written(file) }), updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getStoredDocument(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'fleet_document.updated', id, data, before }], now)
  return getDocument(trx, workspaceId, id, now)
}

/**
 * Deletes a document; its file stays.
 * @throws AppError `document_not_found`, `version_conflict`
 */
export async function deleteDocument(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const data = await getStoredDocument(trx, workspaceId, id)
  await checkSeen(seen, data, () => getDocument(trx, workspaceId, id, now).then((current) => ({ current })))
  await trx.deleteFrom('fleet_documents').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, actor, [{ type: 'fleet_document.deleted', id, data }], now)
}
