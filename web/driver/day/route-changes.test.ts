import { expect, test } from 'vitest'
import type { SentEntry } from '#domain/road/entry.ts'
import type { DrivenStop, DriverDay } from '#domain/schema/driver-day.ts'
import { carried, drivenStop, driverDay, idOf } from '../testing/driver-day.ts'
import { routeChanges, withChanges } from './route-changes.ts'

const today = '2026-03-16'
const stops = (...numbers: number[]) => numbers.map((number) => drivenStop(number))
const changes = (before: DriverDay, after: DriverDay, own: Partial<SentEntry>[] = []) =>
  Object.fromEntries(
    routeChanges(before, after, own as SentEntry[], today).map(({ kind, names }) => [kind, names.join(', ')]),
  )
const between = (before: DrivenStop[], after: DrivenStop[], own?: Partial<SentEntry>[]) =>
  changes(driverDay(before), driverDay(after), own)

test('a driver hears which stops were added, removed, cancelled, moved and edited', () => {
  const cancelled = drivenStop(4, { delivery: carried(4, { status: 'cancelled' }) })
  const edited = drivenStop(3, { delivery: carried(3, { window_end: '12:00' }) })
  const after = [drivenStop(5), drivenStop(6), ...stops(1), edited, cancelled]
  expect(between(stops(1, 2, 3, 4, 5), after)).toEqual({
    added: 'Recipient 6',
    removed: 'Recipient 2',
    cancelled: 'Recipient 4',
    moved: 'Recipient 5',
    edited: 'Recipient 3',
  })
  expect(between(stops(1, 2, 3), stops(1, 2, 3))).toEqual({})
  // The same delivery at a stop that was made anew.
  expect(between(stops(1, 2), [drivenStop(1), { ...drivenStop(2), id: idOf(7) }])).toEqual({})
})

test('routes come and go as a whole, and those of yesterday go by themselves', () => {
  const empty = { ...driverDay(), routes: [] }
  expect(changes(empty, driverDay())).toEqual({ route_added: today })
  expect(changes(driverDay(), empty)).toEqual({ route_removed: today })
  const done = stops(1).map((stop) => ({ ...stop, done_at: '2026-03-16T04:00:00.000Z' }))
  expect(changes(driverDay(done), empty)).toEqual({})
  const yesterday = { ...driverDay(), routes: driverDay().routes.map((route) => ({ ...route, day: '2026-03-15' })) }
  expect(changes(yesterday, empty)).toEqual({})
})

test('what the driver did is no news', () => {
  const delivered = drivenStop(1, { delivery: carried(1, { status: 'delivered' }) })
  expect(between(stops(1, 2), [delivered, drivenStop(2)])).toEqual({})
  const taken = { kind: 'taken_over', data: { handover_entry_id: idOf(1), delivery_ids: [idOf(102)] } }
  expect(between(stops(1), stops(1, 2), [taken])).toEqual({})
  const reordered = { kind: 'reordered', data: { route_id: idOf(800), stop_ids: [] } }
  expect(between(stops(1, 2), stops(2, 1), [reordered])).toEqual({})
  expect(between(stops(1, 2), stops(2, 1))).toEqual({ moved: 'Recipient 1' })
})

test('what is not read yet grows, and names each stop once', () => {
  const [moved, removed] = [
    { kind: 'moved' as const, names: ['A', 'B'] },
    { kind: 'removed' as const, names: ['C'] },
  ]
  expect(withChanges([moved], [removed, { kind: 'moved', names: ['B', 'D'] }])).toEqual([
    removed,
    { kind: 'moved', names: ['A', 'B', 'D'] },
  ])
})
