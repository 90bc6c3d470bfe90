import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Trx } from '../../db/connect.ts'
import { checkRoomFor } from '../../db/quotas.ts'
import type { Deps } from '../../deps.ts'
import type { WireActor, WorkspaceActor } from '../../http/callers/wire.ts'
import { bucketToFill, type BucketRow } from '../buckets/buckets.ts'
import { letIn } from '../protocol/callers.ts'
import { StorageError } from '../protocol/errors.ts'
import { checkKey } from '../protocol/names.ts'
import { mayDo } from '../rules.ts'
import { announcedBytes, announcedDescription, receive } from './receive.ts'
import { findObject, metadataOf, wakeForPhotos, writeObject, type ObjectRow, type Place } from './rows.ts'
import { checkContent, checkDeclared } from './types.ts'

export type ToObject = { Params: { bucket: string; '*': string } }

/** The body goes to the store piece by piece, as it was sent. */
export const streamsIn = {
  compress: false,
  decompress: false,
  config: { streams: true, limit: 'uploads' },
} as const

/** What an upload wants to do. */
export type Wanted = { bucketId: string; name: string; upsert: boolean }

/** How large an object of a bucket may be. */
export const sizeLimitOf = (bucket: Pick<BucketRow, 'file_size_limit'>, deps: Pick<Deps, 'config'>): number =>
  Math.min(bucket.file_size_limit ?? Infinity, deps.config.storage.maxBytes)

/** Who owns what this caller stores. */
export const ownerOf = (actor: WorkspaceActor): string | null => (actor.kind === 'member' ? actor.userId : null)

/**
 * Makes sure, before the bytes come, that they may. In the order of the protocol: bucket, key, size, type, permission.
 * @throws StorageError
 */
export async function checkUpload(
  trx: Trx,
  deps: Deps,
  actor: WireActor,
  { bucketId, name, upsert }: Wanted,
  { bytes, type }: { bytes: number; type: () => string | undefined },
): Promise<{ bucket: BucketRow; place: Place }> {
  if (actor.kind === 'anon') throw new StorageError('refused')
  const { workspaceId } = actor
  const bucket = await bucketToFill(trx, workspaceId, bucketId)
  checkKey(name)
  if (bytes > sizeLimitOf(bucket, deps)) throw new StorageError('too_large')
  const declared = type()
  if (declared !== undefined) checkDeclared(bucket.allowed_mime_types, declared)
  mustBeAllowed(actor, { bucketId, name, upsert })
  if (!upsert && (await findObject(trx, bucketId, name))) throw new StorageError('object_exists')
  await checkRoomFor(trx, workspaceId, bytes, deps.config.quotas)
  return { bucket, place: { workspaceId, bucketId, name, owner: ownerOf(actor) } }
}

/** Replacing takes the right to it, even where there is nothing to replace yet. */
export function mustBeAllowed(actor: WireActor, { bucketId: bucket, name, upsert }: Wanted): void {
  const deeds = upsert ? (['add', 'change'] as const) : (['add'] as const)
  if (!deeds.every((deed) => mayDo(actor, deed, { bucket, name }))) throw new StorageError('refused')
}

/** Uploading in one request: raw, or as a form. */
export function registerUpload(uploads: FastifyInstance, deps: Deps): void {
  const upload = async (request: FastifyRequest<ToObject>, reply: FastifyReply, upsert: boolean) => {
    const visitor = await letIn(deps, request, reply)
    const wanted = { bucketId: request.params.bucket, name: request.params['*'], upsert }
    deps.disk.checkRoom()
    const { bucket, place } = await visitor.within((trx, actor) =>
      checkUpload(trx, deps, actor, wanted, {
        bytes: announcedBytes(request),
        type: () => announcedDescription(request)?.type,
      }),
    )
    const write = await visitor.during(
      { workspaceId: place.workspaceId, mustBeAllowed: (actor) => mustBeAllowed(actor, wanted) },
      (signal) => storeBody(deps, { request, reply, signal }, bucket, upsert),
    )
    const row = await visitor.within((trx, actor) => {
      // A right may have been taken away while the bytes came.
      mustBeAllowed(actor, wanted)
      const { workspaceId } = actor as WorkspaceActor
      return write(trx, { workspaceId, ...wanted, owner: ownerOf(actor as WorkspaceActor) })
    })
    wakeForPhotos(deps, row.bucket_id)
    return { Key: `${row.bucket_id}/${row.name}`, Id: row.id }
  }

  uploads.post<ToObject>('/object/:bucket/*', streamsIn, (request, reply) =>
    upload(request, reply, request.headers['x-upsert'] === 'true'),
  )
  uploads.put<ToObject>('/object/:bucket/*', streamsIn, (request, reply) => upload(request, reply, true))
}

/**
 * Stores the body of a request, unless the signal aborts, and checks what it is. Outside any transaction, because bodies take their time.
 * @returns what gives the content its name, in a transaction
 */
export async function storeBody(
  deps: Deps,
  { request, reply, signal }: { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
  bucket: BucketRow,
  upsert: boolean,
): Promise<(trx: Trx, place: Place) => Promise<ObjectRow>> {
  const { described, stored } = await receive(request, reply, {
    store: (source) => deps.objects.put(source, { maxBytes: sizeLimitOf(bucket, deps) }),
    check: (type) => checkDeclared(bucket.allowed_mime_types, type),
    signal,
  })
  checkContent(bucket.allowed_mime_types, described.type, stored.type)
  return (trx, place) =>
    writeObject(trx, deps, place, {
      sha256: stored.sha256,
      size: stored.bytes,
      shownType: stored.type ?? null,
      metadata: metadataOf(stored, described, deps.now()),
      userMetadata: described.userMetadata ?? null,
      upsert,
    })
}
