import { expect, test } from 'vitest'
import { flagsOf, metersFromPin, type Judged, type Measure } from './proof-verdict.ts'

const pin = { lat: -6.2, lng: 106.8 }
const near = { ...pin, accuracy_m: 5 }
const delivery: Measure = {
  id: 'a',
  number: 17,
  parcels: [{ code: 'A' }],
  minimum_age: 21,
  temperature_min_c: 2,
  temperature_max_c: 8,
  pin,
}
const flags = (proof: Judged, fix: typeof near | null = near) => flagsOf(proof, delivery, fix, 250)

test('a proof far from the pin is flagged, unless the phone was unsure', () => {
  const far = { lat: -6.203, lng: 106.8, accuracy_m: 10 }
  expect(metersFromPin(pin, far)).toBeCloseTo(323.6, 0)
  expect(flags({ kind: 'photo' }, far)).toEqual(['far_from_pin'])
  expect(flags({ kind: 'photo' }, { ...far, accuracy_m: 90 })).toEqual([])
  expect(flags({ kind: 'photo' })).toEqual([])
  expect(flags({ kind: 'photo' }, null)).toEqual(['no_place'])
  expect(flagsOf({ kind: 'photo' }, { ...delivery, pin: null }, far, 250)).toEqual([])
})

test('a dot for a signature, a foreign code, a child and warm food are flagged', () => {
  expect(flags({ kind: 'signature', strokes: [[[500, 500, 0]]] })).toEqual(['thin_signature'])
  expect(flags({ kind: 'scan', code: 'B' })).toEqual(['wrong_code'])
  expect(flags({ kind: 'scan', code: 'a' })).toEqual([])
  expect(flags({ kind: 'age', years: 20 })).toEqual(['too_young'])
  expect(flags({ kind: 'age', years: 21 })).toEqual([])
  expect(flags({ kind: 'identity', matches: false })).toEqual(['other_name'])
  expect(flags({ kind: 'identity', matches: true })).toEqual([])
  expect(flags({ kind: 'temperature', celsius: 8.1 }, null)).toEqual(['too_warm'])
  expect(flags({ kind: 'temperature', celsius: 1.9 })).toEqual(['too_cold'])
  expect(flags({ kind: 'temperature', celsius: 8 })).toEqual([])
})
