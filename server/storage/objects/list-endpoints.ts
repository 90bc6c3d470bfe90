import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { readPart } from '../protocol/body.ts'
import { letIn } from '../protocol/callers.ts'
import { StorageError } from '../protocol/errors.ts'
import { mayDo } from '../rules.ts'
import { listNames, sortLevel, walkLevel, type Entry, type SortColumn } from './list.ts'

const mostAtOnce = 1000
const text = z.string().max(2000)

const List = z.object({
  prefix: text,
  limit: z.number().int().min(1).max(10_000).optional(),
  offset: z.number().int().min(0).max(1_000_000_000).optional(),
  search: text.nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
    })
    .optional(),
})

const ListV2 = z.object({
  prefix: text.optional(),
  limit: z.number().int().min(1).optional(),
  cursor: z.string().max(4000).optional(),
  with_delimiter: z.boolean().optional(),
  sortBy: z
    .object({ column: z.enum(['name', 'created_at', 'updated_at']), order: z.enum(['asc', 'desc']).optional() })
    .optional(),
})

type InBucket = { Params: { bucket: string } }

/** Lists of what is in a bucket, level by level or all of it. */
export function registerLists(storage: FastifyInstance, deps: Deps): void {
  storage.post<InBucket>('/object/list/:bucket', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const { prefix, limit = 100, offset = 0, search, sortBy = {} } = readPart(List, request.body)
    const { column = 'name', order = 'asc' } = sortBy
    const { bucket: bucketId } = request.params
    const inside = prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix
    const walk = { bucketId, prefix: inside, order, limit, offset, search: search ?? '' }
    const entries = await visitor.within(async (trx, actor) => {
      if (!mayDo(actor, 'read', { bucket: bucketId, name: inside })) return []
      return column === 'name' ? walkLevel(trx, walk) : sortLevel(trx, { ...walk, column })
    })
    return entries.map((entry) => ({ ...shown(entry), name: entry.name.slice(inside.length).replace(/\/$/, '') }))
  })

  storage.post<InBucket>('/object/list-v2/:bucket', async (request, reply) => {
    const visitor = await letIn(deps, request, reply)
    const body = readPart(ListV2, request.body ?? {})
    const { prefix = '', with_delimiter: inLevels = false, cursor, sortBy } = body
    const { column = 'name', order = 'asc' } = sortBy ?? {}
    const limit = Math.min(body.limit ?? mostAtOnce, mostAtOnce)
    const behind = cursor === undefined ? undefined : readCursor(cursor, column)
    const { bucket: bucketId } = request.params
    const found = await visitor.within(async (trx, actor) => {
      if (!mayDo(actor, 'read', { bucket: bucketId, name: prefix })) return []
      const stretch = { bucketId, prefix, order, limit: limit + 1 }
      if (!inLevels) return listNames(trx, { ...stretch, column, behind })
      if (column === 'name') return walkLevel(trx, { ...stretch, offset: 0, behind: behind?.name })
      // In this order, a page can only be found by counting.
      return sortLevel(trx, { ...stretch, column, offset: Number(behind?.value ?? 0) })
    })
    const entries = found.slice(0, limit)
    const last = entries.at(-1)
    const hasNext = found.length > limit
    const isCounted = inLevels && column !== 'name'
    const value = isCounted
      ? String(Number(behind?.value ?? 0) + entries.length)
      : (last as { at?: string } | undefined)?.at
    const keyed = (entry: Entry) => ({
      ...(inLevels && { key: entry.name.slice(prefix.lastIndexOf('/') + 1).replace(/\/$/, '') }),
      ...shown(entry),
    })
    return {
      hasNext,
      ...(hasNext && {
        nextCursor: writeCursor({ column, name: last!.name, value: value ?? '' }),
        nextCursorKey: last!.name,
      }),
      folders: entries.filter(({ id }) => id === null).map(keyed),
      objects: entries.filter(({ id }) => id !== null).map(keyed),
    }
  })
}

const shown = ({ name, id, updated_at, created_at, last_accessed_at, metadata }: Entry) => ({
  name,
  id,
  updated_at,
  created_at,
  last_accessed_at,
  metadata,
})

const Cursor = z.object({ column: z.string(), name: z.string(), value: z.string() })

const writeCursor = (cursor: z.infer<typeof Cursor>) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @throws StorageError `bad_request` for a cursor of another list */
function readCursor(cursor: string, column: SortColumn): { name: string; value: string } {
  try {
    const read = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    const isUsable = column === 'name' || /^\d+$/.test(read.value) || !Number.isNaN(Date.parse(read.value))
    if (read.column === column && isUsable) return read
  } catch {
    // Told below, like one of another list.
  }
  throw new StorageError('bad_request', 'body/cursor must be a cursor that this list returned')
}
