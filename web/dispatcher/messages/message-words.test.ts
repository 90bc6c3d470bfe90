import { expect, test } from 'vitest'
import { sayLast } from './message-words.ts'

const last = { from: 'driver', text: 'At the\n\ngate', photo: null, erased_at: null } as never

test('a thread shows its last message in one line, and says who wrote it', () => {
  expect(sayLast({ last, has_account: true })).toBe('At the gate')
  expect(
    sayLast({ last: { ...(last as object), from: 'dispatcher', text: '', photo: {} } as never, has_account: true }),
  ).toBe('You: Photo')
  expect(
    sayLast({ last: { ...(last as object), text: '', erased_at: '2026-01-01' } as never, has_account: true }),
  ).toBe('Erased')
  expect(sayLast({ last: null, has_account: false })).toBe('No account yet, so no phone')
})
