import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Role } from '#domain/permissions.ts'
import type { Member, MemberState, OwnershipOffer, TeamMember } from '#domain/schema/member.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'
import { memberColumns } from '../workspace/queries.ts'

type Filter = {
  q?: string | undefined
  role?: Role | undefined
  state?: MemberState | undefined
  depot_id?: string | undefined
}

const columns = memberColumns.map((column) => `m.${column}` as const)

/** Members with their accounts, of which only owners and admins see anything, and the driver that each is. */
function teamOf(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('members as m')
    .leftJoin(
      sql<{ user_id: string; email: string | null; phone: string | null; has_second_factor: boolean }>`
        member_accounts()`.as('a'),
      'a.user_id',
      'm.user_id',
    )
    .leftJoin('drivers as d', (join) =>
      join.onRef('d.user_id', '=', 'm.user_id').on('d.workspace_id', '=', workspaceId),
    )
    .where('m.workspace_id', '=', workspaceId)
}

const shown = [
  'a.email',
  'a.phone',
  'a.has_second_factor',
  // Whoever may see an account may see when it was used.
  sql<string | null>`case when a.user_id is not null then m.last_seen_at end`.as('last_seen_at'),
  sql<TeamMember['driver']>`case when d.id is not null
    then json_build_object('id', d.id, 'name', d.name, 'active', d.active) end`.as('driver'),
] as const

/** Members by name. */
export async function listMembers(
  trx: Trx,
  workspaceId: string,
  { q, role, state, depot_id, cursor, limit }: Filter & { cursor?: string | undefined; limit: number },
) {
  let found = teamOf(trx, workspaceId)
  if (role) found = found.where('m.role', '=', role)
  if (state) found = found.where('m.state', '=', state)
  if (depot_id) found = found.where(sql<boolean>`${depot_id}::uuid = any(m.depot_ids)`)
  const haystack = sql`lower(concat_ws(' ', m.name, a.email))`
  for (const condition of containsWords(haystack, q ?? '')) found = found.where(condition)
  const sort = {
    name: 'name',
    order: 'asc' as const,
    by: sql`lower(m.name)`,
    values: textValues,
    tie: sql`m.user_id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(columns).select(shown), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

/**
 * One member as the list shows them.
 * @throws AppError `member_not_found`
 */
export async function getMember(trx: Trx, workspaceId: string, userId: string): Promise<TeamMember> {
  const member = teamOf(trx, workspaceId).select(columns).select(shown).where('m.user_id', '=', userId)
  const row = await member.executeTakeFirst()
  if (!row) throw new AppError('member_not_found')
  return row
}

/** A member as events show them. */
export function findMember(trx: Trx, workspaceId: string, userId: string): Promise<Member | undefined> {
  return trx
    .selectFrom('members')
    .select(memberColumns)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Who manages the workspace at the moment: its owners and admins, by the ids of their accounts. */
export async function managersOf(trx: Trx, workspaceId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'active')
    .where('role', 'in', ['owner', 'admin'])
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** How many owners other than this one can work. */
export async function countOtherOwners(trx: Trx, workspaceId: string, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '!=', userId)
    .where('role', '=', 'owner')
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

/** The workspace's offer of ownership, open or lapsed. */
export async function findOffer(trx: Trx, workspaceId: string): Promise<OwnershipOffer | undefined> {
  const row = await trx
    .selectFrom('ownership_offers as o')
    .innerJoin('members as f', (join) =>
      join.onRef('f.user_id', '=', 'o.from_user').onRef('f.workspace_id', '=', 'o.workspace_id'),
    )
    .innerJoin('members as t', (join) =>
      join.onRef('t.user_id', '=', 'o.to_user').onRef('t.workspace_id', '=', 'o.workspace_id'),
    )
    .select([
      'o.id',
      'o.from_user',
      'f.name as from_name',
      'o.to_user',
      't.name as to_name',
      'o.created_at',
      'o.expires_at',
    ])
    .where('o.workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, from_user, from_name, to_user, to_name, created_at, expires_at } = row
  return {
    id,
    from: { user_id: from_user, name: from_name },
    to: { user_id: to_user, name: to_name },
    created_at,
    expires_at,
  }
}
