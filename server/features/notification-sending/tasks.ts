import { setTimeout as delay } from 'node:timers/promises'
import { notificationChannels, type NotificationChannel } from '#domain/notifications/events.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { isMailShown } from '../../http/mail-guard.ts'
import { MailRefused } from '../../outside/mail.ts'
import { PushRefused } from '../../outside/push.ts'
import { SmsRefused } from '../../outside/sms-sender.ts'
import { keepMessage, sendMail } from '../../queue/mail.ts'
import { together } from '../../queue/together.ts'
import { tellEvents, watchArrivals } from '../notifications/commands.ts'
import { noteOutcomes, prepare, resolveAbandoned, type Outcome, type Prepared } from './commands.ts'
import { claimDue, findAbandoned, lockClaimed, type ClaimedRow } from './queries.ts'
import { nextRate } from './rules.ts'

const tellEverySeconds = 2
const watchEverySeconds = 10
const resolveEverySeconds = 30
const tickMs = 1000
/** Longer than any provider may take, and than Twilio needs to list a text. */
const silentMs = 120_000
/** A text that is not news of the moment may wait for a phone that is switched off. */
const validitySeconds = 14_400
const validityOfTheMoment = 900
const mostResolved = 1000
const askedAtOnce = 10
const mostOpen = 8
const mostNoted = 500

/** Tells recipients what happens to their deliveries, on every channel at the rate that its provider takes. */
export function workOnNotifications(deps: Deps): void {
  const { queue, config } = deps
  queue.every(tellEverySeconds, async () => {
    while (await again(() => tellEvents(deps))) continue
  })
  queue.every(watchEverySeconds, () => watchArrivals(deps))
  queue.every(resolveEverySeconds, () => resolveSilent(deps))
  const rates: Record<NotificationChannel, number> = { push: 100, email: 50, sms: config.smsPerSecond }
  for (const channel of notificationChannels) {
    queue.run((signal) => handOverAll(deps, channel, rates[channel], signal))
  }
}

/** Hands over what is due on a channel, second by second, at the rate that its provider takes and at most `mostOfAll` a second on all servers. */
async function handOverAll(
  deps: Deps,
  channel: NotificationChannel,
  mostOfAll: number,
  signal: AbortSignal,
): Promise<void> {
  const open = new Set<Promise<void>>()
  let rate = mostOfAll
  let waitsUntil = 0
  const handOverSome = async () => {
    // Servers share the rate. With more of them than messages a second, each sends one.
    const most = Math.max(1, Math.floor(mostOfAll / deps.nodes.count('worker')))
    const { taken, busy, waitSeconds } = await handOver(deps, channel, Math.min(rate, most), signal)
    rate = nextRate(rate, { taken, busy }, most)
    waitsUntil = Math.max(waitsUntil, deps.now().getTime() + waitSeconds * 1000)
  }
  while (!signal.aborted) {
    const tick = delay(tickMs, undefined, { signal }).catch(() => {})
    if (deps.now().getTime() >= waitsUntil) {
      const some = handOverSome()
        .catch((error: unknown) => deps.report(error, `handing over notifications by ${channel}`))
        .finally(() => open.delete(some))
      open.add(some)
    }
    // A provider that answers slowly gets as many a second, but not ever more at once.
    if (open.size >= mostOpen) await Promise.race(open)
    await tick
  }
  await Promise.all(open)
}

type HandedOver = { claimed: number; taken: number; busy: number; waitSeconds: number }

/** Hands over what is due on a channel, at most so many, and says what the provider took. */
export async function handOver(
  deps: Deps,
  channel: NotificationChannel,
  most: number,
  signal: AbortSignal,
): Promise<HandedOver> {
  const due = await claimDue(deps.db, channel, deps.now(), most)
  const outcomes = await Promise.all([...due].map(([workspaceId, ids]) => handOverOf(deps, workspaceId, ids, signal)))
  const all = outcomes.flat()
  const busy = all.filter((outcome) => outcome.said === 'busy')
  return {
    claimed: [...due.values()].flat().length,
    taken: all.length - busy.length,
    busy: busy.length,
    waitSeconds: Math.max(0, ...busy.map(({ waitSeconds }) => waitSeconds)),
  }
}

/** What ends while outcomes are noted is noted together, so a crash leaves little unsaid. */
async function handOverOf(deps: Deps, workspaceId: string, ids: string[], signal: AbortSignal): Promise<Outcome[]> {
  const inOne = <T>(work: (trx: Trx) => Promise<T>) => again(() => inWorkspace(deps.db, workspaceId, work))
  const prepared = await inOne((trx) => prepare(trx, deps, workspaceId, ids))
  const note = together(
    async (noted: { id: string; outcome: Outcome }[]) => {
      await inOne((trx) => noteOutcomes(trx, deps, workspaceId, noted))
      return noted.map(({ outcome }) => outcome)
    },
    { most: mostNoted, sizeOf: () => 1 },
  )
  return Promise.all(
    prepared.map(async (each) => {
      const outcome = await give(deps, each, signal).catch(outcomeOf)
      return note({ id: each.id, outcome })
    }),
  )
}

