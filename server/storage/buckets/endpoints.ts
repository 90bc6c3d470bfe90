import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { NotedAction } from '#domain/audit/actions.ts'
import { noteByCaller } from '../../audit/note.ts'
import type { Trx } from '../../db/connect.ts'
import { checkBytes } from '../../db/quotas.ts'
import type { Deps } from '../../deps.ts'
import { readPart } from '../protocol/body.ts'
import { letIn, type Visitor } from '../protocol/callers.ts'
import { StorageError } from '../protocol/errors.ts'
import { checkBucketName } from '../protocol/names.ts'
import { mayDo } from '../rules.ts'
import { listBuckets, lockBucket, requireBucket, toBucket } from './buckets.ts'
import { readSizeLimit } from './size-limit.ts'

const mostTypes = 100

/** The settings of a bucket, as createBucket and updateBucket send them. Null lifts a restriction. */
const settings = {
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string().max(40)]).nullish(),
  allowed_mime_types: z.array(z.string().max(255)).max(mostTypes).nullish(),
}
const NewBucket = z.object({
  name: z.string(),
  id: z.string().nullish(),
  type: z.string().nullish(),
  ...settings,
})
const ChangedBucket = z.object(settings)
const whole = z.coerce.number().int().min(0)
const ListQuery = z.object({
  limit: whole.min(1).max(1_000_000).optional(),
  offset: whole.max(1_000_000_000).optional(),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
  search: z.string().max(100).optional(),
})

type ById = { Params: { id: string } }

/** Making, showing, changing, emptying and deleting buckets. */
export function registerBuckets(storage: FastifyInstance, deps: Deps): void {
  const sizeLimit = (wanted: Parameters<typeof readSizeLimit>[0]) => {
    const bytes = readSizeLimit(wanted)
    if (bytes !== null && bytes > deps.config.storage.maxBytes) throw new StorageError('too_large')
    return bytes
  }
  const uniquely = <T>(work: Promise<T>) =>
    work.catch((error: { code?: string }) => {
      // Also when another workspace has a public bucket of this name: their addresses would be the same.
      throw error.code === uniqueViolation ? new StorageError('bucket_exists') : error
    })

  storage.post('/bucket', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const body = readPart(NewBucket, request.body)
    const id = checkBucketName(body.id ?? body.name)
    checkBucketName(body.name)
    if (body.type && body.type !== 'STANDARD') {
      throw new StorageError('bad_request', 'body/type must be equal to one of the allowed values')
    }
    const limits = { file_size_limit: sizeLimit(body.file_size_limit), allowed_mime_types: readTypes(body) }
    deps.disk.checkRoom()
    await uniquely(
      visitor.within(async (trx, actor) => {
        if (actor.kind === 'anon' || !mayDo(actor, 'manage_buckets', { bucket: id })) throw new StorageError('refused')
        const { kind, userId, workspaceId } = actor
        const owner = kind === 'member' ? userId : null
        await trx
          .insertInto('storage.buckets')
          .values({
            workspace_id: workspaceId,
            id,
            name: body.name,
            owner,
            owner_id: owner,
            public: body.public ?? false,
            ...limits,
          })
          .execute()
        noteBucket(trx, { action: 'bucket.created', id, workspaceId }, deps.now())
        await checkBytes(trx, workspaceId, deps.config.quotas)
      }),
    )
    return { name: body.name }
  })

  storage.get('/bucket', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const query = readPart(ListQuery, request.query, 'querystring')
    const rows = await visitor.within(async (trx, actor) =>
      mayDo(actor, 'see_buckets', { bucket: '' }) ? listBuckets(trx, query) : [],
    )
    return rows.map((row) => ({ ...toBucket(row), type: 'STANDARD' }))
  })

  storage.get<ById>('/bucket/:id', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const { id } = request.params
    return visitor.within(async (trx, actor) => {
      if (!mayDo(actor, 'see_buckets', { bucket: id })) throw new StorageError('no_bucket')
      return toBucket(await requireBucket(trx, id))
    })
  })

  storage.put<ById>('/bucket/:id', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const body = readPart(ChangedBucket, request.body)
    const change = {
      ...(typeof body.public === 'boolean' && { public: body.public }),
      ...(body.file_size_limit !== undefined && { file_size_limit: sizeLimit(body.file_size_limit) }),
      ...(body.allowed_mime_types !== undefined && { allowed_mime_types: readTypes(body) }),
    }
    await uniquely(
      managed(visitor, request.params.id, async (trx, id, workspaceId) => {
        const to = Object.fromEntries(Object.entries(change).map(([field, value]) => [field, value ?? null]))
        noteBucket(trx, { action: 'bucket.updated', id, workspaceId, detail: to }, deps.now())
        await trx
          .updateTable('storage.buckets')
          .set({ ...change, updated_at: deps.now() })
          .where('id', '=', id)
          .execute()
      }),
    )
    return { message: 'Successfully updated' }
  })

  storage.post<ById>('/bucket/:id/empty', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    await managed(visitor, request.params.id, async (trx, id, workspaceId) => {
      const { numDeletedRows } = await trx
        .deleteFrom('storage.objects')
        .where('bucket_id', '=', id)
        .executeTakeFirstOrThrow()
      const detail = { files: Number(numDeletedRows) }
      noteBucket(trx, { action: 'file.deleted', id, workspaceId, detail }, deps.now())
      await trx.deleteFrom('storage.uploads').where('bucket_id', '=', id).execute()
    })
    // The original does it later; here it is done. Clients know this text.
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
  })

  storage.delete<ById>('/bucket/:id', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    await managed(visitor, request.params.id, async (trx, id, workspaceId) => {
      noteBucket(trx, { action: 'bucket.deleted', id, workspaceId }, deps.now())
      const { rows } = await sql`select from storage.objects where bucket_id = ${id} limit 1`.execute(trx)
      if (rows.length) throw new StorageError('bucket_not_empty')
      await trx.deleteFrom('storage.buckets').where('id', '=', id).execute()
    })
    return { message: 'Successfully deleted' }
  })
}

const uniqueViolation = '23505'

type BucketNote = { action: NotedAction; id: string; workspaceId: string; detail?: Record<string, unknown> }

/** Ids of buckets are names. */
function noteBucket(trx: Trx, { action, id, workspaceId, detail = {} }: BucketNote, now: Date): void {
  noteByCaller(trx, workspaceId, { action, record: { kind: 'bucket', id: null, label: id }, detail }, now)
}

/** Runs `work` with the bucket locked, for somebody who may manage it. Whoever may not even see it learns nothing. */
function managed(
  visitor: Visitor,
  id: string,
  work: (trx: Trx, id: string, workspaceId: string) => Promise<void>,
): Promise<void> {
  return visitor.within(async (trx, actor) => {
    if (!mayDo(actor, 'see_buckets', { bucket: id })) throw new StorageError('no_bucket')
    const { workspace_id } = await lockBucket(trx, id)
    if (!mayDo(actor, 'manage_buckets', { bucket: id })) throw new StorageError('refused')
    await work(trx, id, workspace_id)
  })
}

/** Types such as `image/png` or `image/*`, or null for all. */
function readTypes({
  allowed_mime_types: types,
}: {
  allowed_mime_types?: string[] | null | undefined
}): string[] | null {
  for (const type of types ?? []) {
    if (!/^([\w.+-]+\/([\w.+-]+|\*)|\*\/\*)$/.test(type)) {
      throw new StorageError('bad_type', `mime type ${type.slice(0, 100)} is not supported`)
    }
  }
  return types ?? null
}
