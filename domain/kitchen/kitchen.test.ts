import { expect, test } from 'vitest'
import { usualWeek } from '../schema/pickup-place.ts'
import { instantOf, timeOf } from '../time.ts'
import { openOn } from './opening.ts'
import { findSlot, readyAt, slotsIn } from './pickup-slots.ts'

const zone = 'Asia/Jakarta'
const day = '2026-03-16'
const at = (time: string, on = day) => instantOf(on, time, zone).getTime()
const open = openOn(usualWeek, day, zone)
const order = { orderedAt: at('12:00'), preparationMinutes: 20, saidReadyAt: null, wantedFrom: null, leadMinutes: 10 }

test('an order is ready after its preparation, which begins when the place is open', () => {
  expect(readyAt(order, open)).toBe(at('12:20'))
  expect(readyAt({ ...order, orderedAt: at('08:00') }, open)).toBe(at('10:20'))
  expect(readyAt({ ...order, orderedAt: at('12:00') + 1 }, open)).toBe(at('12:21'))
})

test('what is wanted in the evening is not cooked at noon', () => {
  expect(readyAt({ ...order, wantedFrom: at('19:00') }, open)).toBe(at('18:50'))
})

test('what was said to be ready before it was ordered is ready when it is ordered', () => {
  expect(readyAt({ ...order, saidReadyAt: at('09:00') }, open)).toBe(at('12:00'))
  expect(readyAt({ ...order, saidReadyAt: at('13:05') }, open)).toBe(at('13:05'))
})

const wanted = { ready: at('12:20'), notBefore: null, notAfter: null, due: null, leadMinutes: 10 }
const slots = slotsIn(open, 15)
const everyone = () => true

test('the first slot with room from when it is ready is taken', () => {
  expect(findSlot(slots, wanted, everyone)).toEqual({ slot: { from: at('12:30'), until: at('12:45') } })
  const notFirst = (slot: { from: number }) => slot.from > at('12:30')
  expect(findSlot(slots, wanted, notFirst)).toMatchObject({ slot: { from: at('12:45') } })
  expect(findSlot(slots, { ...wanted, notBefore: at('14:00') }, everyone)).toMatchObject({
    slot: { from: at('14:00') },
  })
})

test('without a slot, the answer says why and which is the next', () => {
  const late = (slot: { from: number }) => slot.from >= at('15:00')
  expect(findSlot(slots, { ...wanted, due: at('13:00') }, late)).toMatchObject({
    none: 'full',
    next: { from: at('15:00') },
  })
  expect(findSlot(slots, wanted, () => false)).toEqual({ none: 'full', next: null })
  expect(findSlot(slots, { ...wanted, due: at('12:25') }, everyone)).toEqual({ none: 'too_late' })
  expect(findSlot(slots, { ...wanted, notAfter: at('12:25') }, everyone)).toEqual({ none: 'too_late' })
  expect(findSlot(slots, { ...wanted, ready: at('23:00') }, everyone)).toMatchObject({ none: 'closed' })
  expect(findSlot([], wanted, everyone)).toEqual({ none: 'closed', opens: null })
})

test('a night goes on after midnight, and a closed day has no slots', () => {
  const week = { ...usualWeek, mon: { start: '18:00', end: '26:00' }, tue: null }
  expect(openOn(week, day, zone).at(-1)).toEqual({ from: at('18:00'), until: at('26:00') })
  expect(openOn(week, '2026-03-17', zone)).toEqual([{ from: at('24:00'), until: at('26:00') }])
  expect(openOn({ ...week, mon: null }, '2026-03-17', zone)).toEqual([])
})

test('a day on which clocks change has as many slots as hours', () => {
  const week = { ...usualWeek, sun: { start: '00:00', end: '06:00' }, sat: null }
  const labels = (on: string) =>
    slotsIn(openOn(week, on, 'Europe/Berlin'), 30).map(({ from }) => timeOf(new Date(from), 'Europe/Berlin'))
  expect(labels('2026-03-29')).toHaveLength(10)
  expect(labels('2026-03-29')).not.toContain('02:30')
  expect(labels('2026-10-25')).toHaveLength(14)
  expect(labels('2026-10-25').filter((label) => label === '02:30')).toHaveLength(2)
})
