import { expect, test } from 'vitest'
import type { AppError } from '#domain/errors.ts'
import { limitMessages } from './message-limit.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 15) + seconds * 1000)
const attempt = (run: () => void) => {
  try {
    return run()
  } catch (error) {
    return (error as AppError).detail.retry_after_seconds
  }
}

test('an address may send so many in 10 minutes, and is told when it may send the next', () => {
  const count = limitMessages(2)
  expect(attempt(() => count('a', '1', at(0)))).toBeUndefined()
  expect(attempt(() => count('a', '2', at(60)))).toBeUndefined()
  expect(attempt(() => count('a', '3', at(100)))).toBe(500)
  expect(attempt(() => count('a', '3', at(599)))).toBe(1)
  expect(attempt(() => count('a', '3', at(600)))).toBeUndefined()
  expect(attempt(() => count('a', '4', at(601)))).toBe(59)
})

test('addresses do not hinder each other', () => {
  const count = limitMessages(1)
  expect(attempt(() => count('a', '1', at(0)))).toBeUndefined()
  expect(attempt(() => count('b', '1', at(0)))).toBeUndefined()
  expect(attempt(() => count('a', '2', at(0)))).toBe(600)
})

test('one message counts once, however often it is tried', () => {
  const count = limitMessages(2)
  for (const second of [0, 1, 2]) expect(attempt(() => count('a', '1', at(second)))).toBeUndefined()
  expect(attempt(() => count('a', '2', at(3)))).toBeUndefined()
})
