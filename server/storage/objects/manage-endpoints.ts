import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { noteByCaller } from '../../audit/note.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { WireActor, WorkspaceActor } from '../../http/callers/wire.ts'
import { requireBucket, type BucketRow } from '../buckets/buckets.ts'
import { readPart } from '../protocol/body.ts'
import { letIn } from '../protocol/callers.ts'
import { StorageError } from '../protocol/errors.ts'
import { checkKey } from '../protocol/names.ts'
import { mayDo } from '../rules.ts'
import { readCacheControl, readType } from './described.ts'
import { findObject, requireObject, writeObject, type ObjectRow } from './rows.ts'
import { checkContent, checkDeclared } from './types.ts'
import { mustBeAllowed, ownerOf, sizeLimitOf, type ToObject } from './upload.ts'

const mostKeys = 1000
const key = z.string().min(1).max(2000)

const FromTo = z.object({
  bucketId: z.string(),
  sourceKey: key,
  destinationKey: key,
  destinationBucket: z.string().nullish(),
})
const Copy = FromTo.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).nullish(),
})
const Remove = z.object({
  prefixes: z
    .array(z.union([z.string(), z.object({ path: z.string() }).transform(({ path }) => path)]))
    .min(1)
    .max(mostKeys),
})

/** Deleted files are one entry, with the first hundred names. */
function noteDeleted(trx: Trx, gone: ObjectRow[], now: Date): void {
  const [first] = gone
  if (!first) return
  const names = gone.map(({ bucket_id, name }) => `${bucket_id}/${name}`)
  const record = { kind: 'file', id: gone.length === 1 ? first.id : null, label: gone.length === 1 ? names[0]! : null }
  const more = gone.length > 1 ? { detail: { files: gone.length }, personal: { names } } : {}
  noteByCaller(trx, first.workspace_id, { action: 'file.deleted', record, ...more }, now)
}

type InBucket = { Params: { bucket: string } }

