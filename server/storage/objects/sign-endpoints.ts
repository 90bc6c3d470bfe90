import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Trx } from '../../db/connect.ts'
import { checkRoomFor } from '../../db/quotas.ts'
import type { Deps } from '../../deps.ts'
import { whileAllowed } from '../../http/callers/access.ts'
import type { WireActor } from '../../http/callers/wire.ts'
import { requireBucket } from '../buckets/buckets.ts'
import { readPart } from '../protocol/body.ts'
import { asHolder, checkSigner, letIn } from '../protocol/callers.ts'
import { StorageError } from '../protocol/errors.ts'
import { mayDo } from '../rules.ts'
import { readable, streamsOut } from './read.ts'
import { announcedBytes, announcedDescription } from './receive.ts'
import { findObject, requireObject } from './rows.ts'
import { sendObject } from './send.ts'
import { pathOf, readSigned, signAddress } from './signed.ts'
import { checkDeclared } from './types.ts'
import { checkUpload, sizeLimitOf, storeBody, streamsIn, type ToObject } from './upload.ts'

const yearSeconds = 366 * 24 * 3600
const expiresIn = z
  .number()
  .int()
  .min(1)
  .max(10 * yearSeconds)
/** How long an address for an upload works. */
const uploadSeconds = 2 * 3600
const mostPaths = 1000

const SignOne = z.object({ expiresIn, transform: z.record(z.string(), z.unknown()).optional() })
const SignMany = z.object({ expiresIn, paths: z.array(z.string().max(2000)).min(1).max(mostPaths) })
const unsigned = 'Either the object does not exist or you do not have access to it'

/** Addresses that work for whoever has them, for a while: to download an object, or to upload one. */
export function registerSigning(storage: FastifyInstance, deps: Deps): void {
  const addressOf = (
    workspace: string,
    address: { bucketId: string; name: string },
    seconds: number,
    transformations?: Record<string, unknown>,
  ) => {
    const url = pathOf(address)
    const token = signAddress(deps, 'download', {
      url,
      workspace,
      seconds,
      ...(transformations && { transformations }),
    })
    return `/${transformations ? 'render/image' : 'object'}/sign/${url}?token=${token}`
  }

  storage.post<ToObject>('/object/sign/:bucket/*', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const { expiresIn: seconds, transform } = readPart(SignOne, request.body)
    const { bucket, '*': name } = request.params
    const row = await visitor.within((trx, actor) => readable(trx, actor, bucket, name))
    const changes = transform && Object.keys(transform).length ? transform : undefined
    return { signedURL: addressOf(row.workspace_id, { bucketId: bucket, name }, seconds, changes) }
  })

  storage.post<{ Params: { bucket: string } }>('/object/sign/:bucket', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const { expiresIn: seconds, paths } = readPart(SignMany, request.body)
    const { bucket } = request.params
    const found = await visitor.within((trx, actor) => readableNames(trx, actor, bucket, paths))
    return paths.map((path) => {
      const workspace = found.get(path)
      if (!workspace) return { error: unsigned, path, signedURL: null }
      return { error: null, path, signedURL: addressOf(workspace, { bucketId: bucket, name: path }, seconds) }
    })
  })

  storage.get<ToObject>('/object/sign/:bucket/*', streamsOut, async (request, reply) => {
    const { bucket, '*': name } = request.params
    const { workspaceId, expiresAt } = await readSigned(deps, tokenOf(request.query), 'download', {
      bucketId: bucket,
      name,
    })
    const row = await asHolder(deps, workspaceId, (trx) => requireObject(trx, bucket, name))
    return sendObject(deps, request, reply, row, { expiresAt })
  })

  storage.post<ToObject>('/object/upload/sign/:bucket/*', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const { bucket: bucketId, '*': name } = request.params
    const upsert = request.headers['x-upsert'] === 'true'
    const { place } = await visitor.within((trx, actor) =>
      checkUpload(trx, deps, actor, { bucketId, name, upsert }, { bytes: 0, type: () => undefined }),
    )
    const url = pathOf({ bucketId, name })
    const { workspaceId: workspace, owner } = place
    const token = signAddress(deps, 'upload', { url, workspace, upsert, owner, seconds: uploadSeconds })
    return { url: `/object/upload/sign/${url}?token=${token}`, token }
  })
}

/** Uploading to a signed address. */
export function registerSignedUpload(uploads: FastifyInstance, deps: Deps): void {
  uploads.put<ToObject>('/object/upload/sign/:bucket/*', streamsIn, async (request, reply) => {
    const { bucket: bucketId, '*': name } = request.params
    const address = { bucketId, name }
    const { workspaceId, upsert, owner } = await readSigned(deps, tokenOf(request.query), 'upload', address)
    deps.disk.checkRoom()
    const bytes = announcedBytes(request)
    const bucket = await asHolder(deps, workspaceId, async (trx) => {
      await checkSigner(trx, owner)
      const found = await requireBucket(trx, bucketId)
      if (bytes > sizeLimitOf(found, deps)) throw new StorageError('too_large')
      const declared = announcedDescription(request)?.type
      if (declared !== undefined) checkDeclared(found.allowed_mime_types, declared)
      if (!upsert && (await findObject(trx, bucketId, name))) throw new StorageError('object_exists')
      await checkRoomFor(trx, workspaceId, bytes, deps.config.quotas)
      return found
    })
    const check = () => asHolder(deps, workspaceId, (trx) => checkSigner(trx, owner))
    const write = await whileAllowed(deps.bus, { workspaceId, check }, (signal) =>
      storeBody(deps, { request, reply, signal }, bucket, upsert),
    )
    await asHolder(deps, workspaceId, async (trx) => {
      await checkSigner(trx, owner)
      await write(trx, { workspaceId, ...address, owner })
    })
    return { Key: pathOf(address) }
  })
}

/** @throws StorageError `bad_request` */
export function tokenOf(query: unknown): string {
  const { token } = query as { token?: unknown }
  if (typeof token !== 'string')
    throw new StorageError('bad_request', "querystring must have required property 'token'")
  return token
}

/** The workspace of each object among these that the caller may read, by name. */
async function readableNames(
  trx: Trx,
  actor: WireActor,
  bucket: string,
  names: string[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('storage.objects as o')
    .innerJoin('storage.buckets as b', (join) =>
      join.onRef('b.workspace_id', '=', 'o.workspace_id').onRef('b.id', '=', 'o.bucket_id'),
    )
    .select(['o.name', 'o.workspace_id', 'b.public'])
    .where('o.bucket_id', '=', bucket)
    .where('o.name', 'in', names)
    .execute()
  const mine = rows.filter((row) => row.public || mayDo(actor, 'read', { bucket, name: row.name }))
  return new Map(mine.map((row) => [row.name, row.workspace_id]))
}
