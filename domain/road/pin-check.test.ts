import { webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { isRightPin, pinHash } from './pin-check.ts'

test('a phone knows the right PIN by its hash, and no other', async () => {
  const { subtle } = webcrypto
  const given = { salt: 'a salt', iterations: 10 }
  const check = { ...given, hash: await pinHash(subtle as never, '0417', given) }
  expect(check.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await isRightPin(subtle as never, ' 0417 ', check)).toBe(true)
  expect(await isRightPin(subtle as never, '417', check)).toBe(false)
  expect(await isRightPin(subtle as never, '0418', check)).toBe(false)
})
