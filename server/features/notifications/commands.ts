import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { eventOf, occasionOf } from '#domain/notifications/happened.ts'
import type { ToTell } from '#domain/notifications/to-tell.ts'
import { ladderOf, wayOn, type Ways } from '#domain/notifications/ways.ts'
import { readPhone } from '#domain/phone.ts'
import { isOfTheMoment, type NotificationChannel, type NotificationEvent } from '#domain/notifications/events.ts'
import type { NotificationFailure, NotificationState } from '#domain/notifications/states.ts'
import type {
  Consent,
  NewConsent,
  NewSuppression,
  Notification,
  NotificationNote,
  Suppression,
  SuppressionReason,
} from '#domain/schema/notification.ts'
import { inOneStatement, inTransaction, inWorkspace, setWorkspace, type Trx } from '../../db/connect.ts'
import { isSandbox } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { isMailShown } from '../../http/mail-guard.ts'
import type { PushTarget } from '../../outside/push.ts'
import { settleAlert } from '../alerts/commands.ts'
import { readNotificationSettings, readSender } from '../notification-settings/queries.ts'
import { getNotification, readBrowsers, readConsents, readSuppressed, readToTell } from './queries.ts'

export type Telling = Pick<Deps, 'config' | 'mailer' | 'sms' | 'now'>

const karta = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Karta' })

/** Which channels work here. On a developer's machine they all do: what is not sent is kept for `/dev/messages`. */
export function providedBy({ config, mailer, sms }: Omit<Telling, 'now'>): Ways['provided'] {
  const isKept = isMailShown(config)
  return { push: true, email: mailer !== undefined || isKept, sms: sms !== undefined || isKept }
}

/** What is needed to find ways to the recipients of these deliveries. */
export async function readWays(trx: Trx, deps: Telling, workspaceId: string, rows: ToTell[]): Promise<Ways> {
  const settings = await readNotificationSettings(trx, workspaceId)
  const sender = await readSender(trx, workspaceId, settings)
  const browsers = await readBrowsers(
    trx,
    workspaceId,
    rows.map(({ id }) => id),
  )
  const addresses = rows.flatMap(({ recipient_email, recipient_phone }) => [
    recipient_email?.toLowerCase() ?? [],
    (recipient_phone && readPhone(recipient_phone, sender.country)?.number) || [],
  ])
  const suppressed = await readSuppressed(trx, workspaceId, addresses.flat())
  const consents = settings.opt_in.length ? await readConsents(trx, workspaceId, addresses.flat()) : []
  const agreed = new Set(consents.map(({ channel, address }) => `${channel} ${address}`))
  return { settings, sender, browsers, suppressed, agreed, provided: providedBy(deps), now: deps.now() }
}

type Taken = {
  workspace_id: string
  type: string
  delivery_id: string
  version: number
  status: string
  attempt: number
}

const mostAtOnce = 200

/** Turns what happened to deliveries into notifications, in the transaction that takes it. Returns how much was taken. */
export async function tellEvents(deps: Telling & Pick<Deps, 'db'>): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    const { rows } = await sql<Taken>`select * from take_notification_events(${mostAtOnce})`.execute(trx)
    for (const [workspaceId, events] of Map.groupBy(rows, ({ workspace_id }) => workspace_id)) {
      await setWorkspace(trx, workspaceId)
      const told = events.flatMap((each) => {
        const event = eventOf(each)
        return event ? [{ event, deliveryId: each.delivery_id, version: each.version, attempt: each.attempt }] : []
      })
      await tell(trx, deps, workspaceId, told)
    }
    return rows.length
  })
}

/** Tells recipients of whom the driver is near, or who wait longer than promised. */
export async function watchArrivals(deps: Telling & Pick<Deps, 'db'>): Promise<void> {
  type Found = { workspace_id: string; delivery_id: string; event: 'near' | 'delayed'; attempt: number }
  const { rows } = await sql<Found>`select workspace_id, delivery_id, event, attempt
    from notifications_to_watch(${deps.now()}, ${mostAtOnce * 5})`.execute(inOneStatement(deps.db))
  for (const [workspaceId, found] of Map.groupBy(rows, ({ workspace_id }) => workspace_id)) {
    const told = found.map(({ event, delivery_id, attempt }) => ({
      event,
      deliveryId: delivery_id,
      version: 0,
      attempt,
    }))
    await inWorkspace(deps.db, workspaceId, (trx) => tell(trx, deps, workspaceId, told))
  }
}

type Told = { event: NotificationEvent; deliveryId: string; version: number; attempt: number }