/** Gives a message to its provider, or keeps it for `/dev/messages`. */
async function give(deps: Deps, prepared: Prepared, signal: AbortSignal): Promise<Outcome> {
  if (prepared.channel === 'push') return givePush(deps, prepared)
  if (prepared.channel === 'email') return giveMail(deps, prepared, signal)
  const { sms, config } = deps
  const { to, text, id, isUrgent, workspaceId } = prepared
  if (!sms) {
    await inWorkspace(deps.db, workspaceId, (trx) =>
      keepMessage(trx, deps, { channel: 'sms', to: `+${to}`, subject: '', text }),
    )
    return { said: 'sent', reference: null }
  }
  const { messageId } = await sms.send(to, text, {
    validitySeconds: isUrgent ? validityOfTheMoment : validitySeconds,
    reference: id,
    receiptUrl: isMailShown(config) ? undefined : `${config.publicUrl}/hooks/sms/status?n=${id}`,
  })
  return { said: 'sent', reference: messageId }
}

async function giveMail(
  deps: Deps,
  { mail, id, workspaceId }: Prepared & { channel: 'email' },
  signal: AbortSignal,
): Promise<Outcome> {
  if (deps.mailer) await deps.mailer.send(mail, id, signal)
  else await inWorkspace(deps.db, workspaceId, (trx) => sendMail(trx, deps, mail))
  return { said: 'sent', reference: null }
}

/** To every browser of the recipient. One that takes it is enough. */
async function givePush(
  deps: Deps,
  { targets, title, body, url, id, workspaceId, isUrgent }: Prepared & { channel: 'push' },
): Promise<Outcome> {
  const message = { title, body, url, tag: `delivery-${url.slice(3, 25)}` }
  const topic = id.replaceAll('-', '')
  const gone: string[] = []
  let last: unknown
  let taken = 0
  for (const target of targets) {
    try {
      if ((await deps.push.send(target, message, { topic, isUrgent })) === 'sent') taken += 1
      else gone.push(target.id)
    } catch (error) {
      last = error
    }
  }
  if (taken) {
    if (isMailShown(deps.config)) {
      const kept = { channel: 'push', to: `${taken} browsers`, subject: title, text: body } as const
      await inWorkspace(deps.db, workspaceId, (trx) => keepMessage(trx, deps, kept))
    }
    return { said: 'sent', reference: null, gone }
  }
  if (last && !(last instanceof PushRefused)) throw last
  return { said: 'refused', code: null, detail: last ? (last as Error).message : 'the browser is gone', gone }
}

/** What an error means. One that nobody expected is worth another attempt. */
function outcomeOf(error: unknown): Outcome {
  const detail = (error as Error).message
  if (error instanceof MailRefused) return { said: 'refused', detail, code: null }
  if (!(error instanceof SmsRefused)) return { said: 'again', detail }
  if (error.how === 'final') return { said: 'refused', detail, code: error.code }
  if (error.how === 'busy') return { said: 'busy', waitSeconds: error.waitSeconds }
  return { said: error.how, detail }
}

type Resolving = Pick<Deps, 'db' | 'sms' | 'now' | 'report'>

/** Decides on notifications of which nobody knows whether the provider has them. */
export async function resolveSilent(deps: Resolving): Promise<void> {
  const { db, now } = deps
  const silent = await findAbandoned(db, new Date(now().getTime() - silentMs), mostResolved)
  for (const [workspaceId, ids] of silent) {
    const rows = await inWorkspace(db, workspaceId, (trx) => lockClaimed(trx, workspaceId, ids))
    for (let from = 0; from < rows.length; from += askedAtOnce) {
      await Promise.all(rows.slice(from, from + askedAtOnce).map((row) => resolveOne(deps, workspaceId, row)))
    }
  }
}

async function resolveOne({ db, sms, now, report }: Resolving, workspaceId: string, row: ClaimedRow): Promise<void> {
  try {
    const isText = row.channel === 'sms' && row.recipient !== null && row.body !== null
    const reference =
      isText && sms?.find ? await sms.find(row.recipient!.slice(1), row.body!, new Date(row.claimed_at!)) : undefined
    // Without a body, the server died before it had written one.
    const isAsked = row.body === null || (isText && (!sms || sms.find))
    const found = reference ? { reference } : isAsked ? 'none' : 'unsaid'
    await inWorkspace(db, workspaceId, (trx) => resolveAbandoned(trx, workspaceId, row, found, now()))
  } catch (error) {
    report(error, 'finding out whether a text was sent')
  }
}
