import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { noteByCaller } from '../../audit/note.ts'
import type { Trx } from '../../db/connect.ts'
import { checkBytes, checkObjects } from '../../db/quotas.ts'
import type { ObjectMetadata, StorageObjectTable } from '../../db/tables/storage.ts'
import type { Deps } from '../../deps.ts'
import { checkPhoto } from '../../queue/tasks.ts'
import type { StoredObject } from '../../objects/store.ts'
import { StorageError } from '../protocol/errors.ts'

export type ObjectRow = Selectable<StorageObjectTable>

/** Where an object belongs, and who brought it. */
export type Place = { workspaceId: string; bucketId: string; name: string; owner: string | null }

/** What the sender says about the content. */
export type Described = {
  type: string
  cacheControl: string
  encoding: string | undefined
  userMetadata: Record<string, unknown> | undefined
}

/** The object of this name in the transaction's workspace. */
export const findObject = (trx: Trx, bucketId: string, name: string): Promise<ObjectRow | undefined> =>
  trx
    .selectFrom('storage.objects')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .where('name', '=', name)
    .executeTakeFirst()

/** @throws StorageError `no_object` */
export async function requireObject(trx: Trx, bucketId: string, name: string): Promise<ObjectRow> {
  const row = await findObject(trx, bucketId, name)
  if (!row) throw new StorageError('no_object')
  return row
}

export function metadataOf({ md5, bytes }: StoredObject, described: Described, now: Date): ObjectMetadata {
  return {
    eTag: `"${md5}"`,
    size: bytes,
    mimetype: described.type,
    cacheControl: described.cacheControl,
    lastModified: now.toISOString(),
    contentLength: bytes,
    httpStatusCode: 200,
    ...(described.encoding && { contentEncoding: described.encoding }),
  }
}

/**
 * Gives content a name, once its bytes are stored for good. Of two at the same moment, the later one replaces the earlier
 * one as a whole with `upsert`, and is refused without it.
 * @throws StorageError `object_exists`, `no_bucket`; AppError `quota_reached`
 */
export async function writeObject(
  trx: Trx,
  deps: Pick<Deps, 'config' | 'now' | 'queue'>,
  place: Place,
  content: {
    sha256: string
    size: number
    shownType: string | null
    metadata: ObjectMetadata
    userMetadata: Record<string, unknown> | null
    upsert: boolean
    /** By default, a new one. */
    version?: string
  },
): Promise<ObjectRow> {
  const now = deps.now()
  const values = {
    owner: place.owner,
    owner_id: place.owner,
    sha256: content.sha256,
    size: content.size,
    shown_type: content.shownType,
    metadata: JSON.stringify(content.metadata),
    user_metadata: content.userMetadata && JSON.stringify(content.userMetadata),
    version: content.version ?? randomUUID(),
    updated_at: now,
  }
  const row = await trx
    .insertInto('storage.objects')
    .values({
      workspace_id: place.workspaceId,
      bucket_id: place.bucketId,
      name: place.name,
      created_at: now,
      last_accessed_at: now,
      ...values,
    })
    .onConflict((conflict) => {
      const same = conflict.columns(['workspace_id', 'bucket_id', 'name'])
      return content.upsert ? same.doUpdateSet(values) : same.doNothing()
    })
    .returningAll()
    .executeTakeFirst()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === bucketReference ? new StorageError('no_bucket') : error
    })
  if (!row) throw new StorageError('object_exists')
  const record = { kind: 'file', id: row.id, label: `${place.bucketId}/${place.name}` }
  noteByCaller(trx, place.workspaceId, { action: 'file.stored', record, detail: { bytes: content.size } }, now)
  await checkBytes(trx, place.workspaceId, deps.config.quotas)
  await checkObjects(trx, place.workspaceId, deps.config.quotas)
  if (place.bucketId === proofsBucket) {
    await deps.queue.add(trx, checkPhoto, { workspaceId: place.workspaceId, objectId: row.id })
  }
  return row
}

/** Where drivers' photos arrive. */
const proofsBucket = 'proofs'

/** Lets a photo that was just stored be looked at without delay. */
export function wakeForPhotos({ queue }: Pick<Deps, 'queue'>, bucketId: string): void {
  if (bucketId === proofsBucket) queue.wake(checkPhoto)
}

/** Not kept if the bucket was deleted while the bytes arrived. */
const bucketReference = 'objects_workspace_id_bucket_id_fkey'
