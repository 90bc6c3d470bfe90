import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { NotificationChannel } from '#domain/notifications/events.ts'
import { readPhone } from '#domain/phone.ts'
import type { ToTell } from '#domain/notifications/to-tell.ts'
import { addressOn, needsConsent, type Browser } from '#domain/notifications/ways.ts'
import type {
  Consent,
  NeededConsent,
  Notifiable,
  Notification,
  NotificationReply,
  Suppression,
} from '#domain/schema/notification.ts'
import { dayAfter, dayOf, instantOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { getDelivery } from '../deliveries/queries.ts'
import { readNotificationSettings, readSender } from '../notification-settings/queries.ts'

export async function readToTell(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, ToTell>> {
  const { rows } = await sql<ToTell>`
    select d.id, d.number, d.status, d.failure_reason, d.recipient_name, d.recipient_phone, d.recipient_email,
      d.recipient_language, d.is_confidential, d.tracking_generation, d.scheduled_date, d.window_start, d.window_end,
      d.depot_id, d.route_id, r.plan_id, d.erased_at, d.deleted_at, s.arrival_at, e.p10_at, e.p50_at, e.p90_at,
      (select count(*)::int from stop_etas o where o.workspace_id = d.workspace_id and o.route_id = e.route_id
        and o.p50_at < e.p50_at) as before
    from deliveries d
      left join routes r on r.id = d.route_id
      left join lateral (select s.id, s.arrival_at from stops s where s.route_id = d.route_id and s.delivery_id = d.id
        and (s.kind <> 'pickup' or d.kind = 'return') order by s.position desc limit 1) s on true
      left join stop_etas e on e.workspace_id = d.workspace_id and e.stop_id = s.id
    where d.workspace_id = ${workspaceId} and d.id = any(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Which of these addresses get nothing, as `channel address`. */
export async function readSuppressed(trx: Trx, workspaceId: string, addresses: string[]): Promise<Set<string>> {
  if (!addresses.length) return new Set()
  const rows = await trx
    .selectFrom('suppressions')
    .select(['channel', 'address'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`address = any(${addresses}::text[])`)
    .execute()
  return new Set(rows.map(({ channel, address }) => `${channel} ${address}`))
}

/** Who of these addresses agreed to messages. */
export async function readConsents(trx: Trx, workspaceId: string, addresses: string[]): Promise<Consent[]> {
  if (!addresses.length) return []
  return trx
    .selectFrom('consents')
    .select(consentColumns)
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`address = any(${addresses}::text[])`)
    .execute()
}

const consentColumns = ['id', 'channel', 'address', 'author_name', 'created_at'] as const

export async function listConsents(trx: Trx, workspaceId: string, page: Page) {
  const all = trx.selectFrom('consents').select(consentColumns).where('workspace_id', '=', workspaceId)
  const { rows, next_cursor } = await readPage(all, suppressionsByTime, page)
  const { total } = await trx
    .selectFrom('consents')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { data: rows as Consent[], next_cursor, total }
}

/** What the recipient of a delivery has to agree to before they get messages, and whether they did. */
async function neededConsents(trx: Trx, workspaceId: string, deliveryId: string): Promise<NeededConsent[]> {
  const settings = await readNotificationSettings(trx, workspaceId)
  if (!settings.opt_in.length) return []
  const sender = await readSender(trx, workspaceId, settings)
  const to = (await readToTell(trx, workspaceId, [deliveryId])).get(deliveryId)!
  const wanted = settings.opt_in.flatMap((channel) => {
    const address = addressOn(channel, to, { sender, browsers: new Map() })
    return address ? [{ channel, address }] : []
  })
  const given = await readConsents(
    trx,
    workspaceId,
    wanted.map(({ address }) => address),
  )
  return wanted.map((each) => ({
    ...each,
    given: given.find(({ channel, address }) => channel === each.channel && address === each.address) ?? null,
  }))
}

/** The browsers that get notifications of these deliveries. */
export async function readBrowsers(
  trx: Trx,
  workspaceId: string,
  deliveryIds: string[],
): Promise<Map<string, Browser[]>> {
  const rows = await trx
    .selectFrom('recipient_subscriptions')
    .select(['id', 'delivery_id', 'endpoint', 'p256dh', 'auth'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${deliveryIds}::uuid[])`)
    .execute()
  return Map.groupBy(rows, ({ delivery_id }) => delivery_id)
}

/** What texts cost since then, whether or not they have arrived. */
export async function readSpent(trx: Trx, workspaceId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(cost), 0) as spent from notifications
    where workspace_id = ${workspaceId} and cost > 0 and claimed_at >= ${since}`.execute(trx)
  return rows[0]!.spent
}

const notifications = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('notifications as n')
    .innerJoin('deliveries as d', 'd.id', 'n.delivery_id')
    .select(['n.id', 'n.delivery_id', 'd.number as delivery_number', 'n.event', 'n.channel', 'n.state', 'n.failure'])
    .select(['n.failure_detail', 'n.recipient', 'n.subject', 'n.body', 'n.segments', 'n.cost', 'n.provider_reference'])
    .select(['n.author_name', 'n.send_after', 'n.attempts', 'n.created_at', 'n.sent_at', 'n.ended_at'])
    .where('n.workspace_id', '=', workspaceId)

/** @throws AppError `notification_not_found` */
export async function getNotification(trx: Trx, workspaceId: string, id: string): Promise<Notification> {
  const row = await notifications(trx, workspaceId).where('n.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('notification_not_found')
  return row
}

export type LogFilter = Partial<Record<'state' | 'channel' | 'event' | 'from' | 'until', string | undefined>>

const newestFirst = {
  name: 'created',
  order: 'desc',
  by: sql`n.created_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`n.id`,
  ties: z.uuid(),
} as const

