import { sql } from 'kysely'
import type { AlertKind } from '#domain/alerts/kinds.ts'
import { choicesOf, type AlertChoice, type AlertChoices } from '#domain/alerts/choices.ts'
import { AppError } from '#domain/errors.ts'
import type { Alert } from '#domain/schema/alert.ts'
import type { NewPushSubscription, PushMessage, PushSubscription } from '#domain/schema/push.ts'
import { inOneStatement, inTransaction, inWorkspace, setWorkspace, type Db, type Trx } from '../../db/connect.ts'
import { isSandbox } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { sendMail } from '../../queue/mail.ts'
import { sendPush } from '../../queue/tasks.ts'
import { getAlert, readAlertSettings, readChoices } from '../alerts/queries.ts'
import {
  driversOfPlan,
  isDispatched,
  languageOf,
  listSubscriptions,
  readersOf,
  subscriptionsOf,
  usersOfDrivers,
} from './queries.ts'
import { alertMail, alertMessage, driverMessage, testMessage } from './rules.ts'

/** A person hardly has more browsers. The oldest makes room. */
const mostSubscriptions = 20

/**
 * From now on, a browser of whoever asks gets notifications.
 * @throws AppError `push_endpoint_refused`
 */
export async function subscribe(
  trx: Trx,
  { push, now }: Pick<Deps, 'push' | 'now'>,
  actor: Actor,
  { app, endpoint, keys }: NewPushSubscription,
): Promise<PushSubscription> {
  if (!push.takes(endpoint)) throw new AppError('push_endpoint_refused')
  const { workspaceId, userId } = actor
  await setWorkspace(trx, workspaceId)
  // A browser belongs to whoever uses it now, and may ask twice at once.
  await sql`select pg_advisory_xact_lock(hashtext('karta push'), hashtext(${endpoint}))`.execute(trx)
  await trx
    .deleteFrom('push_subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`sha256(endpoint::bytea) = sha256(${endpoint}::bytea)`)
    .execute()
  const { id } = await trx
    .insertInto('push_subscriptions')
    .values({ workspace_id: workspaceId, user_id: userId, app, endpoint, ...keys, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const all = await listSubscriptions(trx, { workspaceId, userId })
  const tooMany = all.slice(mostSubscriptions).map((each) => each.id)
  for (const old of tooMany) await forget(trx, workspaceId, old)
  return all.find((each) => each.id === id)!
}

const forget = (trx: Trx, workspaceId: string, id: string) =>
  trx.deleteFrom('push_subscriptions').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()

/**
 * A browser gets no more.
 * @throws AppError `push_subscription_not_found`, also for one that is somebody else’s
 */
export async function unsubscribe(trx: Trx, { workspaceId, userId }: Actor, id: string): Promise<void> {
  await setWorkspace(trx, workspaceId)
  const gone = await trx
    .deleteFrom('push_subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new AppError('push_subscription_not_found')
}

/**
 * Tells a browser of whoever asks that notifications arrive.
 * @throws AppError `push_subscription_not_found`, also for one that is somebody else’s
 */
export async function sendTest(trx: Trx, deps: Pick<Deps, 'queue'>, actor: Actor, id: string) {
  const { workspaceId } = actor
  await setWorkspace(trx, workspaceId)
  const found = (await listSubscriptions(trx, actor)).find((each) => each.id === id)
  if (!found) throw new AppError('push_subscription_not_found')
  await add(trx, deps, {
    workspaceId,
    id,
    message: testMessage(found.app, await languageOf(trx, workspaceId)),
    isUrgent: true,
  })
  return found
}

/** Chooses where whoever asks is told of alerts. */
export async function changeChoices(
  trx: Trx,
  { workspaceId, userId }: Actor,
  change: Partial<Record<AlertKind, AlertChoice>>,
): Promise<AlertChoices> {
  await setWorkspace(trx, workspaceId)
  const choices = choicesOf({ ...(await readChoices(trx, { workspaceId, userId })), ...change })
  const written = { choices: JSON.stringify(choices) }
  await trx
    .insertInto('alert_choices')
    .values({ workspace_id: workspaceId, user_id: userId, ...written })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(written))
    .execute()
  return choices
}

type PushedEvent = {
  workspace_id: string
  type: string
  subject_id: string
  driver_ids: string[]
  actor_id: string | null
}

const mostAtOnce = 100

/**
 * Turns what happened into notifications that wait to be sent, each in the transaction that takes it. Returns how much
 * was taken.
 */
export async function tellEvents(deps: Pick<Deps, 'db' | 'queue' | 'mailer' | 'now' | 'config'>): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    const { rows } = await sql<PushedEvent>`select workspace_id, type, subject_id, driver_ids, actor_id
      from take_push_events(${mostAtOnce})`.execute(trx)
    const seen = new Set<string>()
    for (const event of rows) {
      const name = `${event.type} ${event.subject_id}`
      if (seen.has(name)) continue
      seen.add(name)
      await setWorkspace(trx, event.workspace_id)
      if (await isSandbox(trx, event.workspace_id)) continue
      if (event.type === 'alert.raised') await tellAlert(trx, deps, event)
      else await tellDriver(trx, deps, event)
    }
    return rows.length
  })
}