/** Tells recipients, each by the first way that there is. */
async function tell(trx: Trx, deps: Telling, workspaceId: string, all: Told[]): Promise<void> {
  if (!all.length || (await isSandbox(trx, workspaceId))) return
  const rows = await readToTell(trx, workspaceId, [...new Set(all.map(({ deliveryId }) => deliveryId))])
  const ways = await readWays(trx, deps, workspaceId, [...rows.values()])
  if (!ways.settings.active) return
  const steps = all.flatMap(({ event, deliveryId, ...which }) => {
    const to = rows.get(deliveryId)
    if (!to || to.deleted_at || to.erased_at) return []
    const step = stepOf({ to, event, occasion: occasionOf(event, to, which) }, ladderOf(ways.settings, event), ways)
    return step ? [step] : []
  })
  await add(trx, workspaceId, await withoutTried(trx, workspaceId, steps), ways.now)
}

type Step = { to: ToTell; event: NotificationEvent; occasion: string }
type Reachable = Step & { channel: NotificationChannel; recipient: string; sendAfter: Date }
type Unreachable = Step & { channel: NotificationChannel; failure: NotificationFailure }

/** The first channel that reaches the recipient, or why none does. */
function stepOf(step: Step, ladder: NotificationChannel[], ways: Ways): Reachable | Unreachable | undefined {
  let first: Unreachable | undefined
  for (const channel of ladder) {
    const way = wayOn(channel, step.to, step.event, ways)
    if ('recipient' in way) return { ...step, channel, ...way }
    // That there is no address says less than anything else.
    if (!first || first.failure === 'no_contact') first = { ...step, channel, failure: way.failure }
  }
  return first
}

