import { expect, test } from 'vitest'
import { beganAt, dueAt, fileNameAt, outdated } from './schedule.ts'

const at = (text: string) => new Date(`${text}Z`)
const now = at('2026-03-20T12:00')

test('the first backup is due at once, and the next one after the interval or at its time of day', () => {
  expect(dueAt({ seconds: 3600 }, undefined, now)).toEqual(now)
  expect(dueAt({ seconds: 3600 }, at('2026-03-20T11:30'), now)).toEqual(at('2026-03-20T12:30'))
  const atThree = { minuteOfDay: 180 }
  expect(dueAt(atThree, at('2026-03-19T03:00:05'), now)).toEqual(at('2026-03-20T03:00'))
  expect(dueAt(atThree, at('2026-03-20T01:00'), now)).toEqual(at('2026-03-20T03:00'))
  // A server that was off comes late, not twice.
  expect(dueAt(atThree, at('2026-03-20T09:00'), now)).toEqual(at('2026-03-21T03:00'))
})

test('the newest of each day and week is kept, and all of the last day', () => {
  const nights = Array.from({ length: 40 }, (_, days) => new Date(at('2026-03-20T03:00').getTime() - days * 86_400_000))
  const hours = Array.from({ length: 12 }, (_, hour) => new Date(now.getTime() - hour * 3_600_000))
  const gone = outdated([...nights, ...hours], now, { keepDays: 3, keepWeeks: 3 })
  const kept = nights.filter((night) => !gone.includes(night)).map((night) => night.toISOString().slice(5, 10))
  // The twentieth is a Friday: Sundays end the weeks before.
  expect(kept).toEqual(['03-20', '03-19', '03-18', '03-15', '03-08'])
  expect(gone.filter((each) => hours.includes(each))).toEqual([])
})

test('after a long pause, the last backup is still kept', () => {
  const old = [at('2025-01-01T03:00'), at('2025-01-02T03:00')]
  expect(outdated(old, now, { keepDays: 0, keepWeeks: 0 })).toEqual([old[0]])
})

test('only the names of scheduled backups are ours', () => {
  const name = fileNameAt(at('2026-03-20T12:00:01.234'))
  expect(name).toBe('karta-scheduled-2026-03-20T12-00-01Z.backup')
  expect(beganAt(name)).toEqual(at('2026-03-20T12:00:01'))
  for (const other of ['karta-2026-03-20T12-00-01Z.backup', `${name}.part`, `my ${name}`, 'notes.txt']) {
    expect(beganAt(other), other).toBeUndefined()
  }
})
