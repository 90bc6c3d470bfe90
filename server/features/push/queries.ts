import { sql } from 'kysely'
import { choicesOf, type AlertChoices } from '#domain/alerts/choices.ts'
import { roles, may } from '#domain/permissions.ts'
import type { Alert } from '#domain/schema/alert.ts'
import type { PushSubscription } from '#domain/schema/push.ts'
import type { Trx } from '../../db/connect.ts'

type Whose = { workspaceId: string; userId: string }

/** The browsers in which somebody gets notifications. */
export async function listSubscriptions(trx: Trx, { workspaceId, userId }: Whose): Promise<PushSubscription[]> {
  const rows = await trx
    .selectFrom('push_subscriptions')
    .select(['id', 'app', 'endpoint', 'created_at', 'last_sent_at'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ endpoint, ...row }) => ({ ...row, service: new URL(endpoint).host }))
}

/** Somebody who may see an alert, and where they want to be told of it. */
export type Reader = Whose & { email: string | null; choices: AlertChoices }

const seeing = roles.filter((role) => may(role, 'see_operations'))

/** Whose business an alert is. The transaction works as Karta itself. */
export async function readersOf(
  trx: Trx,
  workspaceId: string,
  { depot_id }: Pick<Alert, 'depot_id'>,
): Promise<Reader[]> {
  const { rows } = await sql<{ user_id: string; email: string | null; choices: object | null }>`
    select m.user_id, a.email, c.choices from members m
      left join member_accounts() a on a.user_id = m.user_id
      left join alert_choices c on c.workspace_id = m.workspace_id and c.user_id = m.user_id
    where m.workspace_id = ${workspaceId} and m.state = 'active' and m.role = any(${seeing}::text[])
      and (m.depot_ids is null or ${depot_id}::uuid is null or ${depot_id}::uuid = any(m.depot_ids))`.execute(trx)
  return rows.map(({ user_id, email, choices }) => ({
    workspaceId,
    userId: user_id,
    email,
    choices: choicesOf((choices ?? {}) as Partial<AlertChoices>),
  }))
}

/** Their browsers. */
export async function subscriptionsOf(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  app: 'dispatcher' | 'driver',
): Promise<string[]> {
  if (!userIds.length) return []
  const rows = await trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('app', '=', app)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** The accounts of the drivers among these, without whoever did it. */
export async function usersOfDrivers(trx: Trx, workspaceId: string, driverIds: string[], actorId: string | null) {
  const rows = await trx
    .selectFrom('drivers')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${driverIds}::uuid[])`)
    .where('active', '=', true)
    .execute()
  return rows.flatMap(({ user_id }) => (user_id && user_id !== actorId ? [user_id] : []))
}

/** The drivers of a plan's routes. */
export async function driversOfPlan(trx: Trx, workspaceId: string, planId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('routes')
    .select('driver_id')
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', planId)
    .execute()
  return rows.map(({ driver_id }) => driver_id)
}

/** Whether a route is on the road, so that its driver has to know of changes. */
export async function isDispatched(trx: Trx, workspaceId: string, routeId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('routes as r')
    .innerJoin('plans as p', 'p.id', 'r.plan_id')
    .select('r.id')
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', routeId)
    .where('p.state', '=', 'dispatched')
    .executeTakeFirst()
  return found !== undefined
}

export function findSubscription(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The language of whoever a workspace writes to, such as `id-ID`. */
export async function languageOf(trx: Trx, workspaceId: string): Promise<string> {
  const found = await trx.selectFrom('workspaces').select('language').where('id', '=', workspaceId).executeTakeFirst()
  return found?.language ?? 'en'
}
