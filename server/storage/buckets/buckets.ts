import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { StorageBucketTable } from '../../db/tables/storage.ts'
import { StorageError } from '../protocol/errors.ts'
import { productBuckets } from '../rules.ts'

export type BucketRow = Selectable<StorageBucketTable>

/** A bucket as the protocol shows it. */
export function toBucket(row: BucketRow) {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner ?? '',
    public: row.public,
    file_size_limit: row.file_size_limit,
    allowed_mime_types: row.allowed_mime_types,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** The bucket of this id in the transaction's workspace. */
export const findBucket = (trx: Trx, id: string): Promise<BucketRow | undefined> =>
  trx.selectFrom('storage.buckets').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws StorageError `no_bucket` */
export async function requireBucket(trx: Trx, id: string): Promise<BucketRow> {
  const bucket = await findBucket(trx, id)
  if (!bucket) throw new StorageError('no_bucket')
  return bucket
}

/**
 * The bucket for an upload. One of the product's buckets is made when it is first needed.
 * @throws StorageError `no_bucket`
 */
export async function bucketToFill(trx: Trx, workspaceId: string, id: string): Promise<BucketRow> {
  const wanted = productBuckets[id]
  if (!wanted || (await findBucket(trx, id))) return requireBucket(trx, id)
  await trx
    .insertInto('storage.buckets')
    .values({
      workspace_id: workspaceId,
      id,
      name: id,
      owner: null,
      owner_id: null,
      file_size_limit: wanted.fileSizeLimit,
      allowed_mime_types: wanted.allowedTypes,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
    .execute()
  return requireBucket(trx, id)
}

/**
 * Keeps the bucket as it is until the transaction ends, so that nothing is added to one that is being deleted.
 * @throws StorageError `no_bucket`
 */
export async function lockBucket(trx: Trx, id: string): Promise<BucketRow> {
  const bucket = await trx.selectFrom('storage.buckets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!bucket) throw new StorageError('no_bucket')
  return bucket
}

export type BucketQuery = {
  limit?: number | undefined
  offset?: number | undefined
  sortColumn?: 'id' | 'name' | 'created_at' | 'updated_at' | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  search?: string | undefined
}

export const listBuckets = (
  trx: Trx,
  { limit, offset, sortColumn = 'id', sortOrder = 'asc', search }: BucketQuery,
): Promise<BucketRow[]> =>
  trx
    .selectFrom('storage.buckets')
    .selectAll()
    .$if(search !== undefined, (query) => query.where(sql<boolean>`position(lower(${search!}) in lower(name)) > 0`))
    .orderBy(sortColumn, sortOrder)
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .$if(offset !== undefined, (query) => query.offset(offset!))
    .execute()