function filtered(trx: Trx, workspaceId: string, { state, channel, event, from, until }: LogFilter, zone: string) {
  let found = notifications(trx, workspaceId)
  if (state) found = found.where('n.state', '=', state as Notification['state'])
  if (channel) found = found.where('n.channel', '=', channel as NotificationChannel)
  if (event) found = found.where('n.event', '=', event as Notification['event'])
  if (from) found = found.where('n.created_at', '>=', instantOf(from, '00:00', zone).toISOString())
  if (until) found = found.where('n.created_at', '<', instantOf(dayAfter(until), '00:00', zone).toISOString())
  return found
}

type Page = { cursor?: string | undefined; limit: number }

/** A page of the log, with what all of it cost. */
export async function listNotifications(trx: Trx, workspaceId: string, filter: LogFilter & Page, now: Date) {
  const { cursor, limit, ...wanted } = filter
  const zone = await zoneOf(trx, workspaceId)
  const all = filtered(trx, workspaceId, wanted, zone)
  const { rows, next_cursor } = await readPage(all, newestFirst, { cursor, limit })
  const { total, cost } = await all
    .clearSelect()
    .select([sql<number>`count(*)::int`.as('total'), sql<number>`coalesce(sum(n.cost), 0)`.as('cost')])
    .executeTakeFirstOrThrow()
  const spent_today = await readSpent(trx, workspaceId, startsOf(zone, now).day)
  const spent_this_month = await readSpent(trx, workspaceId, startsOf(zone, now).month)
  return { data: rows, next_cursor, total, cost, spent_today, spent_this_month }
}

/** When the day and the month began where the workspace is. */
export function startsOf(zone: string, now: Date): { day: Date; month: Date } {
  const today = dayOf(now, zone)
  return { day: instantOf(today, '00:00', zone), month: instantOf(`${today.slice(0, 7)}-01`, '00:00', zone) }
}

const mostExported = 100_000

export async function readForExport(trx: Trx, workspaceId: string, filter: LogFilter): Promise<Notification[]> {
  const zone = await zoneOf(trx, workspaceId)
  return filtered(trx, workspaceId, filter, zone)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id')
    .limit(mostExported)
    .execute()
}

