import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { allowPages } from '../../http/cors.ts'
import { keepReading } from '../../http/long-bodies.ts'
import { whileAllowed } from '../../http/callers/access.ts'
import type { WireActor } from '../../http/callers/wire.ts'
import { requireBucket } from '../buckets/buckets.ts'
import { describedByFields } from '../objects/described.ts'
import { piecesOf } from '../objects/receive.ts'
import type { Place } from '../objects/rows.ts'
import { pathOf, readSigned } from '../objects/signed.ts'
import { checkUpload, mustBeAllowed, sizeLimitOf, streamsIn } from '../objects/upload.ts'
import { asHolder, checkSigner, letIn } from '../protocol/callers.ts'
import { StorageError } from '../protocol/errors.ts'
import {
  countIn,
  extensions,
  notThere,
  readId,
  readUploadMetadata,
  registerTusErrors,
  TusError,
  version,
  writeId,
} from './protocol.ts'
import { publicBase } from './public-base.ts'
import { beginUpload, endUpload, finishUpload, lookUp, setLength, type UploadRow } from './uploads.ts'

const bodyType = 'application/offset+octet-stream'

/** Somebody who may upload: by their own rights, or with a signed address for one object. */
type Uploader = {
  /** Where the object goes, if it may. */
  claim(
    wanted: { bucketId: string; name: string; upsert: boolean },
    content: { bytes: number; type: string },
  ): Promise<{
    place: Place
    upsert: boolean
    maxBytes: number
  }>
  /** An upload under way, or the size of one that is finished. */
  find(id: string): Promise<{ row: UploadRow; maxBytes: number } | { finished: number }>
  within<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** Takes bytes in for an upload. The signal aborts when the uploader may no longer do it. */
  during<T>(row: UploadRow, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

type ById = { Params: { id: string } }

/** Uploads that can be interrupted and go on: TUS 1.0.0. */
export function registerResumable(uploads: FastifyInstance, deps: Deps): void {
  void uploads.register(async (tus) => {
    registerTusErrors(tus)
    mountAt(tus, deps, '/upload/resumable', (request, reply) => byRights(deps, request, reply))
    mountAt(tus, deps, '/upload/resumable/sign', (request) => bySignature(deps, request))
  })
}

function mountAt(
  tus: FastifyInstance,
  deps: Deps,
  base: string,
  open: (request: FastifyRequest, reply: FastifyReply) => Promise<Uploader>,
): void {
  const { partial } = deps.objects
  const one = `${base}/:id`

  const preflight = (_request: FastifyRequest, reply: FastifyReply) =>
    allowPages(reply)
      .headers({
        'tus-version': version,
        'tus-extension': extensions,
        'tus-max-size': deps.config.storage.maxBytes,
      })
      .status(204)
      .send()
  tus.options(base, preflight)
  tus.options(one, preflight)

  tus.post(base, streamsIn, async (request, reply) => {
    const uploader = await open(request, reply)
    const length = countIn(request, 'upload-length')
    if ((length === undefined) === (request.headers['upload-defer-length'] !== '1')) {
      throw new TusError(400, 'Upload-Length or Upload-Defer-Length header required')
    }
    const uploadMetadata = String(request.headers['upload-metadata'] ?? '')
    const fields = readUploadMetadata(uploadMetadata)
    const [bucketId, name] = [fields.get('bucketName'), fields.get('objectName')]
    if (!bucketId || !name) throw new TusError(400, 'Upload-Metadata must have bucketName and objectName')
    const described = describedByFields(fields, fields.get('contentType') ?? '')
    deps.disk.checkRoom()
    const wanted = { bucketId, name, upsert: request.headers['x-upsert'] === 'true' }
    const { place, upsert, maxBytes } = await uploader.claim(wanted, { bytes: length ?? 0, type: described.type })
    const about = { described, length: length ?? null, upsert, uploadMetadata }
    const row = await beginUpload(deps, place, about, uploader.within)
    let offset = 0
    if (request.headers['content-type'] === bodyType) {
      keepReading(request, reply)
      const limit = { maxBytes: length ?? maxBytes }
      offset = await uploader.during(row, (signal) => partial.append(row.id, 0, piecesOf(request.raw, signal), limit))
      reply.header('upload-offset', offset)
    }
    if (offset === length) await finishUpload(deps, row, uploader.within)
    const id = writeId(bucketId, name, row.id)
    return reply
      .status(201)
      .headers({
        location: `${publicBase(request, deps.config)}/storage/v1${base}/${id}`,
        'upload-expires': new Date(row.expires_at).toUTCString(),
      })
      .send()
  })

  tus.head<ById>(one, async (request, reply) => {
    const uploader = await open(request, reply)
    const found = await uploader.find(request.params.id)
    reply.header('cache-control', 'no-store')
    if ('finished' in found) {
      return reply.headers({ 'upload-offset': found.finished, 'upload-length': found.finished }).send()
    }
    const { row } = found
    const offset = await partial.size(row.id)
    // The server broke off between the last byte and the object.
    if (offset === row.length) await finishUpload(deps, row, uploader.within)
    return reply
      .headers({
        'upload-offset': offset,
        ...(row.length === null ? { 'upload-defer-length': 1 } : { 'upload-length': row.length }),
        ...(row.upload_metadata && { 'upload-metadata': row.upload_metadata }),
        'upload-expires': new Date(row.expires_at).toUTCString(),
      })
      .send()
  })

  tus.patch<ById>(one, streamsIn, async (request, reply) => {
    const uploader = await open(request, reply)
    if (request.headers['content-type'] !== bodyType) throw new TusError(415, `Content-Type must be ${bodyType}`)
    const offset = countIn(request, 'upload-offset')
    if (offset === undefined) throw new TusError(400, 'Upload-Offset header required')
    const found = await uploader.find(request.params.id)
    if ('finished' in found) throw new TusError(409, 'Upload-Offset conflict')
    const row = await withLength(found, countIn(request, 'upload-length'), uploader)
    keepReading(request, reply)
    const limit = { maxBytes: row.length ?? found.maxBytes }
    const size = await uploader.during(row, (signal) =>
      partial.append(row.id, offset, piecesOf(request.raw, signal), limit),
    )
    const isComplete = size === row.length
    if (isComplete) await finishUpload(deps, row, uploader.within)
    return reply
      .status(204)
      .headers({
        'upload-offset': size,
        'upload-expires': new Date(row.expires_at).toUTCString(),
        ...(isComplete && { 'tus-complete': 1 }),
      })
      .send()
  })

  tus.delete<ById>(one, async (request, reply) => {
    const uploader = await open(request, reply)
    const found = await uploader.find(request.params.id)
    if ('finished' in found) throw notThere()
    await endUpload(deps, found.row.id, uploader.within)
    return reply.status(204).send()
  })
}

/** The upload with its length, if it is known now. */
async function withLength(
  { row, maxBytes }: { row: UploadRow; maxBytes: number },
  length: number | undefined,
  { within }: Uploader,
): Promise<UploadRow> {
  if (length === undefined || length === row.length) return row
  if (row.length !== null) throw new TusError(400, 'Upload-Length cannot be changed')
  if (length > maxBytes) throw new TusError(413, 'Maximum size exceeded')
  await within((trx) => setLength(trx, row.id, length))
  return { ...row, length }
}

async function byRights(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Uploader> {
  const visitor = await letIn(deps, request, reply)
  return {
    async claim(wanted, { bytes, type }) {
      const { bucket, place } = await visitor.within((trx, actor) =>
        checkUpload(trx, deps, actor, wanted, { bytes, type: () => type }),
      )
      return { place, upsert: wanted.upsert, maxBytes: sizeLimitOf(bucket, deps) }
    },
    find: (id) => visitor.within((trx, actor) => found(trx, deps, id, actor)),
    within: (work) => visitor.within((trx) => work(trx)),
    during: ({ workspace_id: workspaceId, bucket_id: bucketId, name, upsert }, work) =>
      visitor.during({ workspaceId, mustBeAllowed: (actor) => mustBeAllowed(actor, { bucketId, name, upsert }) }, work),
  }
}

async function found(trx: Trx, deps: Deps, id: string, actor?: WireActor, path?: string) {
  const wanted = readId(id)
  if (path !== undefined && wanted.path !== path) throw new StorageError('other_path')
  const state = await lookUp(trx, wanted, deps.now())
  if ('finished' in state) return state
  const { row } = state
  if (actor) mustBeAllowed(actor, { bucketId: row.bucket_id, name: row.name, upsert: row.upsert })
  return { row, maxBytes: sizeLimitOf(await requireBucket(trx, row.bucket_id), deps) }
}

/** In place of a token: the signature of an address for an upload. */
async function bySignature(deps: Deps, { headers }: FastifyRequest): Promise<Uploader> {
  const token = headers['x-signature']
  if (typeof token !== 'string') throw new TusError(400, 'x-signature header required')
  const signed = await readSigned(deps, token, 'upload')
  const { workspaceId, owner, upsert } = signed
  const within: Uploader['within'] = (work) =>
    asHolder(deps, workspaceId, async (trx) => {
      await checkSigner(trx, owner)
      return work(trx)
    })
  // Whoever signed it had the rights; the rest is checked as for anybody.
  const signer = {
    kind: 'operator',
    workspaceId,
    userId: owner ?? '',
    role: 'owner',
    email: '',
    name: '',
    aal: null,
    isApiKey: false,
    driverId: null,
    depotIds: null,
    scopes: null,
    clientId: null,
  } satisfies WireActor
  return {
    async claim({ bucketId, name }, { bytes, type }) {
      if (pathOf({ bucketId, name }) !== signed.url) throw new StorageError('other_path')
      const wanted = { bucketId, name, upsert }
      const { bucket, place } = await within((trx) =>
        checkUpload(trx, deps, signer, wanted, { bytes, type: () => type }),
      )
      return { place: { ...place, owner }, upsert, maxBytes: sizeLimitOf(bucket, deps) }
    },
    find: (id) => within((trx) => found(trx, deps, id, undefined, signed.url)),
    within,
    during: (_row, work) => whileAllowed(deps.bus, { workspaceId, check: () => within(async () => {}) }, work),
  }
}
