import { randomUUID } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { NewApplication, NewContactMessage, Received } from '#domain/schema/contact.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { takeAnswer } from '../../http/challenge.ts'
import type { MessageLimiter } from '../../http/limiters.ts'
import { sendMail } from '../../queue/mail.ts'
import { applicationMail, contactMail } from './rules.ts'

/** Where a form came from, and the limit for that address. */
type From = { address: string; count: MessageLimiter }

/** Stores a message and emails it to the operator. A bot's message is stored as spam and not mailed. */
export async function receiveMessage(trx: Trx, deps: Deps, body: NewContactMessage, from: From): Promise<Received> {
  const received = await letIn(trx, deps, body, from)
  const { name, email, phone, company, topic, message } = body
  await trx
    .insertInto('site.contact_messages')
    .values({ ...received, name, email, phone, company, topic, message, is_spam: isSpam(body) })
    .execute()
  if (!isSpam(body)) await sendMail(trx, deps, contactMail(deps.config.contactTo, body))
  return received
}

/** Stores an application and emails it to the operator. A bot's is stored as spam and not mailed. */
export async function receiveApplication(trx: Trx, deps: Deps, body: NewApplication, from: From): Promise<Received> {
  const received = await letIn(trx, deps, body, from)
  const { position, name, email, phone, link, cover_letter } = body
  await trx
    .insertInto('site.applications')
    .values({ ...received, position, name, email, phone, link, cover_letter, is_spam: isSpam(body) })
    .execute()
  if (!isSpam(body)) await sendMail(trx, deps, applicationMail(deps.config.contactTo, body))
  return received
}

type Guarded = { challenge: string; answer: string; website: string }

/** Bots fill in every field. Their messages are kept for a while, in case a person's browser filled it in. */
const isSpam = ({ website }: Guarded) => website !== ''

async function letIn(trx: Trx, { keys, now }: Deps, body: Guarded, { address, count }: From): Promise<Received> {
  const at = now()
  await takeAnswer(trx, body, keys.secretKey, at)
  // After the challenge, so that failed challenges do not count.
  const waitSeconds = count(address, body.challenge, at)
  if (waitSeconds > 0) throw new AppError('rate_limited', { retry_after_seconds: Math.ceil(waitSeconds) })
  return { id: randomUUID(), received_at: at.toISOString() }
}
