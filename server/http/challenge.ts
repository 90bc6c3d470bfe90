import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isAnswer } from '#domain/challenge.ts'
import { AppError } from '#domain/errors.ts'
import type { Challenge } from '#domain/schema/contact.ts'
import type { Trx } from '../db/connect.ts'

/** About 16,000 hashes: some 50 ms in a browser, half a second on an old phone. */
const difficulty = 14
const goodForSeconds = 30 * 60

/** Makes a puzzle. It is signed, so nothing needs to be stored until somebody answers it. */
export function makeChallenge(secret: string, now: Date): Challenge {
  const expiresAt = Math.floor(now.getTime() / 1000) + goodForSeconds
  const content = `${expiresAt.toString(36)}.${randomBytes(12).toString('base64url')}`
  return {
    challenge: `${content}.${sign(content, secret)}`,
    difficulty,
    expires_at: new Date(expiresAt * 1000).toISOString(),
  }
}

/**
 * Accepts the answer to a challenge once. Another transaction with the same answer waits, and is refused.
 * @throws AppError `challenge_refused` with the reason: `unknown`, `expired`, `wrong` or `used`
 */
export async function takeAnswer(
  trx: Trx,
  given: { challenge: string; answer: string },
  secret: string,
  now: Date,
): Promise<void> {
  const { nonce, expiresAt } = readChallenge(given.challenge, secret)
  if (expiresAt <= now) refuse('expired')
  if (!isAnswer(given.challenge, difficulty, given.answer)) refuse('wrong')
  const taken = await trx
    .insertInto('site.used_challenges')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!taken.numInsertedOrUpdatedRows) refuse('used')
}

function readChallenge(challenge: string, secret: string): { nonce: string; expiresAt: Date } {
  const [expiry = '', nonce = '', signature = ''] = challenge.split('.')
  const expected = Buffer.from(sign(`${expiry}.${nonce}`, secret))
  const actual = Buffer.from(signature)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) refuse('unknown')
  return { nonce, expiresAt: new Date(Number.parseInt(expiry, 36) * 1000) }
}

const sign = (content: string, secret: string) =>
  createHmac('sha256', secret).update(`contact challenge ${content}`).digest('base64url')

function refuse(reason: 'unknown' | 'expired' | 'wrong' | 'used'): never {
  throw new AppError('challenge_refused', { reason })
}
