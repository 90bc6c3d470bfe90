import { expect, test } from 'vitest'
import type { DriverOnMap, LivePosition } from '#domain/schema/position.ts'
import { countStates, matches, rowOf, sortRows } from './driver-rows.ts'
import { readLiveAddress } from './live-address.ts'
import { newTrouble, troubleIn } from './news.ts'

const now = Date.parse('2026-03-15T03:00:00Z')
const minutes = (count: number) => new Date(now + count * 60_000).toISOString()
const fleet = { drivers: new Map(), vehicles: new Map() }

function position(more: Partial<LivePosition> = {}): LivePosition {
  return {
    driver_id: 'budi',
    lat: 0,
    lng: 0,
    recorded_at: minutes(-0.1),
    accuracy_m: 5,
    speed_mps: 8,
    heading: null,
    battery_percent: null,
    charging: null,
    source: 'app',
    near: null,
    standing_since: null,
    off_route_m: null,
    ...more,
  }
}

function next(arrival_at: string, lng = 0): DriverOnMap['next_stop'] {
  const location = { lat: 0, lng }
  return {
    id: 'stop',
    kind: 'delivery',
    sequence: 4,
    name: 'Siti',
    address: '',
    location,
    arrival_at,
    expected_at: null,
    delivery_id: null,
  }
}

function row(more: Partial<DriverOnMap> = {}, heard: LivePosition | undefined = position()) {
  const driver: DriverOnMap = {
    driver_id: 'budi',
    name: 'Budi',
    position: null,
    age_seconds: null,
    shift: { id: 'shift', started_at: minutes(-60), on_break_since: null, vehicle_id: null },
    route_id: null,
    next_stop: null,
    stops_done: 0,
    stops_left: 0,
    ...more,
  }
  return rowOf(driver, heard, fleet, { now, speedKmh: 60 })
}

test('a driver’s state follows from the shift and the newest position', () => {
  const near = { stop_id: 'stop', since: minutes(-2), left_at: null }
  expect(row({ shift: null }).state).toBe('off_shift')
  expect(row().state).toBe('driving')
  expect(row({}, position({ near })).state).toBe('at_stop')
  expect(row({}, position({ near: { ...near, left_at: minutes(-1) } })).state).toBe('driving')
  expect(row({}, position({ standing_since: minutes(-9) })).state).toBe('standing')
  expect(row({}, position({ recorded_at: minutes(-6) })).state).toBe('silent')
  const shift = { id: 'shift', started_at: minutes(-60), on_break_since: minutes(-10), vehicle_id: null }
  expect(row({ shift }, position({ recorded_at: minutes(-9) })).state).toBe('on_break')
})

test('a position of an earlier shift does not make anybody silent, but saying nothing does', () => {
  const begun = (ago: number) => ({ id: 's', started_at: minutes(-ago), on_break_since: null, vehicle_id: null })
  const old = position({ recorded_at: minutes(-900) })
  expect(row({ shift: begun(1) }, old).state).toBe('standing')
  expect(row({ shift: begun(6) }, old).state).toBe('silent')
})

test('the delay is what the way to the next stop adds to the plan', () => {
  // 0.09 degrees are 10 km, and 10 minutes at this speed.
  expect(row({ next_stop: next(minutes(-10), 0.0899) }).delaySeconds! / 60).toBeCloseTo(20, 1)
  expect(row({ next_stop: next(minutes(30), 0.0899) }).isLate).toBe(false)
  const near = { stop_id: 'stop', since: minutes(-15), left_at: null }
  expect(row({ next_stop: next(minutes(-15)) }, position({ near }))).toMatchObject({ delaySeconds: 0, isLate: false })
})

test('what the server expects counts before the straight line', () => {
  const stop = { ...next(minutes(10), 0.0899)!, expected_at: minutes(25) }
  expect(row({ next_stop: stop })).toMatchObject({ delaySeconds: 15 * 60, isLate: true })
})

test('who should be on the way and is not on shift has not started', () => {
  expect(row({ shift: null, next_stop: next(minutes(-12)) })).toMatchObject({ hasNotStarted: true, isLate: true })
  expect(row({ shift: null, next_stop: next(minutes(12)) })).toMatchObject({ hasNotStarted: false, isLate: false })
  // A dispatcher marks stops by hand, without an app.
  const byHand = { shift: null, next_stop: next(minutes(-12)), stops_done: 2, stops_left: 1 }
  expect(row(byHand)).toMatchObject({ hasNotStarted: false, isLate: true })
})

test('late and silent drivers come first, the latest on top, and the others keep their order', () => {
  const late = (id: string, minutesLate: number) => ({
    ...row({ driver_id: id, next_stop: next(minutes(-minutesLate)) }),
  })
  const rows = [
    row({ driver_id: 'anna' }),
    late('late', 15),
    row({ driver_id: 'off', shift: null }),
    late('later', 50),
    row({ driver_id: 'zoe' }),
  ]
  expect(sortRows(rows).map(({ id }) => id)).toEqual(['later', 'late', 'anna', 'zoe', 'off'])
  expect(countStates(rows).get('driving')).toBe(4)
})

test('the search looks at names and next stops, and the address remembers the filter', () => {
  const filter = readLiveAddress(new URLSearchParams('q=sit&late=1&state=silent,nonsense'))
  expect(filter).toMatchObject({ states: ['silent'], isLateOnly: true, tab: 'drivers' })
  expect(matches(row({ next_stop: next(minutes(-30)) }), filter)).toBe(true)
  expect(matches(row({ next_stop: next(minutes(30)) }), filter)).toBe(false)
  expect(matches(row({ next_stop: next(minutes(-30)) }), { ...filter, q: 'anna' })).toBe(false)
})

test('only who became late or silent since is said aloud', () => {
  const before = troubleIn([row({ next_stop: next(minutes(-30)) })])
  expect(newTrouble(before, [row({ next_stop: next(minutes(-31)) })])).toBeUndefined()
  expect(newTrouble(before, [row({}, position({ recorded_at: minutes(-6) }))])).toBe('Budi is silent')
})
