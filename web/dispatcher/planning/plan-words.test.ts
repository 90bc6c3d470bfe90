import { expect, test } from 'vitest'
import {
  announcement,
  barOf,
  capacityText,
  durationOrDash,
  loadOf,
  planContents,
  planKilometers,
  waitingSentence,
} from './plan-words.ts'

const totals = {
  routes: 6,
  deliveries: 118,
  unassigned: 2,
  distance_km: 240,
  driving_seconds: 1,
  waiting_seconds: 1,
  service_seconds: 1,
  duration_seconds: 1,
  fuel_liters: 24,
}

test('a queued plan says what it waits for', () => {
  expect(waitingSentence({})).toBe('It is next in this workspace, and starts as soon as the server has room.')
  expect(waitingSentence({ waits_behind: 1 })).toBe('1 calculation of this workspace comes first.')
  expect(waitingSentence({ waits_behind: 3 })).toBe('3 calculations of this workspace come first.')
})

test('a finished plan is announced with its contents', () => {
  expect(announcement({ state: 'draft', totals, failure: null })).toBe(
    'Plan ready: 6 routes, 118 deliveries, 2 unassigned.',
  )
  expect(announcement({ state: 'failed', totals: null, failure: 'The server was restarted.' })).toBe(
    'The plan failed. The server was restarted.',
  )
})

test('the announcement does not mention zero unassigned deliveries', () => {
  expect(planContents({ routes: 1, deliveries: 1, unassigned: 0 })).toBe('1 route, 1 delivery')
})

test('the load bar shows the limit that is closer', () => {
  const load = loadOf({ load_kg: 200, capacity_kg: 800, load_l: 900, capacity_l: 1000 })
  expect(load).toEqual({ text: '200 of 800 kg, 900 of 1,000 L', share: 0.9 })
})

test('a vehicle without a limit has no share to show', () => {
  expect(loadOf({ load_kg: 12.5, capacity_kg: null, load_l: 0, capacity_l: null })).toEqual({
    text: '12.5 kg',
    share: null,
  })
  expect(capacityText({ capacity_kg: null, capacity_l: null })).toBeNull()
})

test('a vehicle with a capacity of zero is full with any load', () => {
  expect(loadOf({ load_kg: 1, capacity_kg: 0, load_l: 0, capacity_l: null }).share).toBe(1)
  expect(loadOf({ load_kg: 0, capacity_kg: 0, load_l: 0, capacity_l: null }).share).toBe(0)
})

test('a load bar is full only when the vehicle is, and says so in the same words', () => {
  expect(barOf(0.75)).toEqual({ filled: 75, limit: 100, label: '75%' })
  expect(barOf(0.998)).toMatchObject({ limit: 100, label: '99%' })
  expect(barOf(0.998).filled).toBeLessThan(100)
  expect(barOf(1)).toEqual({ filled: 100, limit: 100, label: '100%' })
})

test('a load bar beyond the limit shows where the limit was', () => {
  expect(barOf(1.25)).toEqual({ filled: 100, limit: 80, label: '125%' })
  expect(barOf(1.002).label).toBe('101%')
})

test('plans show kilometers with two decimals', () => {
  expect(planKilometers(1240.4)).toBe('1,240.40 km')
})

test('no waiting is a dash, not zero seconds', () => {
  expect(durationOrDash(0)).toBe('–')
  expect(durationOrDash(300)).toBe('5 min')
})