type Telling = Pick<Deps, 'queue' | 'mailer' | 'now' | 'config'>

async function tellAlert(trx: Trx, deps: Telling, { workspace_id, subject_id }: PushedEvent): Promise<void> {
  const alert = await getAlert(trx, workspace_id, subject_id)
  if (alert.state !== 'open') return
  const readers = await readersOf(trx, workspace_id, alert)
  const pushed = readers.filter(({ choices }) => choices[alert.kind].push)
  const ids = await subscriptionsOf(
    trx,
    workspace_id,
    pushed.map(({ userId }) => userId),
    'dispatcher',
  )
  for (const id of ids) {
    await add(trx, deps, {
      workspaceId: workspace_id,
      id,
      message: alertMessage(alert),
      isUrgent: alert.severity === 'high',
    })
  }
  for (const { email, choices } of readers) {
    if (email && choices[alert.kind].mail) await sendMail(trx, deps, alertMail(email, [alert], deps.config.publicUrl))
  }
}

async function tellDriver(trx: Trx, deps: Telling, event: PushedEvent): Promise<void> {
  const { workspace_id, type, subject_id, actor_id } = event
  const message = driverMessage(type, await languageOf(trx, workspace_id))
  if (!message) return
  if (type === 'route.changed' && !(await isDispatched(trx, workspace_id, subject_id))) return
  const drivers = type === 'plan.dispatched' ? await driversOfPlan(trx, workspace_id, subject_id) : event.driver_ids
  const users = await usersOfDrivers(trx, workspace_id, drivers, actor_id)
  for (const id of await subscriptionsOf(trx, workspace_id, users, 'driver')) {
    await add(trx, deps, { workspaceId: workspace_id, id, message, isUrgent: true })
  }
}

type Waiting = { workspaceId: string; id: string; message: PushMessage; isUrgent: boolean }

const add = (trx: Trx, { queue }: Pick<Deps, 'queue'>, { workspaceId, id, message, isUrgent }: Waiting) =>
  queue.add(trx, sendPush, { workspaceId, subscriptionId: id, message, isUrgent })

/** Notes that a notification reached the push service, or forgets a browser that wants none any more. */
export async function notePushed(db: Db, workspaceId: string, id: string, outcome: 'sent' | 'gone', now: Date) {
  await inWorkspace(db, workspaceId, async (trx) => {
    if (outcome === 'gone') return forget(trx, workspaceId, id)
    return trx
      .updateTable('push_subscriptions')
      .set({ last_sent_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  })
}

/** Writes to the next person of the list about urgent alerts that nobody has seen: one email about all that are due. */
export async function escalate(deps: Pick<Deps, 'db' | 'queue' | 'mailer' | 'now' | 'config'>): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; alert_id: string }>`
    select workspace_id, alert_id from alerts_to_escalate(${deps.now()})`.execute(inOneStatement(deps.db))
  for (const [workspaceId, due] of Map.groupBy(rows, ({ workspace_id }) => workspace_id)) {
    const ids = due.map(({ alert_id }) => alert_id)
    await inWorkspace(deps.db, workspaceId, (trx) => escalateAlerts(trx, deps, workspaceId, ids))
  }
}

async function escalateAlerts(trx: Trx, deps: Telling, workspaceId: string, ids: string[]): Promise<void> {
  const rows = await trx
    .selectFrom('alerts')
    .select(['id', 'escalated', 'raised_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute()
  const { escalation } = await readAlertSettings(trx, workspaceId)
  const due = rows.flatMap(({ id, escalated, raised_at }) => {
    const step = escalation[escalated]
    const isDue = step && deps.now().getTime() >= Date.parse(raised_at) + step.after_minutes * 60_000
    return isDue ? [{ id, userId: step.user_id }] : []
  })
  await trx
    .updateTable('alerts')
    .set((eb) => ({ escalated: eb('escalated', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${due.map(({ id }) => id)}::uuid[])`)
    .execute()
  if (await isSandbox(trx, workspaceId)) return
  for (const [userId, theirs] of Map.groupBy(due, (each) => each.userId)) {
    await writeOf(trx, deps, { workspaceId, userId, ids: theirs.map(({ id }) => id) })
  }
}

type Written = { workspaceId: string; userId: string; ids: string[] }

/** Whoever is limited to depots is written to of theirs only. */
async function writeOf(trx: Trx, deps: Telling, { workspaceId, userId, ids }: Written): Promise<void> {
  const alerts: Alert[] = []
  let email: string | null = null
  for (const id of ids) {
    const alert = await getAlert(trx, workspaceId, id)
    const reader = (await readersOf(trx, workspaceId, alert)).find((each) => each.userId === userId)
    if (!reader?.email) continue
    email = reader.email
    alerts.push(alert)
  }
  if (email) await sendMail(trx, deps, alertMail(email, alerts, deps.config.publicUrl))
}