async function zoneOf(trx: Trx, workspaceId: string): Promise<string> {
  const found = await trx.selectFrom('workspaces').select('time_zone').where('id', '=', workspaceId).executeTakeFirst()
  return found?.time_zone ?? 'UTC'
}

/**
 * What the recipient of a delivery was told and answered.
 * @throws AppError `delivery_not_found`
 */
export async function listOfDelivery(
  trx: Trx,
  workspaceId: string,
  deliveryId: string,
): Promise<{ notifications: Notification[]; replies: NotificationReply[]; consents: NeededConsent[] }> {
  await getDelivery(trx, workspaceId, deliveryId)
  const told = await notifications(trx, workspaceId)
    .where('n.delivery_id', '=', deliveryId)
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute()
  const replies = await trx
    .selectFrom('notification_replies')
    .select(['id', 'delivery_id', 'sender', 'body', 'received_at'])
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('received_at')
    .execute()
  return { notifications: told, replies, consents: await neededConsents(trx, workspaceId, deliveryId) }
}

const suppressionsByTime = {
  name: 'created',
  order: 'desc',
  by: sql`created_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`id`,
  ties: z.uuid(),
} as const

export async function listSuppressions(trx: Trx, workspaceId: string, page: Page) {
  const all = trx
    .selectFrom('suppressions')
    .select(['id', 'channel', 'address', 'reason', 'created_at'])
    .where('workspace_id', '=', workspaceId)
  const { rows, next_cursor } = await readPage(all, suppressionsByTime, page)
  const { total } = await trx
    .selectFrom('suppressions')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { data: rows as Suppression[], next_cursor, total }
}

/**
 * Whose recipients of a plan nothing reaches, on any channel that some event may use.
 * @throws AppError `plan_not_found`
 */
export async function notifiable(trx: Trx, workspaceId: string, planId: string): Promise<Notifiable> {
  const plan = await trx
    .selectFrom('plans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  const settings = await readNotificationSettings(trx, workspaceId)
  const { country } = await readSender(trx, workspaceId, settings)
  const used = (channel: NotificationChannel) => Object.values(settings.choices).some((choice) => choice[channel])
  const rows = await trx
    .selectFrom('stops as s')
    .innerJoin('routes as r', 'r.id', 's.route_id')
    .innerJoin('deliveries as d', 'd.id', 's.delivery_id')
    .select(['d.id', 'd.number', 'd.recipient_phone', 'd.recipient_email'])
    .distinct()
    .where('s.workspace_id', '=', workspaceId)
    .where('r.plan_id', '=', planId)
    .where('d.deleted_at', 'is', null)
    .orderBy('d.number')
    .execute()
  const browsers = await readBrowsers(
    trx,
    workspaceId,
    rows.map(({ id }) => id),
  )
  const addresses = rows.map(({ id, number, recipient_phone, recipient_email }) => ({
    id,
    number,
    sms: (used('sms') && recipient_phone && readPhone(recipient_phone, country)?.number) || null,
    email: (used('email') && recipient_email?.toLowerCase()) || null,
  }))
  const all = addresses.flatMap(({ sms, email }) => [sms ?? [], email ?? []].flat())
  const suppressed = await readSuppressed(trx, workspaceId, all)
  const agreed = new Set((await readConsents(trx, workspaceId, all)).map((each) => `${each.channel} ${each.address}`))
  const unreachable = addresses.flatMap(({ id, number, sms, email }) => {
    if (used('push') && browsers.has(id)) return []
    const ways = [sms && (['sms', sms] as const), email && (['email', email] as const)].filter((way) => !!way)
    const wanted = ways.filter(([channel, address]) => !suppressed.has(`${channel} ${address}`))
    const isTold = ([channel, address]: (typeof ways)[number]) =>
      !needsConsent(channel, settings) || agreed.has(`${channel} ${address}`)
    if (wanted.some(isTold)) return []
    const reason = wanted.length
      ? ('no_consent' as const)
      : ways.length
        ? ('suppressed' as const)
        : ('no_contact' as const)
    return [{ delivery_id: id, number, reason }]
  })
  return { active: settings.active, deliveries: rows.length, unreachable }
}
