import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Depot } from '#domain/schema/depot.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'

const columns = [
  'id',
  'name',
  'address',
  'aliases',
  'lat',
  'lng',
  'opens',
  'closes',
  'is_default',
  'active',
  'handling_minutes',
  'created_at',
  'updated_at',
  'version',
] as const

type Filter = { q?: string | undefined; active?: 'true' | 'false' | undefined }

/** Depots by name. */
export async function listDepots(
  trx: Trx,
  workspaceId: string,
  { q, active, cursor, limit }: Filter & { cursor?: string | undefined; limit: number },
) {
  let found = trx.selectFrom('depots').where('workspace_id', '=', workspaceId)
  if (active) found = found.where('active', '=', active === 'true')
  for (const condition of containsWords(sql`lower(concat_ws(' ', name, address))`, q ?? '')) {
    found = found.where(condition)
  }
  const sort = {
    name: 'name',
    order: 'asc' as const,
    by: sql`lower(name)`,
    values: textValues,
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(columns), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map(toDepot), next_cursor, total }
}

/**
 * One depot.
 * @throws AppError `depot_not_found`
 */
export async function getDepot(trx: Trx, workspaceId: string, id: string): Promise<Depot> {
  const row = await trx
    .selectFrom('depots')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('depot_not_found')
  return toDepot(row)
}

/** These depots, by ID. */
export async function readDepots(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, Depot>> {
  const rows = await trx
    .selectFrom('depots')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, toDepot(row)]))
}

/** Every depot, to compare an import with. */
/** The active depot that an address means, by its name, address or an alias. */
export async function depotMeant(trx: Trx, address: string): Promise<string | null> {
  const { rows } = await sql<{ depot_id: string | null }>`
    select depot_id from depots_of_pickups(array[${address}]::text[])`.execute(trx)
  return rows[0]!.depot_id
}

export async function allDepots(trx: Trx, workspaceId: string) {
  const rows = await trx
    .selectFrom('depots')
    .select(['id', 'name', 'address', 'lat', 'lng', 'opens', 'closes', 'active'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return rows.map(toDepot)
}

function toDepot<R extends { lat: number; lng: number }>({ lat, lng, ...row }: R) {
  return { ...row, location: { lat, lng } }
}
