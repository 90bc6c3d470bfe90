import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isAnswer, solveChallenge } from './challenge.ts'

test('the answer found is valid, and the number before it is not', async () => {
  const answer = await solveChallenge('karta', 12)
  expect(isAnswer('karta', 12, answer)).toBe(true)
  expect(createHash('sha256').update(`karta.${answer}`).digest().readUInt32BE() >>> 20).toBe(0)
  for (let wrong = 0; wrong < Number(answer); wrong++) expect(isAnswer('karta', 12, String(wrong))).toBe(false)
  expect(isAnswer('another', 12, answer)).toBe(false)
})

test('other work runs while an answer is computed', async () => {
  let pauses = 0
  const answer = await solveChallenge('patience', 14, async () => void pauses++)
  expect(pauses).toBe(Math.floor(Number(answer) / 2000))
  expect(pauses).toBeGreaterThan(0)
})
