import { expect, test } from 'vitest'
import { en } from '#domain/messages/driver/en.ts'
import type { KeptEntry } from '../store/database.ts'
import { idOf } from '../testing/driver-day.ts'
import { toTell } from './outcome-text.ts'
import { wordsIn } from './words.ts'

let order = 0

function kept(kind: string, stop: number | null, code: string | null): KeptEntry {
  order += 1
  const data = stop === null ? {} : { stop_id: idOf(stop) }
  const result = { id: idOf(order), outcome: 'conflict', code, sentence: null }
  return { order, id: idOf(order), entry: { kind, data }, state: 'sent', sent_at: 0, result, is_seen: false } as never
}

test('what became of one stop for one reason is told in one piece', () => {
  const told = toTell(wordsIn('en', en), [
    kept('departed', 1, 'was_cancelled'),
    kept('arrived', 1, 'was_cancelled'),
    kept('departed', 2, 'was_cancelled'),
    kept('delivered', 1, 'was_cancelled'),
    kept('break_started', null, null),
    kept('break_started', null, null),
  ])
  expect(told.map(({ entries, deeds }) => [entries.length, deeds])).toEqual([
    [3, 'Set out. Arrived. Delivered.'],
    [1, 'Set out.'],
    [1, 'Break started.'],
    [1, 'Break started.'],
  ])
  expect(told[0]!.why).toBe(en['outcome.was_cancelled'])
})
