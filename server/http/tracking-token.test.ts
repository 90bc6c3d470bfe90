import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readTrackingToken, trackingToken } from './tracking-token.ts'

const secret = randomBytes(32)
const id = randomUUID()

test('a token is the same each time, names its delivery, and is of one generation and secret', () => {
  const token = trackingToken(secret, { id, tracking_generation: 1 })
  expect(token).toMatch(/^[\w-]{38}$/)
  expect(trackingToken(secret, { id, tracking_generation: 1 })).toBe(token)
  const shown = readTrackingToken(token)
  expect(shown.id).toBe(id)
  expect(shown.isOf(secret, 1)).toBe(true)
  expect(shown.isOf(secret, 2)).toBe(false)
  expect(shown.isOf(randomBytes(32), 1)).toBe(false)
})

test('what was changed, cut or made up is the token of nothing', () => {
  const token = trackingToken(secret, { id, tracking_generation: 0 })
  const other = trackingToken(secret, { id: randomUUID(), tracking_generation: 0 })
  const madeUp = [
    '',
    'x',
    token.slice(1),
    `${token}A`,
    `${other.slice(0, 22)}${token.slice(22)}`,
    '../../etc/passwd',
    '’'.repeat(38),
  ]
  for (const shown of madeUp) expect(readTrackingToken(shown).isOf(secret, 0), shown).toBe(false)
})
