import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { documentDue } from '#domain/fleet/document-due.ts'
import type { FleetDocument } from '#domain/schema/fleet-document.ts'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { readWorkspace } from '../workspace/queries.ts'

const documentsOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('fleet_documents')
    .select(['id', 'vehicle_id', 'driver_id', 'kind', 'name', 'number', 'expires_on', 'warn_days', 'file'])
    .select(['created_at', 'updated_at', 'version'])
    .where('workspace_id', '=', workspaceId)

export type StoredDocument = Omit<FleetDocument, 'due'>

async function withDue(trx: Trx, workspaceId: string, rows: StoredDocument[], now: Date): Promise<FleetDocument[]> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const today = dayOf(now, time_zone)
  return rows.map((row) => ({ ...row, due: documentDue(row, today) }))
}

type Filter = { vehicle_id?: string | undefined; driver_id?: string | undefined }

/** Documents, those that end first at the top. */
export async function listDocuments(
  trx: Trx,
  workspaceId: string,
  { vehicle_id, driver_id, ...page }: Filter & { cursor?: string | undefined; limit: number },
  now: Date,
) {
  let found = documentsOf(trx, workspaceId)
  let counted = trx.selectFrom('fleet_documents').where('workspace_id', '=', workspaceId)
  if (vehicle_id) {
    found = found.where('vehicle_id', '=', vehicle_id)
    counted = counted.where('vehicle_id', '=', vehicle_id)
  }
  if (driver_id) {
    found = found.where('driver_id', '=', driver_id)
    counted = counted.where('driver_id', '=', driver_id)
  }
  const sort = {
    name: 'expires',
    order: 'asc' as const,
    by: sql`coalesce(expires_on::text, '9999-12-31')`,
    values: textValues,
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found, sort, page)
  const { total } = await counted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: await withDue(trx, workspaceId, rows as StoredDocument[], now), next_cursor, total }
}

/** Documents that end of these vehicles, or of all active vehicles and drivers. */
export async function endingDocuments(trx: Trx, workspaceId: string, now: Date, vehicleIds?: string[]) {
  const { rows } = await sql<StoredDocument & { driver_name: string | null }>`
    select f.id, f.vehicle_id, f.driver_id, f.name, f.expires_on, f.warn_days, d.name as driver_name
    from fleet_documents f left join vehicles v on v.id = f.vehicle_id left join drivers d on d.id = f.driver_id
    where f.workspace_id = ${workspaceId} and f.expires_on is not null
      and (${vehicleIds ?? null}::uuid[] is null and coalesce(v.active, d.active)
        or f.vehicle_id = any(${vehicleIds ?? null}::uuid[]))
    order by f.id`.execute(trx)
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const today = dayOf(now, time_zone)
  return rows.map((row) => ({ ...row, due: documentDue(row, today) }))
}

/** @throws AppError `document_not_found` */
export async function getStoredDocument(trx: Trx, workspaceId: string, id: string): Promise<StoredDocument> {
  const row = await documentsOf(trx, workspaceId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('document_not_found')
  return row
}

/** @throws AppError `document_not_found` */
export async function getDocument(trx: Trx, workspaceId: string, id: string, now: Date): Promise<FleetDocument> {
  const [found] = await withDue(trx, workspaceId, [await getStoredDocument(trx, workspaceId, id)], now)
  return found!
}
