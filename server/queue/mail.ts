import { randomUUID } from 'node:crypto'
import { inSiteScope, type Trx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { checkHeaders, MailRefused, type Mail, type Mailer } from '../outside/mail.ts'
import { deliverMail } from './tasks.ts'

const sweepEverySeconds = 3600

/**
 * Sends a mail once `trx` has committed, and keeps trying for some hours while the mail server cannot accept it. Without
 * a mail server, the mail is kept for `/dev/messages`. Returns what the mail is known by.
 */
export async function sendMail(
  trx: Trx,
  { mailer, queue, now }: Pick<Deps, 'mailer' | 'queue' | 'now'>,
  mail: Mail,
): Promise<string> {
  checkHeaders(mail)
  const id = randomUUID()
  await trx
    .insertInto('site.mails')
    .values({
      id,
      state: mailer ? 'waiting' : 'kept',
      recipient: mail.to,
      subject: mail.subject,
      text_part: mail.text,
      html_part: mail.html,
      reply_to: mail.replyTo ? JSON.stringify(mail.replyTo) : null,
      attachments: JSON.stringify(
        (mail.attachments ?? []).map(({ content, ...rest }) => ({ ...rest, base64: content.toString('base64') })),
      ),
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      created_at: now(),
    })
    .execute()
  if (mailer) await queue.add(trx, deliverMail, { mailId: id })
  return id
}

/** What another channel would have sent, or did. */
export type KeptMessage = { channel: 'push' | 'sms'; to: string; subject: string; text: string }

/** Keeps a message that is no mail for `/dev/messages`. */
export async function keepMessage(
  trx: Trx,
  { now }: Pick<Deps, 'now'>,
  { channel, to, subject, text }: KeptMessage,
): Promise<void> {
  await trx
    .insertInto('site.mails')
    .values({
      id: randomUUID(),
      state: 'kept',
      channel,
      recipient: to,
      subject,
      text_part: text,
      html_part: '',
      reply_to: null,
      created_at: now(),
    })
    .execute()
}

/** Gives waiting mail to the mail server. */
export async function workOnMail(deps: Deps): Promise<void> {
  await failAbandoned(deps)
  deps.queue.every(sweepEverySeconds, () => failAbandoned(deps))
  await deps.queue.work(deliverMail, 2, async ({ mailId }, { signal, lastAttempt }) => {
    if (!deps.mailer) return setState(deps, mailId, { state: 'kept' })
    const mail = await readWaiting(deps, mailId)
    if (mail) await attempt(deps, deps.mailer, { mailId, mail, signal, lastAttempt })
  })
}

type Attempt = { mailId: string; mail: Mail; signal: AbortSignal; lastAttempt: boolean }

/** One attempt at one mail. Once sent, it is deleted, because it may hold something for its reader's eyes only. */
async function attempt(deps: Deps, mailer: Mailer, { mailId, mail, signal, lastAttempt }: Attempt): Promise<void> {
  try {
    await mailer.send(mail, mailId, signal)
  } catch (error) {
    const isFinal = error instanceof MailRefused || (lastAttempt && !signal.aborted)
    if (!isFinal) throw error
    return setState(deps, mailId, { state: 'failed', failure: (error as Error).message })
  }
  await inSiteScope(deps.db, (trx) => trx.deleteFrom('site.mails').where('id', '=', mailId).execute())
}

async function readWaiting({ db }: Deps, id: string): Promise<Mail | undefined> {
  const row = await inSiteScope(db, (trx) =>
    trx.selectFrom('site.mails').selectAll().where('id', '=', id).where('state', '=', 'waiting').executeTakeFirst(),
  )
  if (!row) return undefined
  const replyTo = row.reply_to ? JSON.parse(row.reply_to) : undefined
  const attachments = row.attachments.map(({ base64, ...rest }) => ({
    ...rest,
    content: Buffer.from(base64, 'base64'),
  }))
  const { recipient: to, subject, text_part: text, html_part: html, unsubscribe_url } = row
  return { to, subject, text, html, replyTo, attachments, unsubscribeUrl: unsubscribe_url ?? undefined }
}

type State = { state: 'failed'; failure: string } | { state: 'kept' }

async function setState({ db }: Deps, id: string, state: State): Promise<void> {
  await inSiteScope(db, (trx) =>
    trx.updateTable('site.mails').set(state).where('id', '=', id).where('state', '=', 'waiting').execute(),
  )
}

/**
 * Ends mails that nobody will send any more, because a worker died in the last attempt, or because a backup was restored
 * and its mail may have been sent since. Mails are read before tasks: the two are made together, so a mail that has a
 * task is always seen to have it.
 */
async function failAbandoned(deps: Deps): Promise<void> {
  const waiting = await inSiteScope(deps.db, (trx) =>
    trx.selectFrom('site.mails').select('id').where('state', '=', 'waiting').execute(),
  )
  if (!waiting.length) return
  const alive = new Set((await deps.queue.unfinished(deliverMail)).map(({ mailId }) => mailId))
  for (const { id } of waiting) {
    if (alive.has(id)) continue
    await setState(deps, id, { state: 'failed', failure: 'Sending was interrupted and is not tried again.' })
  }
}
