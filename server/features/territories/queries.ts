import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Territory } from '#domain/schema/territory.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'

const columns = [
  'id',
  'name',
  'color',
  'area',
  'driver_ids',
  'rule',
  'speed',
  'created_at',
  'updated_at',
  'version',
] as const

const territoriesOf = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('territories').where('workspace_id', '=', workspaceId)

/** Territories by name. */
export async function listTerritories(
  trx: Trx,
  workspaceId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const found = territoriesOf(trx, workspaceId)
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
  return { data: rows as Territory[], next_cursor, total }
}

/**
 * One territory.
 * @throws AppError `territory_not_found`
 */
export async function getTerritory(trx: Trx, workspaceId: string, id: string): Promise<Territory> {
  const row = await territoriesOf(trx, workspaceId).select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('territory_not_found')
  return row
}

/** Every territory, for planning. */
export function allTerritories(trx: Trx, workspaceId: string): Promise<Territory[]> {
  return territoriesOf(trx, workspaceId)
    .select(columns)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}
