import { afterEach, expect, test, vi } from 'vitest'
import { isAnswer } from '#domain/challenge.ts'
import { answerChallenge } from './challenge.ts'

afterEach(() => vi.unstubAllGlobals())

test('a challenge is fetched and solved', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ challenge: 'abc', difficulty: 12, expires_at: '2026-03-15T10:30:00Z' })
  })
  const { challenge, answer } = await answerChallenge()
  expect(asked).toEqual(['/v1/contact/challenge'])
  expect(challenge).toBe('abc')
  expect(isAnswer('abc', 12, answer)).toBe(true)
})

test('an offline browser is told so', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(answerChallenge()).rejects.toMatchObject({ code: 'offline' })
})
