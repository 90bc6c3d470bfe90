import { expect, test } from 'vitest'
import { judge, knowsNothing, type TrackFix } from './believable.ts'
import { nowhere, stepFence, type Fence, type FenceEvent } from './geofence.ts'
import { metersBetween, metersFromLine } from './meters.ts'
import { thin } from './thin.ts'
import { newTrack, shownOf, stepTrack } from './track.ts'

const start = Date.parse('2026-03-15T02:00:00Z')
const depot = { lat: -6.155, lng: 106.845 }
const degree = 111_195

/** A fix so many seconds after the start, and so many meters north and east of the depot. */
const fixAt = (seconds: number, north = 0, east = 0, more: Partial<TrackFix> = {}): TrackFix => ({
  at: start + seconds * 1000,
  lat: depot.lat + north / degree,
  lng: depot.lng + east / (degree * Math.cos((depot.lat * Math.PI) / 180)),
  accuracy_m: 10,
  speed_mps: null,
  ...more,
})

/** Why each of the fixes is not shown. */
function hiddenOf(fixes: TrackFix[], received = start + 3_600_000, work?: { lat: number; lng: number }) {
  let belief = knowsNothing
  return fixes.map((fix) => {
    const judged = judge(belief, fix, received, work)
    belief = judged.belief
    return judged.hidden
  })
}

test('0/0, places too far off to be known, and times to come are not shown, and nothing is judged by them', () => {
  const fixes = [
    fixAt(0),
    { ...fixAt(5), lat: 0, lng: 0 },
    { ...fixAt(6), lat: 0.004, lng: -0.004 },
    fixAt(7, 0, 0, { accuracy_m: 3000 }),
    fixAt(3600 + 600),
    fixAt(10, 100),
  ]
  expect(hiddenOf(fixes)).toEqual([null, 'null_island', 'null_island', 'inaccurate', 'future', null])
})

test('nobody drives 3,000 km/h: a jump is not shown, and the way goes on where it was', () => {
  expect(hiddenOf([fixAt(0), fixAt(5, 4000), fixAt(10, 100), fixAt(15, 200)])).toEqual([null, 'jump', null, null])
})

test('after three fixes that agree with each other, it was the place before that was wrong', () => {
  const far = (seconds: number) => fixAt(seconds, 300_000 + seconds * 15)
  expect(hiddenOf([fixAt(0), far(5), far(10), far(15), far(20)])).toEqual([null, 'jump', 'jump', null, null])
  // Two that do not agree are two lies.
  expect(hiddenOf([fixAt(0), far(5), fixAt(10, 900_000), far(15), fixAt(20)]).at(-1)).toBeNull()
})

test('a first fix on the other side of the earth is doubted, if it is known where the driver works', () => {
  const paris = (seconds: number) => ({ ...fixAt(seconds), lat: 48.85, lng: 2.35 })
  expect(hiddenOf([paris(0), fixAt(5)], start + 3_600_000, depot)).toEqual(['jump', null])
  expect(hiddenOf([paris(0)])).toEqual([null])
})

const fence: Fence = { stop_id: 'a', ...depot, radius_m: 120 }
const next: Fence = { stop_id: 'b', ...fixAt(0, 80), radius_m: 120 }

function eventsOf(steps: [TrackFix, Fence[]][]) {
  let state = nowhere
  const events: FenceEvent[] = []
  for (const [fix, fences] of steps) {
    const step = stepFence(state, fix, fences)
    state = step.state
    events.push(...step.events)
  }
  return { events: events.map(({ kind, stop_id, at }) => `${kind} ${stop_id} ${(at - start) / 1000}`), state }
}
const at = (fences: Fence[], ...fixes: TrackFix[]) => fixes.map((fix): [TrackFix, Fence[]] => [fix, fences])

test('two fixes inside are an arrival, two well outside a departure, and one that is off is neither', () => {
  const { events } = eventsOf(
    at(
      [fence],
      fixAt(0, 500),
      fixAt(10, 50),
      fixAt(20, 40),
      fixAt(30, 400),
      fixAt(40, 10),
      fixAt(50, 150),
      fixAt(60, 300),
      fixAt(70, 400),
    ),
  )
  expect(events).toEqual(['arrived a 10', 'departed a 60'])
})