/** Leaves out that nobody was told of what another channel was tried for. */
async function withoutTried(trx: Trx, workspaceId: string, steps: (Reachable | Unreachable)[]) {
  const skipped = steps.filter((step) => 'failure' in step)
  if (!skipped.length) return steps
  const rows = await trx
    .selectFrom('notifications')
    .select(['delivery_id', 'event', 'occasion'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${skipped.map(({ to }) => to.id)}::uuid[])`)
    .execute()
  const tried = new Set(rows.map((row) => `${row.delivery_id} ${row.event} ${row.occasion}`))
  return steps.filter((step) => 'recipient' in step || !tried.has(`${step.to.id} ${step.event} ${step.occasion}`))
}

/** Adds notifications in order, each of them once, and says on the delivery why nobody was told. */
async function add(trx: Trx, workspaceId: string, steps: (Reachable | Unreachable)[], now: Date): Promise<void> {
  if (!steps.length) return
  const values = steps.map(({ to, event, occasion, channel, ...way }) => ({
    workspace_id: workspaceId,
    delivery_id: to.id,
    event,
    channel,
    occasion,
    created_at: now,
    ...('failure' in way
      ? { state: 'skipped' as const, failure: way.failure, send_after: now, ended_at: now }
      : {
          recipient: way.recipient,
          is_urgent: isOfTheMoment(event),
          send_after: way.sendAfter,
          unsubscribe_token: channel === 'email' ? newToken() : null,
        }),
  }))
  const added = await trx
    .insertInto('notifications')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'state'])
    .execute()
  const skipped = added.filter(({ state }) => state === 'skipped').map(({ id }) => id)
  await announce(trx, workspaceId, skipped, now)
}

const newToken = () => randomBytes(18).toString('base64url')

/** After a channel failed, the next one of the ladder that reaches the recipient. */
export async function addNextStep(
  trx: Trx,
  workspaceId: string,
  { event, occasion, channel }: { event: NotificationEvent; occasion: string; channel: NotificationChannel },
  { to, ways }: { to: ToTell; ways: Ways },
): Promise<void> {
  const ladder = ladderOf(ways.settings, event)
  const next = stepOf({ to, event, occasion }, ladder.slice(ladder.indexOf(channel) + 1), ways)
  if (next && 'recipient' in next) await add(trx, workspaceId, [next], ways.now)
}

const typeOf: Partial<
  Record<NotificationState, 'notification.sent' | 'notification.delivered' | 'notification.failed'>
> = {
  sent: 'notification.sent',
  delivered: 'notification.delivered',
  failed: 'notification.failed',
  unknown: 'notification.failed',
  skipped: 'notification.failed',
}

/** Tells the log what became of notifications. */
export async function announce(trx: Trx, workspaceId: string, ids: string[], now: Date): Promise<void> {
  if (!ids.length) return
  const rows = await trx
    .selectFrom('notifications as n')
    .innerJoin('deliveries as d', 'd.id', 'n.delivery_id')
    .select(['n.id', 'n.delivery_id', 'n.event', 'n.channel', 'n.state', 'n.failure', 'n.segments', 'n.cost'])
    .select(['n.sent_at', 'n.ended_at', 'd.depot_id'])
    .where('n.workspace_id', '=', workspaceId)
    .where(sql<boolean>`n.id = any(${ids}::uuid[])`)
    .execute()
  const drafts = rows.flatMap((data: NotificationNote) => {
    const type = typeOf[data.state]
    return type ? [{ type, id: data.id, data }] : []
  })
  await appendEvents(trx, karta(workspaceId), drafts, now)
}

export const replyAlertKey = (deliveryId: string) => `reply:${deliveryId}`

/**
 * Writes a text to a recipient.
 * @throws AppError `delivery_not_found`, `texts_not_available`, `recipient_not_reachable`
 */
export async function textRecipient(
  trx: Trx,
  deps: Telling,
  actor: Actor,
  deliveryId: string,
  text: string,
): Promise<Notification> {
  const { workspaceId } = actor
  const to = (await readToTell(trx, workspaceId, [deliveryId])).get(deliveryId)
  if (!to || to.deleted_at) throw new AppError('delivery_not_found')
  const ways = await readWays(trx, deps, workspaceId, [to])
  const way = wayOn('sms', to, 'message', ways)
  if ('failure' in way)
    throw new AppError(way.failure === 'no_provider' ? 'texts_not_available' : 'recipient_not_reachable')
  const { id } = await trx
    .insertInto('notifications')
    .values({
      workspace_id: workspaceId,
      delivery_id: deliveryId,
      event: 'message',
      channel: 'sms',
      occasion: newToken(),
      recipient: way.recipient,
      body: text,
      author_id: actor.userId,
      author_name: actor.name,
      is_urgent: true,
      send_after: ways.now,
      created_at: ways.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Whoever answers has seen what the recipient wrote.
  await settleAlert(trx, workspaceId, replyAlertKey(deliveryId), ways.now)
  return getNotification(trx, workspaceId, id)
}

const repeatable: NotificationState[] = ['failed', 'unknown', 'skipped']

/**
 * Sends a notification again that did not arrive as far as anybody knows.
 * @throws AppError `notification_not_found`, `notification_on_its_way`, `recipient_not_reachable`, `texts_not_available`
 */
export async function sendAgain(trx: Trx, deps: Telling, { workspaceId }: Actor, id: string): Promise<Notification> {
  const before = await trx
    .selectFrom('notifications')
    .select(['state', 'delivery_id', 'event', 'channel'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new AppError('notification_not_found')
  if (!repeatable.includes(before.state)) throw new AppError('notification_on_its_way')
  const to = (await readToTell(trx, workspaceId, [before.delivery_id])).get(before.delivery_id)
  const ways = to && (await readWays(trx, deps, workspaceId, [to]))
  const way = to && ways ? wayOn(before.channel, to, 'message', ways) : undefined
  if (!ways || !way || 'failure' in way) {
    throw new AppError(
      way && 'failure' in way && way.failure === 'no_provider' ? 'texts_not_available' : 'recipient_not_reachable',
    )
  }
  await trx
    .updateTable('notifications')
    .set({ state: 'waiting', failure: null, failure_detail: null, attempts: 0, provider_reference: null, cost: 0 })
    .set({ recipient: way.recipient, send_after: ways.now, created_at: ways.now, sent_at: null, ended_at: null })
    .set({ unsubscribe_token: before.channel === 'email' ? newToken() : null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  return getNotification(trx, workspaceId, id)
}

const Email = z.email().max(254)

/** An address as it is compared. @throws AppError `validation_failed` */
async function readAddress(trx: Trx, workspaceId: string, channel: 'email' | 'sms', address: string): Promise<string> {
  const settings = await readNotificationSettings(trx, workspaceId)
  const { country } = await readSender(trx, workspaceId, settings)
  const read = channel === 'email' ? Email.safeParse(address.toLowerCase()).data : readPhone(address, country)?.number
  if (read) return read
  const message = channel === 'email' ? 'Enter an email address like name@example.com.' : 'Enter a phone number.'
  throw new AppError('validation_failed', { errors: [{ path: 'address', message }] })
}

/**
 * Notes that the owner of an address agreed to messages. Repeating it changes nothing.
 * @throws AppError `validation_failed`
 */
export async function addConsent(
  trx: Trx,
  author: Author,
  { channel, address }: z.output<typeof NewConsent>,
  now: Date,
): Promise<Consent> {
  const { workspaceId, userId, name } = author
  const read = await readAddress(trx, workspaceId, channel, address)
  const added = await trx
    .insertInto('consents')
    .values({
      workspace_id: workspaceId,
      channel,
      address: read,
      author_id: userId,
      author_name: name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'channel', 'address']).doNothing())
    .returning(['id', 'channel', 'author_name', 'created_at'])
    .executeTakeFirst()
  if (added) await appendEvents(trx, author, [{ type: 'consent.added', id: added.id, data: added }], now)
  return (await readConsents(trx, workspaceId, [read])).find((each) => each.channel === channel)!
}

/**
 * Takes back that somebody agreed.
 * @throws AppError `consent_not_found`
 */
export async function removeConsent(trx: Trx, author: Author, id: string, now: Date): Promise<void> {
  const removed = await trx
    .deleteFrom('consents')
    .where('workspace_id', '=', author.workspaceId)
    .where('id', '=', id)
    .returning(['id', 'channel', 'author_name', 'created_at'])
    .executeTakeFirst()
  if (!removed) throw new AppError('consent_not_found')
  await appendEvents(trx, author, [{ type: 'consent.removed', id, data: removed }], now)
}

/**
 * From now on, nothing is sent to an address. Repeating it changes nothing.
 * @throws AppError `validation_failed`
 */
export async function addSuppression(
  trx: Trx,
  actor: Actor,
  { channel, address, reason }: z.output<typeof NewSuppression>,
  now: Date,
): Promise<Suppression> {
  const { workspaceId } = actor
  const read = await readAddress(trx, workspaceId, channel, address)
  await suppress(trx, actor, { channel, address: read, reason }, now)
  return trx
    .selectFrom('suppressions')
    .select(['id', 'channel', 'address', 'reason', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('channel', '=', channel)
    .where('address', '=', read)
    .executeTakeFirstOrThrow()
}

type Suppressed = { channel: 'email' | 'sms'; address: string; reason: SuppressionReason }

export async function suppress(trx: Trx, author: Author, suppressed: Suppressed, now: Date): Promise<void> {
  const { workspaceId } = author
  const added = await trx
    .insertInto('suppressions')
    .values({ workspace_id: workspaceId, ...suppressed, created_at: now })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'channel', 'address']).doNothing())
    .returning(['id', 'channel', 'reason', 'created_at'])
    .executeTakeFirst()
  if (added) await appendEvents(trx, author, [{ type: 'suppression.added', id: added.id, data: added }], now)
}

/**
 * Sends to an address again.
 * @throws AppError `suppression_not_found`
 */
export async function removeSuppression(trx: Trx, actor: Author, id: string, now: Date): Promise<void> {
  const removed = await trx
    .deleteFrom('suppressions')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .returning(['id', 'channel', 'reason', 'created_at'])
    .executeTakeFirst()
  if (!removed) throw new AppError('suppression_not_found')
  await appendEvents(trx, actor, [{ type: 'suppression.removed', id, data: removed }], now)
}

/** A recipient hardly looks from more browsers. */
const mostBrowsers = 5

/**
 * From now on, a browser gets notifications about one delivery. Whoever shows that delivery's tracking link may ask.
 * @throws AppError `push_endpoint_refused`, `too_many_browsers`
 */
export async function subscribeBrowser(
  trx: Trx,
  { push, now }: Pick<Deps, 'push' | 'now'>,
  { workspaceId, deliveryId }: { workspaceId: string; deliveryId: string },
  { endpoint, p256dh, auth }: PushTarget,
): Promise<void> {
  if (!push.takes(endpoint)) throw new AppError('push_endpoint_refused')
  await unsubscribeBrowser(trx, { workspaceId, deliveryId }, endpoint)
  const { count } = await trx
    .selectFrom('recipient_subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  if (count >= mostBrowsers) throw new AppError('too_many_browsers')
  await trx
    .insertInto('recipient_subscriptions')
    .values({ workspace_id: workspaceId, delivery_id: deliveryId, endpoint, p256dh, auth, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A browser gets no more about a delivery. */
export async function unsubscribeBrowser(
  trx: Trx,
  { workspaceId, deliveryId }: { workspaceId: string; deliveryId: string },
  endpoint: string,
): Promise<void> {
  await trx
    .deleteFrom('recipient_subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .where('endpoint', '=', endpoint)
    .execute()
}

/** Whoever sent START wants texts, also after STOP. */
export async function resumeTexts(trx: Trx, author: Author, address: string, now: Date): Promise<void> {
  const { workspaceId } = author
  await addConsent(trx, author, { channel: 'sms', address }, now)
  const found = await trx
    .selectFrom('suppressions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('channel', '=', 'sms')
    .where('address', '=', address)
    .where('reason', 'in', ['stop_reply', 'stopped'])
    .executeTakeFirst()
  if (found) await removeSuppression(trx, karta(workspaceId), found.id, now)
}
