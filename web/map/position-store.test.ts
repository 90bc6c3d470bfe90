import { expect, test } from 'vitest'
import type { LivePosition } from '#domain/schema/position.ts'
import { positionStore } from './position-store.ts'

function fix(second: number, lng: number, driver_id = 'budi'): LivePosition {
  return {
    driver_id,
    lat: 0,
    lng,
    recorded_at: new Date(Date.UTC(2026, 10, 23, 9, 0, second)).toISOString(),
    accuracy_m: 5,
    speed_mps: 8,
    heading: 90,
    battery_percent: 80,
    charging: false,
    source: 'app',
    near: null,
    standing_since: null,
    off_route_m: null,
  }
}

function setUp({ glides = true } = {}) {
  let time = 0
  let frames: (() => void)[] = []
  const store = positionStore({
    now: () => time,
    onNextFrame: (act) => frames.push(act),
    glides: () => glides,
  })
  return {
    store,
    wait: (milliseconds: number) => (time += milliseconds),
    frame: () => {
      const due = frames
      frames = []
      for (const act of due) act()
    },
    longitude: () => {
      store.advance()
      return (store.get('budi')!.x - 0.5) * 360
    },
  }
}

test('a position that is older than the known one counts for nothing', () => {
  const { store } = setUp()
  store.put([fix(10, 0.001)])
  store.put([fix(5, 0)])
  expect(store.get('budi')!.position.lng).toBe(0.001)
})

test('many changes are told of once a frame', () => {
  const { store, frame } = setUp()
  let told = 0
  const stop = store.onFrame(() => told++)
  store.put([fix(0, 0)])
  store.put([fix(1, 0.0001)])
  expect(told).toBe(0)
  frame()
  expect(told).toBe(1)
  frame()
  expect(told).toBe(1)
  stop()
  store.put([fix(2, 0.0002)])
  frame()
  expect(told).toBe(1)
})

test('a mark takes the time between two fixes for the way between them', () => {
  const { store, wait, longitude } = setUp()
  store.put([fix(0, 0)])
  store.put([fix(4, 0.001)])
  expect(longitude()).toBeCloseTo(0, 9)
  wait(1000)
  expect(longitude()).toBeCloseTo(0.00025, 9)
  wait(3000)
  expect(longitude()).toBeCloseTo(0.001, 9)
  expect(store.advance()).toBe(false)
})

test('a fix that comes on the way is reached from where the mark is', () => {
  const { store, wait, longitude } = setUp()
  store.put([fix(0, 0)])
  store.put([fix(4, 0.001)])
  wait(2000)
  store.put([fix(6, 0)])
  expect(longitude()).toBeCloseTo(0.0005, 9)
  wait(2000)
  expect(longitude()).toBeCloseTo(0, 9)
})

test('a mark is there at once after a long silence, far away, or where motion is unwelcome', () => {
  for (const [second, lng, glides] of [
    [120, 0.001, true],
    [5, 0.5, true],
    [5, 0.001, false],
  ] as const) {
    const { store, longitude } = setUp({ glides })
    store.put([fix(0, 0)])
    store.put([fix(second, lng)])
    expect(longitude()).toBeCloseTo(lng, 9)
  }
})

test('drivers who are no longer there are forgotten', () => {
  const { store } = setUp()
  store.put([fix(0, 0), fix(0, 1, 'siti')])
  store.keep(new Set(['siti']))
  expect([...store.all().keys()]).toEqual(['siti'])
})
