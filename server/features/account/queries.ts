import { sql } from 'kysely'
import type { Role } from '#domain/permissions.ts'
import type { Account, AccountDeletion, AccountSession, WorkspaceChoice } from '#domain/schema/account.ts'
import { inAuthScope, setWorkspace, type Db, type Trx } from '../../db/connect.ts'
import { isRecent, type Person } from '../../http/callers/person.ts'
import type { Deps } from '../../deps.ts'
import { confirmationOf, deviceOf } from './rules.ts'

const mostSessions = 200

/** Runs `work` in each of the person's workspaces, always in the same order, and leaves the last one. */
export async function inEachWorkspace<T>(
  trx: Trx,
  userId: string,
  work: (membership: Membership) => Promise<T>,
): Promise<T[]> {
  const { rows } = await sql<{ workspace_id: string }>`select workspace_id from workspaces_of(${userId})`.execute(trx)
  const results: T[] = []
  for (const { workspace_id: id } of rows) {
    await setWorkspace(trx, id)
    const membership = await readMembership(trx, id, userId)
    // It may have just ended.
    if (membership) results.push(await work(membership))
  }
  await setWorkspace(trx, '')
  return results
}

/** The person's account and workspaces, the default one first. */
export async function readAccount(trx: Trx, { userId, aal, hasSecondFactor }: Person): Promise<Account> {
  const user = await trx
    .selectFrom('auth.users')
    .select(['id', 'email', 'phone', 'created_at', 'last_sign_in_at', 'deletion_due_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const workspaces = await inEachWorkspace(trx, userId, async (membership) => membership)
  return {
    ...user,
    aal,
    has_second_factor: hasSecondFactor,
    workspaces: workspaces
      .toSorted((a, b) => a.member_since.localeCompare(b.member_since))
      .map(({ id, name, role, requires_two_factors }) => {
        const isOpen = aal === 'aal2' || !(requires_two_factors || hasSecondFactor)
        return { id, name, role, requires_two_factors, is_open: isOpen }
      }),
  }
}

type Membership = {
  id: string
  name: string
  requires_two_factors: boolean
  role: Role
  your_name: string
  member_since: string
  /** Whether they see what prescriptions say there. */
  handles_prescriptions: boolean
}

/** The transaction's workspace, and the person's role in it. */
function readMembership(trx: Trx, workspaceId: string, userId: string): Promise<Membership | undefined> {
  return trx
    .selectFrom('members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select([
      'w.id',
      'w.name',
      'w.requires_two_factors',
      'm.role',
      'm.name as your_name',
      'm.created_at as member_since',
    ])
    .select(sql<boolean>`m.role = 'owner' or m.handles_prescriptions`.as('handles_prescriptions'))
    .where('m.workspace_id', '=', workspaceId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
}

/** The person's active sessions, the most recent first. */
export function sessionsOf(trx: Trx, userId: string, { config, now }: Pick<Deps, 'config' | 'now'>) {
  const { sessionMaxSeconds, sessionInactivitySeconds } = config.auth
  const before = (seconds: number) => new Date(now().getTime() - seconds * 1000).toISOString()
  const lastUsed = sql<string>`greatest(created_at, refreshed_at, last_used_at)`
  let found = trx
    .selectFrom('auth.sessions')
    .select(['id', 'created_at', 'aal', lastUsed.as('last_used_at')])
    .select((eb) => eb.fn.coalesce('last_user_agent', 'user_agent').as('user_agent'))
    .select((eb) => eb.fn.coalesce('last_ip', 'ip').as('ip'))
    .where('user_id', '=', userId)
    .orderBy(lastUsed, 'desc')
    .orderBy('id')
  if (sessionMaxSeconds !== undefined) found = found.where('created_at', '>', before(sessionMaxSeconds))
  if (sessionInactivitySeconds !== undefined) found = found.where(lastUsed, '>', before(sessionInactivitySeconds))
  return found
}

/** Where the person is signed in: this session first, then the most recent, at most 200. */
export async function listSessions(
  trx: Trx,
  { userId, sessionId }: Person,
  deps: Pick<Deps, 'config' | 'now'>,
): Promise<AccountSession[]> {
  const rows = await sessionsOf(trx, userId, deps)
    .clearOrderBy()
    .orderBy(sql`id = ${sessionId}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(mostSessions)
    .execute()
  return rows.map(({ user_agent, ...row }) => {
    return { ...row, device: deviceOf(user_agent), is_current: row.id === sessionId }
  })
}

/** What deleting the account would do now, and whether it is scheduled. */
export async function readDeletion(
  trx: Trx,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { userId, provenAt }: Person,
): Promise<AccountDeletion> {
  const user = await trx
    .selectFrom('auth.users')
    .select(['email', 'phone', 'deletion_due_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const choices = await readChoices(trx, userId)
  const owned: AccountDeletion['owned'] = []
  const shared: AccountDeletion['shared'] = []
  await inEachWorkspace(trx, userId, async ({ id, name, role }) => {
    const others = (await readMembers(trx, id)).filter((member) => member.user_id !== userId)
    if (role !== 'owner' || others.some((other) => other.role === 'owner' && other.state === 'active')) {
      shared.push({ id, name, role })
      return
    }
    const deliveries = await countDeliveries(trx, id)
    owned.push({
      id,
      name,
      deliveries,
      others: others.map(({ created_at: _, state: __, ...other }) => other),
      choice: choices.get(id) ?? null,
    })
  })
  return {
    due_at: user.deletion_due_at,
    confirmation: confirmationOf(user),
    needs_sign_in: !isRecent(provenAt, now(), config.auth.freshSeconds),
    owned,
    shared,
  }
}

/** The members of a workspace, the longest-standing first. */
export function readMembers(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('members')
    .select(['user_id', 'name', 'role', 'state', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
}

/** The person's choices for their workspaces, by workspace ID. */
export async function readChoices(trx: Trx, userId: string): Promise<Map<string, WorkspaceChoice>> {
  const rows = await trx.selectFrom('auth.deletion_choices').selectAll().where('user_id', '=', userId).execute()
  return new Map(
    rows.map(({ workspace_id, action, new_owner_id }) => [
      workspace_id,
      action === 'transfer' ? { action, new_owner_id: new_owner_id! } : { action },
    ]),
  )
}

async function countDeliveries(trx: Trx, workspaceId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** People whose accounts are due for deletion, the longest overdue first. */
export async function dueDeletions(db: Db, now: Date): Promise<string[]> {
  const rows = await inAuthScope(db, (trx) =>
    trx
      .selectFrom('auth.users')
      .select('id')
      .where('deletion_due_at', '<=', now.toISOString())
      .orderBy('deletion_due_at')
      .execute(),
  )
  return rows.map(({ id }) => id)
}