/** Moving, copying and deleting objects. */
export function registerManaging(storage: FastifyInstance, deps: Deps): void {
  storage.post('/object/move', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const { bucketId, sourceKey, destinationKey, destinationBucket } = readPart(FromTo, request.body)
    const target = destinationBucket ?? bucketId
    await visitor.within(async (trx, actor) => {
      const source = await sourceOf(trx, actor, bucketId, sourceKey)
      if (!mayDo(actor, 'remove', { bucket: bucketId, name: sourceKey })) throw new StorageError('refused')
      const bucket = await requireBucket(trx, target)
      checkKey(destinationKey)
      mustFit(source, bucket, deps)
      mustBeAllowed(actor, { bucketId: target, name: destinationKey, upsert: false })
      const { numUpdatedRows } = await trx
        .updateTable('storage.objects')
        .set({ bucket_id: target, name: destinationKey, version: randomUUID(), updated_at: deps.now() })
        .where('id', '=', source.id)
        .executeTakeFirstOrThrow()
        .catch((error: { code?: string }) => {
          throw error.code === uniqueViolation ? new StorageError('target_exists') : error
        })
      if (!numUpdatedRows) throw new StorageError('no_object')
      const record = { kind: 'file', id: source.id, label: `${bucketId}/${sourceKey}` }
      const note = { action: 'file.moved' as const, record, personal: { place: `${target}/${destinationKey}` } }
      noteByCaller(trx, source.workspace_id, note, deps.now())
    })
    return { message: 'Successfully moved' }
  })

  storage.post('/object/copy', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const body = readPart(Copy, request.body)
    const { bucketId, sourceKey, destinationKey } = body
    const target = body.destinationBucket ?? bucketId
    const upsert = request.headers['x-upsert'] === 'true'
    deps.disk.checkRoom()
    const row = await visitor.within(async (trx, actor) => {
      const source = await sourceOf(trx, actor, bucketId, sourceKey)
      const bucket = await requireBucket(trx, target)
      const metadata = copied(source, body)
      checkKey(destinationKey)
      mustFit({ ...source, metadata }, bucket, deps)
      mustBeAllowed(actor, { bucketId: target, name: destinationKey, upsert })
      const { workspaceId } = actor as WorkspaceActor
      const place = { workspaceId, bucketId: target, name: destinationKey, owner: ownerOf(actor as WorkspaceActor) }
      const userMetadata = body.copyMetadata === false ? null : source.user_metadata
      return writeObject(trx, deps, place, {
        sha256: source.sha256,
        size: source.size,
        shownType: source.shown_type,
        metadata: { ...metadata, lastModified: deps.now().toISOString() },
        userMetadata,
        upsert,
      })
    })
    return { Key: `${target}/${row.name}`, Id: row.id, ...toRow(row) }
  })

  storage.delete<InBucket>('/object/:bucket', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const { prefixes } = readPart(Remove, request.body)
    const { bucket } = request.params
    const rows = await visitor.within(async (trx, actor) => {
      const names = prefixes.filter((name) => mayDo(actor, 'remove', { bucket, name }))
      if (!names.length) return []
      const gone = await trx
        .deleteFrom('storage.objects')
        .where('bucket_id', '=', bucket)
        .where('name', 'in', names)
        .returningAll()
        .execute()
      noteDeleted(trx, gone, deps.now())
      return gone
    })
    return rows.map(toRow)
  })

  storage.delete<ToObject>('/object/:bucket/*', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const { bucket, '*': name } = request.params
    await visitor.within(async (trx, actor) => {
      // Whoever may not delete it learns as little as somebody who names one that does not exist.
      if (!mayDo(actor, 'remove', { bucket, name })) throw new StorageError('no_object')
      const gone = await trx
        .deleteFrom('storage.objects')
        .where('bucket_id', '=', bucket)
        .where('name', '=', name)
        .returningAll()
        .execute()
      if (!gone.length) throw new StorageError('no_object')
      noteDeleted(trx, gone, deps.now())
    })
    return { message: 'Successfully deleted' }
  })

  // There is no cache in front of Karta to purge: what a browser keeps runs out by itself.
  for (const url of ['/cdn/:bucket', '/cdn/:bucket/*']) {
    storage.delete<{ Params: { bucket: string; '*'?: string } }>(url, async (request, reply) => {
      const visitor = await letIn(deps, request, reply)
      const { bucket, '*': name } = request.params
      await visitor.within(async (trx, actor) => {
        if (!mayDo(actor, 'change', { bucket, ...(name && { name }) })) throw new StorageError('refused')
        await requireBucket(trx, bucket)
        if (name && !(await findObject(trx, bucket, name))) throw new StorageError('no_object')
      })
      return { message: 'success' }
    })
  }
}

const uniqueViolation = '23505'

/** An object that the caller may read, in their own workspace. */
async function sourceOf(trx: Parameters<typeof findObject>[0], actor: WireActor, bucket: string, name: string) {
  if (!mayDo(actor, 'read', { bucket, name })) throw new StorageError('no_object')
  await requireBucket(trx, bucket)
  return requireObject(trx, bucket, name)
}

/** What a bucket demands holds for what comes from another one too. */
function mustFit(
  { size, bucket_id, metadata, shown_type }: Pick<ObjectRow, 'size' | 'bucket_id' | 'metadata' | 'shown_type'>,
  bucket: BucketRow,
  deps: Deps,
): void {
  const { allowed_mime_types: types } = bucket
  checkDeclared(types, metadata.mimetype)
  checkContent(types, metadata.mimetype, shown_type ?? undefined)
  if (bucket.id !== bucket_id && size > sizeLimitOf(bucket, deps)) throw new StorageError('too_large')
}

/** The metadata of the copy: the source's, or what the caller gives instead. */
function copied({ metadata: own }: ObjectRow, { copyMetadata, metadata }: z.output<typeof Copy>) {
  if (copyMetadata !== false) return own
  return {
    ...own,
    cacheControl: readCacheControl(metadata?.cacheControl),
    mimetype: metadata?.mimetype === undefined ? own.mimetype : readType(metadata.mimetype),
  }
}

/** An object as the protocol shows its row. */
function toRow(row: ObjectRow) {
  return {
    name: row.name,
    bucket_id: row.bucket_id,
    owner: row.owner ?? '',
    owner_id: row.owner_id ?? '',
    version: row.version,
    id: row.id,
    updated_at: row.updated_at,
    created_at: row.created_at,
    last_accessed_at: row.last_accessed_at,
    metadata: row.metadata,
    user_metadata: row.user_metadata,
  }
}
