import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { StorageUploadTable } from '../../db/tables/storage.ts'
import type { Deps } from '../../deps.ts'
import { requireBucket } from '../buckets/buckets.ts'
import { StorageError } from '../protocol/errors.ts'
import { findObject, metadataOf, wakeForPhotos, writeObject, type Described, type Place } from '../objects/rows.ts'
import { checkContent } from '../objects/types.ts'
import { notThere } from './protocol.ts'

export type UploadRow = Selectable<StorageUploadTable>

/** How long an upload may take, with all its breaks. */
const lifetimeMs = 24 * 3600 * 1000

/** Begins an upload: first the place for its bytes, so that no row lacks one. */
export async function beginUpload(
  deps: Deps,
  place: Place,
  about: { described: Described; length: number | null; upsert: boolean; uploadMetadata: string },
  within: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
): Promise<UploadRow> {
  const id = randomUUID()
  const now = deps.now()
  await deps.objects.partial.create(id)
  return within((trx) =>
    trx
      .insertInto('storage.uploads')
      .values({
        id,
        workspace_id: place.workspaceId,
        bucket_id: place.bucketId,
        name: place.name,
        owner: place.owner,
        owner_id: place.owner,
        upsert: about.upsert,
        length: about.length,
        content_type: about.described.type,
        cache_control: about.described.cacheControl,
        user_metadata: about.described.userMetadata ? JSON.stringify(about.described.userMetadata) : null,
        upload_metadata: about.uploadMetadata,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** The upload, if it is not over. */
export async function findUpload(trx: Trx, id: string, now: Date): Promise<UploadRow | undefined> {
  const row = await trx.selectFrom('storage.uploads').selectAll().where('id', '=', id).executeTakeFirst()
  return row && Date.parse(row.expires_at) > now.getTime() ? row : undefined
}

/** The size of the object that an upload became, if it is there still. */
export async function finishedSize(trx: Trx, id: string, path: string): Promise<number | undefined> {
  const [bucketId = '', ...rest] = path.split('/')
  const object = await findObject(trx, bucketId, rest.join('/'))
  return object?.version === id ? object.size : undefined
}

/** Says how long an upload is, once its sender knows. */
export async function setLength(trx: Trx, id: string, length: number): Promise<void> {
  await trx.updateTable('storage.uploads').set({ length }).where('id', '=', id).where('length', 'is', null).execute()
}

/**
 * Makes an object of an upload whose bytes are all there. Doing it twice, or at the same time, does no harm.
 * @throws StorageError `object_exists`, `bad_type`, …: then the upload is over
 */
export async function finishUpload(
  deps: Deps,
  row: UploadRow,
  within: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
): Promise<void> {
  const described: Described = {
    type: row.content_type,
    cacheControl: row.cache_control,
    encoding: undefined,
    userMetadata: row.user_metadata ?? undefined,
  }
  try {
    const stored = await deps.objects.partial.finish(row.id, { maxBytes: row.length! })
    await within(async (trx) => {
      const mine = await trx.deleteFrom('storage.uploads').where('id', '=', row.id).returning('id').executeTakeFirst()
      // Somebody else was quicker.
      if (!mine) return
      const bucket = await requireBucket(trx, row.bucket_id)
      checkContent(bucket.allowed_mime_types, described.type, stored.type)
      const place = { workspaceId: row.workspace_id, bucketId: row.bucket_id, name: row.name, owner: row.owner }
      await writeObject(trx, deps, place, {
        sha256: stored.sha256,
        size: stored.bytes,
        shownType: stored.type ?? null,
        metadata: metadataOf(stored, described, deps.now()),
        userMetadata: row.user_metadata,
        upsert: row.upsert,
        version: row.id,
      })
    })
  } catch (error) {
    // It would be refused again, however often it is tried.
    const isOver = error instanceof StorageError && ['object_exists', 'bad_type', 'no_bucket'].includes(error.refusal)
    if (isOver) await endUpload(deps, row.id, within)
    throw error
  }
  wakeForPhotos(deps, row.bucket_id)
  await deps.objects.partial.remove(row.id)
}

/** Ends an upload that is not to become an object. */
export async function endUpload(
  deps: Pick<Deps, 'objects'>,
  id: string,
  within: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
): Promise<void> {
  await within((trx) => trx.deleteFrom('storage.uploads').where('id', '=', id).execute())
  await deps.objects.partial.remove(id)
}

/** @throws TusError if it is neither under way nor finished */
export async function lookUp(
  trx: Trx,
  { upload, path }: { upload: string; path: string },
  now: Date,
): Promise<{ row: UploadRow } | { finished: number }> {
  const row = await findUpload(trx, upload, now)
  if (row && `${row.bucket_id}/${row.name}` === path) return { row }
  const finished = row ? undefined : await finishedSize(trx, upload, path)
  if (finished === undefined) throw notThere()
  return { finished }
}
