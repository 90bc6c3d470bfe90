import { sql } from 'kysely'
import { isOfTheMoment, type NotificationEvent } from '#domain/notifications/events.ts'
import { formatsIn } from '#domain/formats.ts'
import type { Language } from '#domain/language.ts'
import type { MessageLanguage } from '#domain/messages/languages.ts'
import { textFor } from '#domain/notifications/fill.ts'
import { isOver, isStale } from '#domain/notifications/happened.ts'
import type { ToTell } from '#domain/notifications/to-tell.ts'
import { valuesOf } from '#domain/notifications/values.ts'
import { wayOn, type Browser, type Ways } from '#domain/notifications/ways.ts'
import { countSegments } from '#domain/notifications/segments.ts'
import { movesOn, type NotificationFailure } from '#domain/notifications/states.ts'
import { inWorkspace, type Db, type Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import type { Author } from '../../events/append.ts'
import type { Mail } from '../../outside/mail.ts'
import type { SmsReceived } from '../../outside/sms-sender.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { readOwnTemplates, templateFor } from '../notification-settings/queries.ts'
import { addNextStep, announce, readWays, suppress, type Telling } from '../notifications/commands.ts'
import { readSpent, readToTell, startsOf } from '../notifications/queries.ts'
import { readTrackingSettings, trackingUrl } from '../tracking/queries.ts'
import { failureOf, mostAttempts, pauseMs, recipientMail } from './rules.ts'
import { lockClaimed, type ClaimedRow } from './queries.ts'

const karta = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Karta' })

/** What is given to a provider, all of it read: no transaction waits for an outside service. */
export type Prepared = { workspaceId: string; id: string } & (
  | {
      channel: 'push'
      targets: Browser[]
      title: string
      body: string
      url: string
      isUrgent: boolean
    }
  | { channel: 'email'; mail: Mail }
  | { channel: 'sms'; to: string; text: string; isUrgent: boolean }
)

type Sending = Telling & Pick<Deps, 'trackingKey'>
type Work = { trx: Trx; deps: Sending; workspaceId: string; now: Date; ways: Ways; rows: Map<string, ToTell> }

/** Writes out what is claimed, keeps to the spending limit, and leaves out what is no news any more. */
export async function prepare(trx: Trx, deps: Sending, workspaceId: string, ids: string[]): Promise<Prepared[]> {
  const now = deps.now()
  const claimed = await lockClaimed(trx, workspaceId, ids)
  if (!claimed.length) return []
  // Two servers must not both see the last of the day's money.
  if (claimed.some(({ channel }) => channel === 'sms')) await lockWorkspace(trx, workspaceId)
  const rows = await readToTell(
    trx,
    workspaceId,
    claimed.map(({ delivery_id }) => delivery_id),
  )
  const ways = await readWays(trx, deps, workspaceId, [...rows.values()])
  const work = { trx, deps, workspaceId, now, ways, rows }
  const usable = await leaveOut(work, claimed)
  const written = await write(work, usable)
  return charge(work, written)
}

/** Ends what cannot or need not be sent any more, each as it is. */
async function leaveOut(work: Work, claimed: ClaimedRow[]): Promise<ClaimedRow[]> {
  const { now, ways, rows } = work
  const kept: ClaimedRow[] = []
  for (const row of claimed) {
    const to = rows.get(row.delivery_id)!
    if (to.erased_at) await end(work, row, 'erased')
    else if (isOver(row.event, to) || isStale(row.event, row.created_at, now)) await end(work, row, 'too_late')
    else {
      const way = wayOn(row.channel, to, row.event, ways)
      if ('failure' in way) await fail(work, row, way.failure)
      else if (way.sendAfter > ways.now) await putBack(work, row, way.sendAfter)
      else kept.push({ ...row, recipient: way.recipient })
    }
  }
  return kept
}

type Written = {
  row: ClaimedRow
  to: ToTell
  subject: string
  body: string
  segments: number
  url: string
  language: MessageLanguage
}

async function write({ trx, deps, workspaceId, now, ways, rows }: Work, claimed: ClaimedRow[]): Promise<Written[]> {
  const own = await readOwnTemplates(trx, workspaceId)
  const { recipient_language } = await readTrackingSettings(trx, workspaceId)
  return claimed.map((row) => {
    const to = rows.get(row.delivery_id)!
    const language = to.recipient_language ?? recipient_language
    const url = trackingUrl(deps, to)
    const values = valuesOf(to, ways.sender, language, { url, now })
    const name = { language, event: row.event as NotificationEvent, channel: row.channel }
    const said =
      row.event === 'message'
        ? { subject: '', body: row.body ?? '' }
        : textFor(templateFor(own, name), name, values, to.is_confidential)
    const segments = row.channel === 'sms' ? countSegments(said.body).segments : 0
    return { row, to, ...said, segments, url, language }
  })
}

/** Keeps to the spending limits, and writes down what is sent to whom and what it costs. */
async function charge(work: Work, written: Written[]): Promise<Prepared[]> {
  const limit = await roomFor(work, written)
  const costOf = ({ segments }: Written) => segments * work.ways.settings.sms_price
  const paid: Written[] = []
  for (const each of written) {
    const over = limit.over(costOf(each))
    if (over) await fail(work, each.row, over)
    else paid.push(each)
  }
  await limit.tell()
  const column = <T>(pick: (each: Written) => T) => paid.map(pick)
  await sql`update notifications n
    set recipient = w.recipient, subject = w.subject, body = w.body, segments = w.segments, cost = w.cost
    from unnest(${column(({ row }) => row.id)}::uuid[], ${column(({ row }) => row.recipient)}::text[],
      ${column(({ subject }) => subject || null)}::text[], ${column(({ body }) => body)}::text[],
      ${column(({ segments }) => segments || null)}::integer[], ${column(costOf)}::numeric[])
      as w(id, recipient, subject, body, segments, cost)
    where n.workspace_id = ${work.workspaceId} and n.id = w.id`.execute(work.trx)
  return paid.map((each) => toPrepared(work, each))
}

type Limit = {
  /** The limit that so much more would exceed; otherwise it is taken. */
  over: (cost: number) => 'spend_day' | 'spend_month' | undefined
  tell: () => Promise<void>
}

async function roomFor(
  { trx, workspaceId, now, ways: { settings, sender } }: Work,
  written: Written[],
): Promise<Limit> {
  const isText = written.some(({ row }) => row.channel === 'sms')
  const { spend_day, spend_month } = settings
  if (!isText || (spend_day === null && spend_month === null)) return { over: () => undefined, tell: async () => {} }
  const since = startsOf(sender.zone, now)
  const spent = {
    day: await readSpent(trx, workspaceId, since.day),
    month: await readSpent(trx, workspaceId, since.month),
  }
  let reached: 'day' | 'month' | undefined
  return {
    over(cost) {
      if (spend_month !== null && spent.month + cost > spend_month) reached = 'month'
      else if (spend_day !== null && spent.day + cost > spend_day) reached = 'day'
      else {
        spent.day += cost
        spent.month += cost
        return undefined
      }
      return reached === 'day' ? 'spend_day' : 'spend_month'
    },
    async tell() {
      if (!reached) return settleAlert(trx, workspaceId, 'text_limit', now)
      const amount = formatsIn(sender.language as Language).formatMoney(
        (reached === 'day' ? spend_day : spend_month)!,
        sender.currency,
      )
      const sentence = `Texts to recipients stopped: they reached the limit of ${amount} for this ${reached}.`
      await raiseAlert(trx, workspaceId, { kind: 'text_limit', severity: 'high', key: 'text_limit', sentence }, now)
    },
  }
}

function toPrepared({ deps, workspaceId, ways }: Work, each: Written): Prepared {
  const { row, to, subject, body, url, language } = each
  const { id, event, recipient } = row
  const common = { workspaceId, id }
  const isUrgent = isOfTheMoment(event)
  if (row.channel === 'sms') return { ...common, channel: 'sms', to: recipient!.slice(1), text: body, isUrgent }
  if (row.channel === 'push') {
    const targets = ways.browsers.get(to.id) ?? []
    return { ...common, channel: 'push', targets, title: subject, body, url: new URL(url).pathname, isUrgent }
  }
  const unsubscribeUrl = `${deps.config.publicUrl}/unsubscribe/${row.unsubscribe_token}`
  const accent = to.is_confidential ? null : ways.sender.accent
  const mail = recipientMail({ to: recipient!, subject, body, language, accent, trackingUrl: url, unsubscribeUrl })
  return { ...common, channel: 'email', mail }
}

/** What a provider said. `busy`: it takes no more right now. `unsure`: nobody knows whether it has the message. */
export type Outcome =
  | { said: 'sent'; reference: string | null; gone?: string[] }
  | { said: 'again'; detail: string }
  | { said: 'busy'; waitSeconds: number }
  | { said: 'refused'; detail: string; code: number | null; gone?: string[] }
  | { said: 'unsure'; detail: string }

/** Notes what became of notifications that were handed over. */
export async function noteOutcomes(
  trx: Trx,
  deps: Sending,
  workspaceId: string,
  noted: { id: string; outcome: Outcome }[],
): Promise<void> {
  const outcomes = new Map(noted.map(({ id, outcome }) => [id, outcome]))
  const gone = noted.flatMap(({ outcome }) => ('gone' in outcome && outcome.gone) || [])
  if (gone.length) await forgetBrowsers(trx, workspaceId, gone)
  // Of what is missing here, a receipt was quicker.
  const claimed = await lockClaimed(trx, workspaceId, [...outcomes.keys()])
  const rows = Map.groupBy(claimed, ({ id }) => outcomes.get(id)!.said)
  const now = deps.now()
  await noteSent(trx, workspaceId, rows.get('sent') ?? [], outcomes, now)
  await leaveWaiting(trx, workspaceId, rows.get('busy') ?? [])
  const others = claimed.filter(({ id }) => !['sent', 'busy'].includes(outcomes.get(id)!.said))
  if (!others.length) return
  const to = await readToTell(
    trx,
    workspaceId,
    others.map(({ delivery_id }) => delivery_id),
  )
  const ways = await readWays(trx, deps, workspaceId, [...to.values()])
  for (const row of others)
    await noteProblem({ trx, deps, workspaceId, now, ways, rows: to }, row, outcomes.get(row.id)!)
}

async function noteSent(
  trx: Trx,
  workspaceId: string,
  rows: ClaimedRow[],
  outcomes: Map<string, Outcome>,
  now: Date,
): Promise<void> {
  if (!rows.length) return
  const ids = rows.map(({ id }) => id)
  const references = ids.map((id) => (outcomes.get(id) as Outcome & { said: 'sent' }).reference)
  await sql`update notifications n
    set state = 'sent', provider_reference = w.reference, sent_at = ${now}, failure_detail = null
    from unnest(${ids}::uuid[], ${references}::text[]) as w(id, reference)
    where n.workspace_id = ${workspaceId} and n.id = w.id`.execute(trx)
  await announce(trx, workspaceId, ids, now)
}

/** A provider that was busy has not been tried. They keep their places. */
async function leaveWaiting(trx: Trx, workspaceId: string, rows: ClaimedRow[]): Promise<void> {
  if (!rows.length) return
  const ids = rows.map(({ id }) => id)
  await sql`update notifications set state = 'waiting', attempts = attempts - 1, cost = 0,
      failure_detail = 'the provider takes no more right now'
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`.execute(trx)
}

async function noteProblem(work: Work, row: ClaimedRow, outcome: Outcome): Promise<void> {
  const { trx, workspaceId, now } = work
  if (outcome.said === 'unsure') return setRow(trx, workspaceId, row.id, { failure_detail: outcome.detail })
  if (outcome.said === 'again') {
    if (row.attempts >= mostAttempts) return fail(work, row, 'provider_down', outcome.detail)
    return putBack(work, row, new Date(now.getTime() + pauseMs(row.attempts)), outcome.detail)
  }
  if (outcome.said === 'refused') await fail(work, row, ...(await refusal(work, row, outcome)))
}

/** Why a provider refused it, and that its address is not to be used again. */
async function refusal(
  { trx, workspaceId, now }: Work,
  { channel, recipient }: ClaimedRow,
  { code, detail }: { code: number | null; detail: string },
): Promise<[NotificationFailure, string]> {
  if (channel === 'push') return ['browser_gone', detail]
  if (channel === 'email') {
    if (recipient) await suppress(trx, karta(workspaceId), { channel, address: recipient, reason: 'bounced' }, now)
    return ['not_an_address', detail]
  }
  const { failure, suppress: reason } = failureOf(code)
  if (reason && recipient) await suppress(trx, karta(workspaceId), { channel, address: recipient, reason }, now)
  return [failure, detail]
}

type Row = {
  state?: 'waiting' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'skipped'
  failure?: NotificationFailure | null
  failure_detail?: string | null
  provider_reference?: string | null
  send_after?: Date
  sent_at?: Date
  ended_at?: Date
  cost?: number
}

async function setRow(trx: Trx, workspaceId: string, id: string, row: Row): Promise<void> {
  await trx.updateTable('notifications').set(row).where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

/** Waits for another attempt. What was not sent costs nothing. */
const putBack = ({ trx, workspaceId }: Work, { id }: ClaimedRow, sendAfter: Date, detail: string | null = null) =>
  setRow(trx, workspaceId, id, { state: 'waiting', send_after: sendAfter, failure_detail: detail, cost: 0 })

/** It is not sent, on no channel. */
async function end({ trx, workspaceId, now }: Work, { id }: ClaimedRow, failure: NotificationFailure): Promise<void> {
  await setRow(trx, workspaceId, id, { state: 'skipped', failure, ended_at: now, cost: 0 })
  await announce(trx, workspaceId, [id], now)
}

/** It does not arrive on this channel: the next one of the ladder has its turn. */
async function fail(
  work: Work,
  row: ClaimedRow,
  failure: NotificationFailure,
  detail: string | null = null,
): Promise<void> {
  const { trx, workspaceId, now, ways, rows } = work
  await setRow(trx, workspaceId, row.id, { state: 'failed', failure, failure_detail: detail, ended_at: now, cost: 0 })
  await announce(trx, workspaceId, [row.id], now)
  if (row.event === 'message') return
  const { event, occasion, channel } = row
  await addNextStep(trx, workspaceId, { event, occasion, channel }, { to: rows.get(row.delivery_id)!, ways })
}

async function forgetBrowsers(trx: Trx, workspaceId: string, ids: string[]): Promise<void> {
  await trx
    .deleteFrom('recipient_subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

type Receipt = Extract<SmsReceived, { kind: 'receipt' }>

/** Notes what a provider says later, whatever the order and however often it says it. */
export async function noteReceipt(
  deps: Sending & { db: Db },
  { workspaceId, id }: { workspaceId: string; id: string },
  { state, code, theirs }: Receipt,
): Promise<void> {
  const now = deps.now()
  await inWorkspace(deps.db, workspaceId, async (trx) => {
    const row = await trx
      .selectFrom('notifications')
      .select(['state', 'delivery_id', 'event', 'occasion', 'channel', 'recipient', 'sent_at', 'failure'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row || !movesOn(row.state, state)) return
    const ended = state === 'sent' ? {} : { ended_at: now }
    const known = { sent_at: new Date(row.sent_at ?? now), ...(theirs && { provider_reference: theirs }), ...ended }
    if (state !== 'failed') {
      await setRow(trx, workspaceId, id, { state, failure: null, ...known })
      return announce(trx, workspaceId, [id], now)
    }
    const { failure, suppress: reason } = failureOf(code)
    if (reason && row.recipient) {
      await suppress(trx, karta(workspaceId), { channel: 'sms', address: row.recipient, reason }, now)
    }
    const detail = code === null ? null : `The provider says ${code}.`
    await setRow(trx, workspaceId, id, { state, failure, failure_detail: detail, ...known })
    await announce(trx, workspaceId, [id], now)
    if (row.event === 'message') return
    const rows = await readToTell(trx, workspaceId, [row.delivery_id])
    const ways = await readWays(trx, deps, workspaceId, [...rows.values()])
    const { event, occasion, channel } = row
    await addNextStep(trx, workspaceId, { event, occasion, channel }, { to: rows.get(row.delivery_id)!, ways })
  })
}

/**
 * What to do with a notification whose server died. Emails and notifications to browsers have one name for all attempts,
 * so they go out again. A text does if the provider says that it has none; nobody knows of one that it cannot say.
 */
export async function resolveAbandoned(
  trx: Trx,
  workspaceId: string,
  { id, channel, claimed_at }: ClaimedRow,
  found: { reference: string } | 'none' | 'unsaid',
  now: Date,
): Promise<void> {
  const [row] = await lockClaimed(trx, workspaceId, [id])
  if (!row || row.claimed_at !== claimed_at) return
  if (channel !== 'sms' || found === 'none')
    return setRow(trx, workspaceId, id, { state: 'waiting', send_after: now, cost: 0 })
  if (found === 'unsaid') await setRow(trx, workspaceId, id, { state: 'unknown', failure: 'interrupted' })
  else
    await setRow(trx, workspaceId, id, {
      state: 'sent',
      provider_reference: found.reference,
      sent_at: now,
      failure_detail: null,
    })
  await announce(trx, workspaceId, [id], now)
}
