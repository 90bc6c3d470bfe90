import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newTrack, stepTrack } from '#domain/road/track.ts'
import { simulateDay, type SimulatedStop } from './day.ts'

const depot = { lat: -6.155, lng: 106.845 }
const stops: SimulatedStop[] = Array.from({ length: 12 }, (_, i) => ({
  id: randomUUID(),
  lat: depot.lat - 0.01 - (i % 4) / 100,
  lng: depot.lng + 0.01 + i / 200,
  delivery: { id: randomUUID(), isPickup: i === 0 },
}))
const options = { from: depot, stops, shiftId: randomUUID(), vehicleId: null, metersPerSecond: 9, serviceSeconds: 240 }
const simulate = (more = {}) =>
  simulateDay({ ...options, seed: 7, fixEverySeconds: 5, failures: 0.2, lies: 0.03, deadTime: 0.2, ...more })

test('the same seed gives the same day, and every stop is left, reached and ended in order', () => {
  const day = simulate()
  expect(simulate()).toEqual(day)
  expect(simulate({ seed: 8 })).not.toEqual(day)
  const entries = day.happenings.flatMap((each) => ('entry' in each ? [each.entry] : []))
  expect([entries[0], entries.at(-1)]).toEqual(['shift_started', 'shift_ended'])
  expect(entries.filter((kind) => kind === 'departed')).toHaveLength(12)
  const ends = entries.filter((kind) => ['delivered', 'failed', 'picked_up'].includes(kind))
  expect(ends).toHaveLength(12)
  expect(ends).toContain('failed')
  const times = day.happenings.map(({ seconds }) => seconds)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(day.deadZones.length).toBeGreaterThan(3)
})

test('a day that goes on has no second beginning', () => {
  const entries = simulate({ isUnderway: true }).happenings.flatMap((each) => ('entry' in each ? [each.entry] : []))
  expect([entries[0], entries.at(-1)]).toEqual(['departed', 'shift_ended'])
})

test('a day with lies is shown without any of them, and each stop is noticed once, with its stay', () => {
  const start = Date.parse('2026-03-15T02:00:00Z')
  let [track, left] = [newTrack, [...stops]]
  const arrived: string[] = []
  const stays: (string | null)[] = []
  let [lies, hidden] = [0, 0]
  for (const each of simulate().happenings) {
    if ('entry' in each) {
      if (['delivered', 'failed', 'picked_up'].includes(each.entry)) left = left.slice(1)
      continue
    }
    const at = start + each.seconds * 1000
    const { lat, lng, accuracy_m, speed_mps } = each.fix
    const fences = left.slice(0, 3).map((stop) => ({ stop_id: stop.id, lat: stop.lat, lng: stop.lng, radius_m: 120 }))
    const step = stepTrack(track, { at, lat, lng, accuracy_m, speed_mps }, fences, at)
    track = step.track
    if (each.isLie) lies++
    if (step.hidden) hidden++
    expect(step.hidden !== null, JSON.stringify(each)).toBe(each.isLie)
    arrived.push(...step.events.flatMap(({ kind, stop_id }) => (kind === 'arrived' ? [stop_id] : [])))
    stays.push(...step.ended.flatMap(({ kind, stop_id }) => (kind === 'stay' ? [stop_id] : [])))
  }
  expect(lies).toBeGreaterThan(10)
  expect(hidden).toBe(lies)
  expect(arrived).toEqual(stops.map(({ id }) => id))
  // Some are shorter than a stay.
  expect(stays.length).toBeGreaterThan(5)
  expect(stays).not.toContain(null)
})
