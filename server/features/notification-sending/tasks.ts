import { setTimeout as delay } from 'node:timers/promises'
import { notificationChannels, type NotificationChannel } from '#domain/notifications/events.ts'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { isMailShown } from '../../http/mail-guard.ts'
import { MailRefused } from '../../outside/mail.ts'
import { PushRefused } from '../../outside/push.ts'
import { SmsRefused } from '../../outside/sms-sender.ts'
import { keepMessage, sendMail } from '../../queue/mail.ts'
import { tellEvents, watchArrivals } from '../notifications/commands.ts'
import { noteOutcome, prepare, resolveAbandoned, type Outcome, type Prepared } from './commands.ts'
import { claimDue, findAbandoned, lockClaimed } from './queries.ts'

const tellEverySeconds = 2
const watchEverySeconds = 10
const resolveEverySeconds = 30
const tickMs = 1000
/** Longer than any provider may take, and than Twilio needs to list a text. */
const silentMs = 120_000
/** A text that is not news of the moment may wait for a phone that is switched off. */
const validitySeconds = 14_400
const validityOfTheMoment = 900
const mostResolved = 100

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
    queue.run(async (signal) => {
      while (!signal.aborted) {
        const tick = delay(tickMs, undefined, { signal }).catch(() => {})
        await handOver(deps, channel, rates[channel], signal).catch((error: unknown) =>
          deps.report(error, `handing over notifications by ${channel}`),
        )
        await tick
      }
    })
  }
}

/** Hands over what is due on a channel, at most so many. Returns how many were claimed. */
export async function handOver(
  deps: Deps,
  channel: NotificationChannel,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  const due = await claimDue(deps.db, channel, deps.now(), most)
  let claimed = 0
  for (const [workspaceId, ids] of due) {
    claimed += ids.length
    const prepared = await again(() => inWorkspace(deps.db, workspaceId, (trx) => prepare(trx, deps, workspaceId, ids)))
    await Promise.all(prepared.map((each) => handOverOne(deps, each, signal)))
  }
  return claimed
}

async function handOverOne(deps: Deps, prepared: Prepared, signal: AbortSignal): Promise<void> {
  const outcome = await give(deps, prepared, signal).catch((error: unknown): Outcome => outcomeOf(error))
  await again(() => inWorkspace(deps.db, prepared.workspaceId, (trx) => noteOutcome(trx, deps, prepared, outcome)))
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
  return { said: error.how, detail }
}

/** Decides on notifications of which nobody knows whether the provider has them. */
export async function resolveSilent(deps: Pick<Deps, 'db' | 'sms' | 'now' | 'report'>): Promise<void> {
  const { db, sms, now } = deps
  const silent = await findAbandoned(db, new Date(now().getTime() - silentMs), mostResolved)
  for (const [workspaceId, ids] of silent) {
    const rows = await inWorkspace(db, workspaceId, (trx) => lockClaimed(trx, workspaceId, ids))
    for (const row of rows) {
      try {
        const isText = row.channel === 'sms' && row.recipient !== null && row.body !== null
        const reference =
          isText && sms?.find
            ? await sms.find(row.recipient!.slice(1), row.body!, new Date(row.claimed_at!))
            : undefined
        // Without a body, the server died before it had written one.
        const isAsked = row.body === null || (isText && (!sms || sms.find))
        const found = reference ? { reference } : isAsked ? 'none' : 'unsaid'
        await inWorkspace(db, workspaceId, (trx) => resolveAbandoned(trx, workspaceId, row, found, now()))
      } catch (error) {
        deps.report(error, 'finding out whether a text was sent')
      }
    }
  }
}
