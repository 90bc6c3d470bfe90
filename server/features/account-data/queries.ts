import { sql } from 'kysely'
import type { AccountData } from '#domain/schema/account.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../http/callers/person.ts'
import { inEachWorkspace, sessionsOf } from '../account/queries.ts'
import { listSubscriptions } from '../push/queries.ts'
import { most } from './rules.ts'

/** All data about a person, without secrets, hashes or anyone else's data. Long lists keep the newest entries. */
export async function readAccountData(
  trx: Trx,
  person: Person,
  deps: Pick<Deps, 'config' | 'now'>,
): Promise<AccountData> {
  const { userId } = person
  const log = await readSecurityLog(trx, userId)
  const room = { delivery_events: most.delivery_events, plans: most.plans, positions: most.positions }
  const leftOut = { delivery_events: 0, plans: 0, positions: 0 }
  const workspaces = await inEachWorkspace(trx, userId, async (membership) => {
    const { id, name, role, your_name, member_since, handles_prescriptions } = membership
    const events = await readEvents(trx, id, userId, room.delivery_events)
    const plans = await readPlans(trx, id, userId, room.plans)
    const positions = await readPositions(trx, id, userId, room.positions)
    room.positions -= positions.rows.length
    leftOut.positions += positions.total - positions.rows.length
    room.delivery_events -= events.rows.length
    room.plans -= plans.rows.length
    leftOut.delivery_events += events.total - events.rows.length
    leftOut.plans += plans.total - plans.rows.length
    return {
      id,
      name,
      role,
      your_name,
      member_since,
      handles_prescriptions,
      delivery_events: events.rows,
      plans: plans.rows,
      api_keys: await readApiKeys(trx, id, userId),
      apps: await readApps(trx, id, userId),
      positions: positions.rows,
      notifications: await readNotifications(trx, id, userId),
      alert_choices: await readAlertChoices(trx, id, userId),
    }
  })
  return {
    made_at: deps.now().toISOString(),
    account: await readUser(trx, userId),
    identities: await readIdentities(trx, userId),
    second_factors: await readFactors(trx, userId),
    passkeys: await readPasskeys(trx, userId),
    sessions: (await sessionsOf(trx, userId, deps).execute()).map((session) => {
      return { ...session, is_current: session.id === person.sessionId }
    }),
    devices: await readDevices(trx, userId),
    security_log: log.rows,
    workspaces,
    left_out: { security_log: log.total - log.rows.length, ...leftOut },
  }
}

function readUser(trx: Trx, userId: string) {
  return trx
    .selectFrom('auth.users')
    .select(['id', 'email', 'email_confirmed_at', 'phone', 'phone_confirmed_at', 'created_at', 'updated_at'])
    .select(['new_email', 'new_phone', 'last_sign_in_at', 'deletion_due_at', 'user_metadata', 'app_metadata'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

function readIdentities(trx: Trx, userId: string) {
  return trx
    .selectFrom('auth.identities')
    .select(['provider', 'provider_id', 'email', 'identity_data', 'created_at', 'last_sign_in_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

function readFactors(trx: Trx, userId: string) {
  return trx
    .selectFrom('auth.factors')
    .select(['factor_type', 'status', 'friendly_name', 'phone', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

function readPasskeys(trx: Trx, userId: string) {
  return trx
    .selectFrom('auth.passkeys')
    .select(['friendly_name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

function readDevices(trx: Trx, userId: string) {
  return trx
    .selectFrom('auth.devices')
    .select('first_seen_at')
    .where('user_id', '=', userId)
    .orderBy('first_seen_at')
    .execute()
}

/** An administrator who changed the account is someone else, so they are not named. */
async function readSecurityLog(trx: Trx, userId: string) {
  const mine = trx.selectFrom('auth.audit_entries').where('user_id', '=', userId)
  const rows = await mine
    .select([
      'at',
      'action',
      'ip',
      'user_agent',
      'detail',
      sql<boolean>`actor_id is not distinct from user_id`.as('own'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(most.security_log)
    .execute()
  return {
    rows: rows.map(({ own, ip, user_agent, ...entry }) =>
      own
        ? { ...entry, by: 'you' as const, ip, user_agent }
        : { ...entry, by: 'somebody else' as const, ip: null, user_agent: null },
    ),
    total: await countOf(mine),
  }
}

/** Which delivery and when, but not its content, which belongs to the business and the recipient. */
async function readEvents(trx: Trx, workspaceId: string, userId: string, limit: number) {
  const mine = trx
    .selectFrom('delivery_events as e')
    .where('e.workspace_id', '=', workspaceId)
    .where('e.actor_id', '=', userId)
  const rows = await mine
    .innerJoin('deliveries as d', 'd.id', 'e.delivery_id')
    .select(['e.at', 'e.kind', 'd.number as delivery_number'])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
  return { rows, total: await countOf(mine) }
}

async function readPlans(trx: Trx, workspaceId: string, userId: string, limit: number) {
  const mine = trx.selectFrom('plans').where('workspace_id', '=', workspaceId).where('created_by', '=', userId)
  const rows = await mine
    .select(['id', 'day', 'state', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return { rows, total: await countOf(mine) }
}

function readApiKeys(trx: Trx, workspaceId: string, userId: string) {
  return trx
    .selectFrom('api_keys')
    .select(['name', 'prefix', 'created_at', 'revoked_at'])
    .where('workspace_id', '=', workspaceId)
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
}

/** The apps that they allowed something. */
function readApps(trx: Trx, workspaceId: string, userId: string) {
  return trx
    .selectFrom('auth.oauth_grants as g')
    .innerJoin('auth.oauth_clients as c', 'c.id', 'g.client_id')
    .select(['c.name', 'g.scopes', 'g.allowed_at', 'g.last_used_at'])
    .where('g.workspace_id', '=', workspaceId)
    .where('g.user_id', '=', userId)
    .orderBy('g.allowed_at')
    .execute()
}

/** Where they were as a driver of the workspace. */
async function readPositions(trx: Trx, workspaceId: string, userId: string, limit: number) {
  const mine = trx
    .selectFrom('positions as p')
    .innerJoin('drivers as d', 'd.id', 'p.driver_id')
    .where('p.workspace_id', '=', workspaceId)
    .where('d.user_id', '=', userId)
  const rows = await mine
    .select(['p.recorded_at', 'p.lat', 'p.lng', 'p.accuracy_m', 'p.source'])
    .orderBy('p.recorded_at', 'desc')
    .limit(limit)
    .execute()
  return { rows, total: await countOf(mine) }
}

async function readNotifications(trx: Trx, workspaceId: string, userId: string) {
  const rows = await listSubscriptions(trx, { workspaceId, userId })
  return rows.map(({ id: _, ...row }) => row)
}

async function readAlertChoices(trx: Trx, workspaceId: string, userId: string) {
  const row = await trx
    .selectFrom('alert_choices')
    .select('choices')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.choices ?? null
}

type Countable = { select(column: unknown): { executeTakeFirstOrThrow(): Promise<unknown> } }

async function countOf(query: Countable): Promise<number> {
  const { count } = (await query.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()) as {
    count: number
  }
  return count
}