test('whoever drives past does not arrive, and a vague fix says nothing', () => {
  const { events } = eventsOf(
    at(
      [fence],
      fixAt(0, 50, 0, { speed_mps: 14 }),
      fixAt(5, -50, 0, { speed_mps: 14 }),
      fixAt(10, 0, 0, { accuracy_m: 400 }),
      fixAt(15, 0, 0, { accuracy_m: 400 }),
    ),
  )
  expect(events).toEqual([])
})

test('the next stop in the same building is arrived at once the one before is done', () => {
  const { events, state } = eventsOf([
    ...at([fence, next], fixAt(0, 30), fixAt(10, 30)),
    ...at([next], fixAt(20, 40), fixAt(30, 40)),
    ...at([], fixAt(40, 600), fixAt(50, 700), fixAt(60, 800)),
  ])
  expect(events).toEqual(['arrived a 0', 'arrived b 20', 'departed b 40'])
  expect(state.near).toBeNull()
})

test('whoever has left a stop that is not done is still asked about it', () => {
  const { state } = eventsOf(at([fence], fixAt(0), fixAt(10), fixAt(20, 500), fixAt(30, 600), fixAt(40, 900)))
  expect(state.near).toMatchObject({ stop_id: 'a', left_at: start + 20_000 })
})

function drive(fixes: TrackFix[], fences: Fence[] = []) {
  let track = newTrack
  const ended = []
  for (const fix of fixes) {
    const step = stepTrack(track, fix, fences, start + 86_400_000)
    track = step.track
    ended.push(...step.ended)
  }
  return { track, ended }
}

test('standing for minutes is a stay, at the stop if it is one, and a traffic light is none', () => {
  const { ended, track } = drive(
    [
      ...[0, 60, 120, 180, 240].map((seconds) => fixAt(seconds, (seconds % 7) * 5)),
      fixAt(300, 2000),
      fixAt(340, 2000),
      ...[400, 500, 700].map((seconds) => fixAt(seconds, 5000)),
    ],
    [fence],
  )
  expect(ended).toEqual([
    expect.objectContaining({ kind: 'stay', from: start, to: start + 240_000, stop_id: 'a', off_route_m: null }),
  ])
  expect(metersBetween(ended[0]!, depot)).toBeLessThan(30)
  expect(shownOf(track).standing_since).toBe(new Date(start + 400_000).toISOString())
})

test('leaving the way to the next stop by far is a detour, once it is over', () => {
  const goal: Fence = { stop_id: 'g', ...fixAt(0, 6000), radius_m: 120 }
  const path = [0, 1000, 2500, 3000, 2500, 500, 0]
  const fixes = path.map((east, i) => fixAt(i * 90, i * 800, east, { speed_mps: 12 }))
  const { ended, track } = drive(fixes.slice(0, 5), [goal])
  expect(shownOf(track).off_route_m).toBeGreaterThan(2900)
  expect(ended).toEqual([])
  const [detour] = drive(fixes, [goal]).ended
  expect(detour).toMatchObject({ kind: 'detour', from: start + 180_000, to: start + 360_000 })
  expect(detour!.off_route_m).toBeCloseTo(3000, -2)
})

test('what comes late changes nothing but the trail', () => {
  const { track } = drive([fixAt(0), fixAt(60, 500)])
  const late = stepTrack(track, fixAt(30, 250), [], start + 86_400_000)
  expect(late).toMatchObject({ hidden: null, isNewest: false, events: [] })
  expect(late.track).toBe(track)
  expect(stepTrack(track, { ...fixAt(40), lat: 0, lng: 0 }, [], start).hidden).toBe('null_island')
})

test('a trail keeps its corners and its ends', () => {
  const line = Array.from({ length: 100 }, (_, i) => fixAt(i, i * 20, i % 2))
  const corner = Array.from({ length: 100 }, (_, i) => fixAt(100 + i, 2000, i * 20))
  const thinned = thin([...line, ...corner], 5)
  expect(thinned.length).toBeLessThan(6)
  expect([thinned[0], thinned.at(-1)]).toEqual([line[0], corner.at(-1)])
  expect(thin(line, 0)).toEqual(line)
})

test('the distance from a line is right across the date line, and from a line without length', () => {
  const [a, b] = [
    { lat: 0, lng: 179.99 },
    { lat: 0, lng: -179.99 },
  ]
  expect(metersFromLine({ lat: 0.01, lng: 180 }, a, b)).toBeCloseTo(1112, -1)
  expect(metersFromLine({ lat: 0.01, lng: 179.99 }, a, a)).toBeCloseTo(1112, -1)
})
