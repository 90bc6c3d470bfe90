import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Client } from '#domain/schema/client.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'

const columns = ['id', 'name', 'reference', 'email', 'phone', 'active', 'created_at', 'updated_at', 'version'] as const

type Filter = { q?: string | undefined; active?: 'true' | 'false' | undefined }

/** Clients by name. */
export async function listClients(
  trx: Trx,
  workspaceId: string,
  { q, active, cursor, limit }: Filter & { cursor?: string | undefined; limit: number },
) {
  let found = trx.selectFrom('clients').where('workspace_id', '=', workspaceId)
  if (active) found = found.where('active', '=', active === 'true')
  for (const condition of containsWords(sql`lower(concat_ws(' ', name, reference, email, phone))`, q ?? '')) {
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
  return { data: rows, next_cursor, total }
}

/**
 * One client.
 * @throws AppError `client_not_found`
 */
export async function getClient(trx: Trx, workspaceId: string, id: string): Promise<Client> {
  const client = await trx
    .selectFrom('clients')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!client) throw new AppError('client_not_found')
  return client
}

/**
 * Makes sure that people may be let in to see what is delivered for a client.
 * @throws AppError `client_not_found`, `client_inactive`
 */
export async function checkClient(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const { active } = await getClient(trx, workspaceId, id)
  if (!active) throw new AppError('client_inactive')
}
