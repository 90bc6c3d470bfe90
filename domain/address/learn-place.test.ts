import { describe, expect, test } from 'vitest'
import { metersBetween } from '../road/meters.ts'
import { judgeLearned, learn, type Decision, type Value, type Visit } from './learn-place.ts'
import { middleOf } from './middle.ts'
import { readParking } from './read-visit.ts'

const door = { lat: -6.2, lng: 106.8 }
const north = (meters: number) => ({ lat: door.lat + meters / 111_195, lng: door.lng })
const nothing: Value = { location: null, minutes: null }

const visit = (day: number, fields: Partial<Visit> = {}): Visit => ({
  day: `2026-03-${String(day).padStart(2, '0')}`,
  at: `2026-03-${String(day).padStart(2, '0')}T03:00:00.000Z`,
  pinned: null,
  door: null,
  parking: null,
  service_minutes: null,
  ...fields,
})
const newestFirst = (visits: Visit[]) => visits.toSorted((a, b) => b.at.localeCompare(a.at))
const unknown: Parameters<typeof judgeLearned>[2] = { book: nothing, pin: null, decided: null }

describe('medians', () => {
  test('one odd place of five hardly moves the middle, and it does not matter in which order they are', () => {
    const places = [door, north(4), north(-3), north(2), north(90)]
    expect(metersBetween(middleOf(places), door)).toBeLessThan(5)
    expect(middleOf(places.toReversed())).toEqual(middleOf(places))
  })
  test('a driver who forgot to say that they are done does not change how long it takes', () => {
    const minutes = [4, 5, 5, 6, 95]
    const learned = learn(
      'service',
      minutes.map((service_minutes, index) => visit(index + 1, { service_minutes })),
      null,
    )
    expect(learned).toMatchObject({ minutes: 5, spread: 1, seen: 5, days: 5 })
  })
})

describe('when something is suggested', () => {
  const state = (visits: Visit[], given: Partial<typeof unknown> = {}) =>
    judgeLearned('parking', newestFirst(visits), { ...unknown, ...given })?.state
  const parked = (days: number[], meters = 40) => days.map((day) => visit(day, { parking: north(meters) }))

  test('after three visits on several days, if they agree', () => {
    expect(state([])).toBeUndefined()
    expect(state(parked([1, 2]))).toBe('gathering')
    expect(state(parked([1, 1, 1]))).toBe('gathering')
    expect(state(parked([1, 2, 2]))).toBe('suggested')
    const scattered = [0, 200, 400, 600].map((meters, day) => visit(day + 1, { parking: north(meters) }))
    expect(state(scattered)).toBe('gathering')
  })

  test('not if the address book says the same', () => {
    expect(state(parked([1, 2, 3]), { book: { location: north(48), minutes: null } })).toBe('known')
    expect(state(parked([1, 2, 3]), { book: { location: north(100), minutes: null } })).toBe('suggested')
  })

  test('a refused one comes back only when later visits are really different', () => {
    const decided: Decision = {
      decision: 'refused',
      decided_at: '2026-03-04T00:00:00.000Z',
      location: north(40),
      minutes: null,
    }
    const of = (visits: Visit[]) => judgeLearned('parking', newestFirst(visits), { ...unknown, decided })
    expect(of(parked([1, 2, 3, 5, 6, 7, 8]))?.state).toBe('refused')
    expect(of([...parked([1, 2, 3]), ...parked([5, 6], 160)])?.state).toBe('refused')
    const back = of([...parked([1, 2, 3]), ...parked([5, 6, 7], 160)])
    expect(back).toMatchObject({ state: 'suggested', seen: 3 })
    expect(metersBetween(back!.location!, north(160))).toBeLessThan(1)
  })
})

describe('pins and entrances', () => {
  const seen = [1, 2, 3].map((day) => visit(day, { door: north(60) }))
  test('a door is the pin of an address without one, the entrance of one close by, and moves a pin that is far off', () => {
    expect(learn('pin', seen, null)?.seen).toBe(3)
    expect(learn('entrance', seen, null)).toBeNull()
    expect(learn('entrance', seen, door)?.seen).toBe(3)
    expect(learn('pin', seen, door)).toBeNull()
    expect(learn('pin', seen, north(2000))?.seen).toBe(3)
  })
  test('one pin that a recipient put is suggested at once', () => {
    const one = [visit(1, { pinned: north(60) })]
    expect(judgeLearned('pin', one, { ...unknown, pin: door, book: { location: door, minutes: null } })).toMatchObject({
      state: 'suggested',
      pinned: 1,
    })
  })
})

describe('where the vehicle stood', () => {
  const fix = (seconds: number, meters: number, speed_mps: number | null) => ({
    ...north(meters),
    at: seconds * 1000,
    accuracy_m: 8,
    speed_mps,
  })
  const drive = [fix(0, 400, 9), fix(20, 220, 8), fix(40, 80, 5)]
  const walk = [fix(50, 62, 0), fix(60, 60, 0.2), fix(80, 30, 1.2), fix(110, 0, 0.1), fix(300, 0, 0), fix(330, 40, 1.3)]
  const away = [fix(350, 59, 0.4), fix(360, 61, 0), fix(380, 160, 7)]

  test('is where the walk to the door began and ended', () => {
    const place = readParking([...drive, ...walk, ...away], door, 200_000)
    expect(metersBetween(place!, north(60))).toBeLessThan(5)
  })
  test('is the same from phones that do not say their speed', () => {
    const mute = [...drive, ...walk, ...away].map((each) => ({ ...each, speed_mps: null }))
    expect(metersBetween(readParking(mute, door, 200_000)!, north(60))).toBeLessThan(12)
  })
  test('is not known while the driver is still there, if the vehicle was moved, far away, or by bad fixes', () => {
    expect(readParking([...drive, ...walk], door, 200_000)).toBeNull()
    const moved = [fix(350, 240, 0.4), fix(360, 240, 0), fix(380, 300, 7)]
    expect(readParking([...drive, ...walk, ...moved], door, 200_000)).toBeNull()
    expect(readParking([...drive, ...walk, ...away], north(5000), 200_000)).toBeNull()
    const bad = [...drive, ...walk, ...away].map((each) => ({ ...each, accuracy_m: 120 }))
    expect(readParking(bad, door, 200_000)).toBeNull()
    expect(readParking([], door, 0)).toBeNull()
  })
})
