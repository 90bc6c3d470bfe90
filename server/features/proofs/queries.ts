import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { missingProofs, neededProofs, worthless, type Taken } from '#domain/road/requirements.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { DeliveryProofs } from '#domain/schema/proof.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { getDelivery } from '../deliveries/queries.ts'
import { readRoadSettings } from '../road-settings/queries.ts'
import { namesOf, proofsBucket, shownPhoto, shownProof, type Arrived, type PhotoRow, type ProofRow } from './rules.ts'

/** The proofs of a delivery, in the order in which they were taken. */
export function readProofs(trx: Trx, workspaceId: string, deliveryId: string): Promise<ProofRow[]> {
  return trx
    .selectFrom('proofs')
    .leftJoin('drivers', (join) =>
      join.onRef('drivers.id', '=', 'proofs.driver_id').on('drivers.workspace_id', '=', workspaceId),
    )
    .selectAll('proofs')
    .select('drivers.name as driver_name')
    .where('proofs.workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('taken_at')
    .orderBy('sequence')
    .orderBy('proofs.id')
    .execute()
}

/** What was taken of a delivery, without the lines of signatures: each new proof looks at all that are there. */
export function readTaken(trx: Trx, workspaceId: string, deliveryId: string): Promise<(Taken & { id: string })[]> {
  return trx
    .selectFrom('proofs')
    .select(['id', 'kind', 'flags', sql<string | undefined>`case kind when 'scan' then data ->> 'code' end`.as('code')])
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('taken_at')
    .orderBy('sequence')
    .orderBy('id')
    .execute()
}

/** The kinds of proof that are there of each delivery and prove something. */
export async function readKinds(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, string[]>> {
  if (!ids.length) return new Map()
  const rows = await trx
    .selectFrom('proofs')
    .select('delivery_id')
    .select(sql<string[]>`array_agg(distinct kind order by kind)`.as('kinds'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .where(sql<boolean>`not flags && ${[...worthless]}::text[]`)
    .groupBy('delivery_id')
    .execute()
  return new Map(rows.map(({ delivery_id, kinds }) => [delivery_id, kinds]))
}

/** The photos of a delivery: of its proofs, and of failed attempts. */
export function readPhotos(trx: Trx, workspaceId: string, deliveryId: string): Promise<PhotoRow[]> {
  return trx
    .selectFrom('photos')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('taken_at')
    .orderBy('id')
    .execute()
}

/** A proof as `missingProofs` looks at it. */
const asTaken = ({ kind, flags, data }: Pick<ProofRow, 'kind' | 'flags' | 'data'>): Taken => ({
  kind,
  flags,
  code: data.code,
})

/**
 * Everything that proves a delivery, and what it lacks.
 * @throws AppError `delivery_not_found`
 */
export async function listProofs(
  trx: Trx,
  { workspaceId, role }: Pick<Actor, 'workspaceId' | 'role'>,
  id: string,
  now: Date,
): Promise<Omit<DeliveryProofs, 'pin'>> {
  const delivery = await getDelivery(trx, workspaceId, id)
  const settings = await readRoadSettings(trx, workspaceId)
  const rows = await readProofs(trx, workspaceId, id)
  const photos = await readPhotos(trx, workspaceId, id)
  const byId = new Map(photos.map((photo) => [photo.id, photo]))
  const isClient = role === 'client'
  const brought = await broughtParcels(trx, workspaceId, id)
  return {
    data: rows.map((row) => {
      const shown = shownProof(row, byId.get(row.photo_id ?? ''), now)
      return isClient ? { ...shown, driver_name: null } : shown
    }),
    photos: photos.filter(({ about }) => about === 'failure').map((photo) => shownPhoto(photo, now)),
    needed: neededProofs(delivery, settings),
    missing: missingProofs(delivery, settings, rows.map(asTaken), brought).filter(isAskedThen(delivery)),
  }
}

/** What is asked for from now on was not asked for when it was delivered. */
const isAskedThen =
  ({ status, missing_proofs }: Delivery) =>
  ({ kind }: { kind: Delivery['missing_proofs'][number] }) =>
    status !== 'delivered' || missing_proofs.includes(kind)

/** Places of the parcels that were brought, as far as the driver said how each ended. */
export async function broughtParcels(trx: Trx, workspaceId: string, deliveryId: string): Promise<number[] | undefined> {
  const rows = await trx
    .selectFrom('parcel_progress')
    .select(['index', 'ended'])
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .where('ended', 'is not', null)
    .execute()
  return rows.length ? rows.filter(({ ended }) => ended === 'delivered').map(({ index }) => index) : undefined
}

/** What is sent of a photo: its content and its type. */
export async function readPhotoFile(
  trx: Trx,
  workspaceId: string,
  { id, isOriginal }: { id: string; isOriginal: boolean },
): Promise<{ sha256: string; size: number; type: string }> {
  const file = await trx
    .selectFrom('photos')
    .innerJoin('storage.objects as o', 'o.id', isOriginal ? 'photos.original_id' : 'photos.object_id')
    .select(['o.sha256', 'o.size', 'o.shown_type'])
    .where('photos.workspace_id', '=', workspaceId)
    .where('photos.id', '=', id)
    .executeTakeFirst()
  if (!file?.shown_type?.startsWith('image/') || file.shown_type === 'image/svg+xml') {
    throw new AppError('photo_not_found')
  }
  return { sha256: file.sha256, size: file.size, type: file.shown_type }
}

/** What arrived for a photo: the file itself, and the one as it was taken. */
export async function findFiles(
  trx: Trx,
  workspaceId: string,
  { id, user_id }: Pick<PhotoRow, 'id' | 'user_id'>,
): Promise<{ photo: Arrived | undefined; original: Arrived | undefined }> {
  if (user_id === null) return { photo: undefined, original: undefined }
  const names = namesOf(user_id, id)
  const rows = await trx
    .selectFrom('storage.objects')
    .select(['id', 'name', 'sha256', 'shown_type'])
    .where('workspace_id', '=', workspaceId)
    .where('bucket_id', '=', proofsBucket)
    .where(sql<boolean>`name = any(${Object.values(names)}::text[])`)
    .execute()
  const named = (name: string) => rows.find((row) => row.name === name)
  return { photo: named(names.photo), original: named(names.original) }
}

/** The name of a file in the bucket of proofs. */
export async function readFileName(trx: Trx, workspaceId: string, objectId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('storage.objects')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('bucket_id', '=', proofsBucket)
    .where('id', '=', objectId)
    .executeTakeFirst()
  return row?.name
}

/** A photo in the folder of its driver. */
export function findPhoto(trx: Trx, workspaceId: string, { userId, photoId }: { userId: string; photoId: string }) {
  return trx
    .selectFrom('photos')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', photoId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Photos that should have arrived by now and of which nobody was told, by workspace. */
export async function photosToMiss(db: Db, before: Date, most: number): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ workspace_id: string; photo_id: string }>`
    select workspace_id, photo_id from photos_to_miss(${before}, ${most})`.execute(inOneStatement(db))
  const grouped = Map.groupBy(rows, ({ workspace_id }) => workspace_id)
  return new Map([...grouped].map(([id, photos]) => [id, photos.map(({ photo_id }) => photo_id)]))
}
