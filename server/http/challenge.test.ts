import { expect, test } from 'vitest'
import { isAnswer, solveChallenge } from '#domain/challenge.ts'
import { AppError } from '#domain/errors.ts'
import { inSiteScope } from '../db/connect.ts'
import { testApp } from '../testing/test-app.ts'
import { makeChallenge, takeAnswer } from './challenge.ts'

const { deps } = await testApp()
const now = new Date('2026-03-15T10:00:00Z')
const take = (given: { challenge: string; answer: string }, at = now, secret = 'secret') =>
  inSiteScope(deps.db, (trx) => takeAnswer(trx, given, secret, at)).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.detail.reason : error),
  )
const solved = async (at = now) => {
  const { challenge, difficulty } = makeChallenge('secret', at)
  return { challenge, answer: await solveChallenge(challenge, difficulty) }
}

test('an answer is accepted once, even when it is sent twice at the same time', async () => {
  const given = await solved()
  const results = await Promise.all([take(given), take(given), take(given)])
  expect(results.toSorted()).toEqual(['taken', 'used', 'used'])
  expect(await take(given)).toBe('used')
})

test('an answer is valid for 30 minutes', async () => {
  const { expires_at } = makeChallenge('secret', now)
  expect(expires_at).toBe('2026-03-15T10:30:00.000Z')
  expect(await take(await solved(), new Date('2026-03-15T10:30:00Z'))).toBe('expired')
  expect(await take(await solved(), new Date('2026-03-15T10:29:59Z'))).toBe('taken')
})

test('a wrong answer is refused', async () => {
  const { challenge, difficulty } = makeChallenge('secret', now)
  const wrong = ['0', '1', '2', '3', '4', '5'].find((answer) => !isAnswer(challenge, difficulty, answer))!
  expect(await take({ challenge, answer: wrong })).toBe('wrong')
  expect(await take({ challenge, answer: await solveChallenge(challenge, difficulty) })).toBe('taken')
})

test('a forged or altered challenge is refused', async () => {
  const { challenge, answer } = await solved()
  const [expiry, nonce, signature] = challenge.split('.')
  expect(await take({ challenge, answer }, now, 'another secret')).toBe('unknown')
  for (const forged of [
    `zzzzzzz.${nonce}.${signature}`,
    `${expiry}.AAAA.${signature}`,
    `${expiry}.${nonce}.é`,
    '..',
    'x',
  ]) {
    expect(await take({ challenge: forged, answer }), forged).toBe('unknown')
  }
})
