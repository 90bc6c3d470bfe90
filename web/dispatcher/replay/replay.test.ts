import { expect, test } from 'vitest'
import { toColumns } from '#domain/replay/columns.ts'
import type { Replay, ReplayStop } from '#domain/schema/replay.ts'
import { playedSpan } from './played-span.ts'
import { replayClock } from './replay-clock.ts'
import { nextOf, rowsAt, saidOf } from './replay-rows.ts'
import { placeAt, tracksOf } from './replay-tracks.ts'

const begun = Date.parse('2026-03-16T02:00:00Z')
const fixes = (seconds: number[]) =>
  seconds.map((at) => ({ at: begun + at * 1000, lat: -6.2, lng: 106.8 + at / 10_000 }))

test('somebody is between the fixes around a moment, wherever the search begins', () => {
  const track = tracksOf([toColumns('a', fixes([0, 10, 20])), toColumns('a', fixes([30, 900]))]).get('a')!
  const [first, second] = [track.x[1]!, track.x[2]!]
  for (const hint of [0, 1, 4, 99]) {
    expect(placeAt(track, begun + 15_000, hint)).toMatchObject({ index: 1, ageMs: 5000, isMoving: true })
    expect(placeAt(track, begun + 15_000, hint)!.x).toBeCloseTo((first + second) / 2, 12)
  }
  expect(placeAt(track, begun + 15_000)!.heading).toBeCloseTo(90)
  expect(placeAt(track, begun - 1)).toBeUndefined()
  // Nothing is known of the way in a long gap, nor after the last fix.
  expect(placeAt(track, begun + 400_000)).toMatchObject({ index: 3, isMoving: false, ageMs: 370_000 })
  expect(placeAt(track, begun + 4_000_000)).toMatchObject({ index: 4, heading: null })
  expect(placeAt(tracksOf([toColumns('b', [])]).get('b')!, begun)).toBeUndefined()
})

test('a clock plays at its speed to the end, and begins again from there', () => {
  let time = 0
  let queued: (() => void) | undefined
  const frames = { now: () => time, next: (act: () => void) => ((queued = act), 1), cancel: () => (queued = undefined) }
  const clock = replayClock({ from: 0, to: 10_000, at: -5 }, frames as never)
  const step = (ms: number) => {
    time += ms
    const act = queued
    queued = undefined
    act?.()
  }
  expect(clock.now().at).toBe(0)
  clock.setSpeed(10)
  clock.play()
  step(100)
  expect(clock.now()).toEqual({ at: 1000, isPlaying: true, speed: 10 })
  clock.set(9900)
  step(50)
  expect(clock.said()).toEqual({ at: 10_000, isPlaying: false, speed: 10 })
  clock.play()
  step(16)
  expect(clock.now().at).toBe(160)
  clock.pause()
  expect(queued).toBeUndefined()
})

const at = (minutes: number) => new Date(begun + minutes * 60_000).toISOString()
const stop = (id: string, more: Partial<ReplayStop>): ReplayStop => ({
  id,
  route_id: 'r',
  driver_id: 'a',
  kind: 'delivery',
  sequence: 1,
  name: id,
  address: '',
  delivery_id: null,
  delivery_number: null,
  location: null,
  planned_at: at(30),
  arrived_at: null,
  done_at: null,
  skipped_at: null,
  outcome: null,
  ...more,
})

test('everybody is shown from what had happened by then, and nothing later', () => {
  const stops = [
    stop('first', { arrived_at: at(20), done_at: at(25), outcome: 'done' }),
    stop('second', { planned_at: at(40), skipped_at: at(50) }),
    stop('third', { planned_at: at(45), arrived_at: at(70) }),
  ]
  const drivers = [{ id: 'a', name: 'Budi Santoso', active: false, shifts: [{ started_at: at(0), ended_at: at(90) }] }]
  const replay = { drivers, stops } as unknown as Replay
  const moving = { index: 0, x: 0, y: 0, heading: null, ageMs: 0, isMoving: true }
  const row = (minutes: number, ageMs = 0) => rowsAt(replay, begun + minutes * 60_000, () => ({ ...moving, ageMs }))[0]
  expect(row(10)).toMatchObject({ state: 'driving', done: 0, total: 3, next: { id: 'first' }, initials: 'BS' })
  expect(row(22)).toMatchObject({ state: 'at_stop', isLate: false })
  expect(row(48)).toMatchObject({ done: 1, next: { id: 'second' } })
  expect(row(65)).toMatchObject({ done: 2, next: { id: 'third' }, isLate: true })
  expect(row(65, 3_600_000)).toMatchObject({ state: 'silent' })
  expect(row(95)).toMatchObject({ state: 'off_shift', isLate: false })
  expect(nextOf([], begun)).toBeUndefined()
  const said = [10, 30].map((minute) => ({
    stop_id: 'x',
    said_at: at(minute),
    p10_at: '',
    p50_at: '',
    p90_at: at(minute),
  }))
  expect(saidOf(said, 'x', begun + 20 * 60_000)).toMatchObject({ said_at: at(10) })
  expect(saidOf(said, 'x', begun)).toBeUndefined()
})

test('a time line spans the shifts of the day, and a link into the night makes it longer', () => {
  const whole = { from: at(-120), to: at(1320), stops: [] }
  const shifts = [
    { started_at: at(0), ended_at: at(480) },
    { started_at: at(60), ended_at: at(540) },
  ]
  const replay = { ...whole, drivers: [{ shifts }] } as unknown as Replay
  const minutes = (link: string | null, of = replay) =>
    Object.values(playedSpan(of, link)).map((moment) => (moment - begun) / 60_000)
  expect(minutes(null)).toEqual([-10, 550, 0])
  expect(minutes(at(700))).toEqual([-10, 700, 700])
  expect(minutes(at(9000))).toEqual([-10, 1320, 1320])
  expect(minutes('yesterday')).toEqual([-10, 550, 0])
  expect(
    minutes(null, { ...whole, drivers: [{ shifts: [{ started_at: at(-600), ended_at: null }] }] } as unknown as Replay),
  ).toEqual([-120, 1320, -120])
  expect(minutes(null, { ...whole, drivers: [{ shifts: [] }] } as unknown as Replay)).toEqual([-120, 1320, 360])
})
