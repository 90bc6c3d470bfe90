import { expect, test } from 'vitest'
import { freezeWords, lastWords, madeWords, nextWords, timeWords } from './wave-words.ts'
import { toBody, toValues } from './wave-values.ts'

const zone = 'Asia/Jakarta'
const wave = { plan_at: '05:30', freeze_at: '18:00', weekdays: null, plans_for: 'same_day' as const }

test('a wave says when it plans, for which day, and which orders it takes', () => {
  expect(timeWords(wave)).toBe('At 05:30 on working days, for the same day')
  const weekly = { ...wave, weekdays: [1, 4], plans_for: 'next_working_day' as const }
  expect(timeWords(weekly)).toBe('At 05:30 every Monday and Thursday, for the next working day')
  expect(freezeWords(wave)).toBe('Orders after 18:00 join the next wave.')
  expect(freezeWords({ freeze_at: null })).toBe('All orders that are there by then.')
})

test('it says when it plans next, and what happened the last time', () => {
  const next_run = { at: '2026-03-16T22:30:00.000Z', day: '2026-03-17', freezes_at: null }
  expect(nextWords({ active: true, next_run }, zone)).toBe('Next: 17 Mar 2026, 05:30, for Tue 17 Mar 2026')
  expect(nextWords({ active: false, next_run: null }, zone)).toBe('Switched off')
  const last = { at: '2026-03-15T22:30:00.000Z', day: '2026-03-16', plan_id: null, moved: 2 }
  const problem = { code: 'no_drivers', sentence: 'None of its drivers works that day.' }
  expect(lastWords({ last_run: { ...last, problem } }, zone)).toBe(
    '16 Mar 2026, 05:30: Not planned. None of its drivers works that day. 2 orders of earlier days joined it.',
  )
  expect(lastWords({ last_run: null }, zone)).toBeNull()
})

test('a plan says that it was made by itself, and that later orders join the next wave', () => {
  const plan = { by_itself: true, orders_until: '2026-03-15T11:00:00.000Z', created_at: '2026-03-15T22:30:00.000Z' }
  expect(madeWords(plan, zone)).toBe('Planned by itself at 05:30. Orders after 18:00 join the next wave.')
  expect(madeWords({ ...plan, orders_until: null }, zone)).toBe('Planned by itself at 05:30.')
  expect(madeWords({ ...plan, by_itself: false }, zone)).toBeNull()
})

test('what is not chosen is sent as null', () => {
  const usual = toBody({ ...toValues(undefined), freeze_at: '', depot_id: '' })
  expect(usual).toMatchObject({ freeze_at: null, weekdays: null, depot_id: null, driver_ids: null })
  expect(toBody({ ...toValues(undefined), days: 'chosen', weekdays: [6] }).weekdays).toEqual([6])
})
