import { applyForPosition, sendContactMessage } from '#domain/api/contact.ts'
import type { ContactTopic } from '#domain/schema/contact.ts'
import { call } from '#web/lib/call.ts'
import { answerChallenge } from '#web/lib/challenge.ts'
import type { Values } from './draft.ts'

/** Give up after this long without an answer. */
const patienceMs = 30_000

/** Sends the contact form. @throws CallError */
export async function sendContact(values: Values, topic: ContactTopic, idempotencyKey: string): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs)
  const { name = '', email = '', message = '', phone, company, website } = values
  const proof = await answerChallenge(signal)
  const body = { name, email, phone, company, topic, message, website, ...proof }
  await call(sendContactMessage, { body, idempotencyKey, signal })
}

/** Sends an application form. @throws CallError */
export async function sendApplication(values: Values, position: string, idempotencyKey: string): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs)
  const { name = '', email = '', cover_letter = '', phone, link, website } = values
  const proof = await answerChallenge(signal)
  const body = { position, name, email, phone, link, cover_letter, website, ...proof }
  await call(applyForPosition, { body, idempotencyKey, signal })
}
