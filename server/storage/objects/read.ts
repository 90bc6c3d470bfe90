import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { again } from '../../db/passing.ts'
import type { WireActor } from '../../http/callers/wire.ts'
import { findBucket } from '../buckets/buckets.ts'
import { enterPublic, letIn } from '../protocol/callers.ts'
import { StorageError } from '../protocol/errors.ts'
import { mayDo } from '../rules.ts'
import { requireObject, type ObjectRow } from './rows.ts'
import { sendObject } from './send.ts'
import type { ToObject } from './upload.ts'

/** What streams out is neither compressed nor counted as a body. */
export const streamsOut = { compress: false } as const

/**
 * The object, if the caller may read it: in their own workspace by the rules, and in any public bucket.
 * @throws StorageError `no_object`, `no_bucket`
 */
export async function readable(trx: Trx, actor: WireActor, bucket: string, name: string): Promise<ObjectRow> {
  const own = actor.kind === 'anon' ? undefined : await findBucket(trx, bucket)
  if (own) {
    if (!own.public && !mayDo(actor, 'read', { bucket, name })) throw new StorageError('no_object')
    return requireObject(trx, bucket, name)
  }
  if (await enterPublic(trx, bucket)) return requireObject(trx, bucket, name)
  // To a guest, a bucket that is not public looks like one that does not exist.
  throw new StorageError(actor.kind === 'anon' ? 'no_object' : 'no_bucket')
}

/** Reading objects and what is known about them. */
export function registerReading(storage: FastifyInstance, deps: Deps): void {
  const find = async (request: FastifyRequest<ToObject>, reply: FastifyReply) => {
    const visitor = await letIn(deps, request, reply)
    const { bucket, '*': name } = request.params
    return visitor.within((trx, actor) => readable(trx, actor, bucket, name))
  }
  const findPublic = ({ params: { bucket, '*': name } }: FastifyRequest<ToObject>) =>
    deps.shares.during(`public ${bucket}`, () =>
      again(() =>
        deps.db.transaction().execute(async (trx) => {
          if (!(await enterPublic(trx, bucket))) throw new StorageError('no_bucket')
          return requireObject(trx, bucket, name)
        }),
      ),
    )

  for (const url of ['/object/:bucket/*', '/object/authenticated/:bucket/*']) {
    storage.get<ToObject>(url, streamsOut, async (request, reply) =>
      sendObject(deps, request, reply, await find(request, reply)),
    )
  }
  storage.get<ToObject>('/object/public/:bucket/*', streamsOut, async (request, reply) =>
    sendObject(deps, request, reply, await findPublic(request), { isForAll: true }),
  )

  for (const url of ['/object/info/:bucket/*', '/object/info/authenticated/:bucket/*']) {
    storage.get<ToObject>(url, async (request, reply) => toInfo(await find(request, reply)))
  }
  storage.get<ToObject>('/object/info/public/:bucket/*', async (request) => toInfo(await findPublic(request)))
}

function toInfo(row: ObjectRow) {
  const { eTag, mimetype, cacheControl, lastModified, contentEncoding } = row.metadata
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.size,
    content_type: mimetype,
    content_encoding: contentEncoding ?? null,
    cache_control: cacheControl,
    etag: eTag,
    metadata: row.user_metadata ?? {},
    last_modified: lastModified,
    created_at: row.created_at,
  }
}
