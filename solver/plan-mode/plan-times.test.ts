import { expect, test } from 'vitest'
import { awayFrom, chooseTimes, type FixedStep } from './plan-times.ts'
import { Random } from '../math/random.ts'
import type { TimeWindow } from '../json/vroom.ts'

const always: TimeWindow[] = [[0, Infinity]]
const step = (part: Partial<FixedStep>): FixedStep => ({
  isBreak: false,
  work: 0,
  travel: 0,
  windows: always,
  after: 0,
  before: Infinity,
  ...part,
})

const offBy = (steps: readonly FixedStep[], begins: readonly number[]) =>
  steps.reduce((sum, { windows }, i) => sum + awayFrom(windows, begins[i]), 0)

/** Whether the times can be driven, by definition. */
function isDrivable(steps: readonly FixedStep[], begins: readonly number[], driven: readonly number[]): boolean {
  let owed = 0
  return steps.every(({ isBreak, after, before }, i) => {
    const last = steps[i - 1]
    if (last && !last.isBreak) owed = last.travel
    owed -= driven[i]
    const inOrder = !last || begins[i] >= begins[i - 1] + last.work + driven[i]
    return inOrder && driven[i] >= 0 && (isBreak || owed === 0) && begins[i] >= after && begins[i] <= before
  })
}

/** The fewest seconds off, the earliest end and the latest departure, by trying every moment up to `horizon`. */
function everyTime(steps: readonly FixedStep[], horizon: number) {
  let best: [number, number, number] | undefined
  const go = (i: number, begins: number[], off: number, leaves: number) => {
    if (best && off > best[0]) return
    if (i === steps.length) {
      const found: [number, number, number] = [off, begins.at(-1)!, -begins[0]]
      const by = best && (found[0] - best[0] || found[1] - best[1] || found[2] - best[2])
      if (by === undefined || by < 0) best = found
      return
    }
    const { isBreak, work, travel, windows, after, before } = steps[i]
    const last = steps[i - 1]
    const left = last ? begins[i - 1] + last.work : 0
    const earliest = Math.max(isBreak ? left : Math.max(left, leaves), after)
    for (let t = earliest; t <= Math.min(horizon, before); t++)
      go(i + 1, [...begins, t], off + awayFrom(windows, t), isBreak ? leaves + work : t + work + travel)
  }
  go(0, [], 0, 0)
  return best
}

test('times are optimal, compared with every possible time', () => {
  const random = new Random(3)
  let impossible = 0
  for (let round = 0; round < 1500; round++) {
    const count = 2 + random.below(4)
    const steps = Array.from({ length: count }, (_, i): FixedStep => {
      // Two breaks in a row are outside the guarantee.
      const isBreak = i > 0 && i < count - 1 && i % 2 === 1 && random.below(2) === 0
      const windows: TimeWindow[] = []
      for (
        let from = random.below(8);
        windows.length < random.below(3);
        from = windows.at(-1)![1] + 2 + random.below(3)
      )
        windows.push([from, from + random.below(3)])
      const after = random.below(6) === 0 ? random.below(9) : 0
      const before = random.below(6) === 0 ? after + random.below(9) : Infinity
      const travel = isBreak ? 0 : random.below(4)
      return step({
        isBreak,
        travel,
        work: random.below(3),
        windows: windows.length > 0 ? windows : always,
        after,
        before,
      })
    })
    const best = everyTime(steps, 24)
    const chosen = chooseTimes(steps)
    if (!best) {
      impossible++
      expect(chosen, `round ${round}`).toBeUndefined()
      continue
    }
    const { begins, driven } = chosen!
    expect([offBy(steps, begins), begins.at(-1), -begins[0]], `round ${round} ${JSON.stringify(steps)}`).toEqual(best)
    expect(isDrivable(steps, begins, driven), `round ${round}`).toBe(true)
  }
  expect(impossible).toBeGreaterThan(10)
})

test('lateness is shared so that its sum is smallest', () => {
  // The second and third windows are missed by 100 s each, unless the first stop is 100 s early.
  const steps = [
    step({ travel: 100 }),
    step({ windows: [[1000, 1100]], travel: 300 }),
    step({ windows: [[1200, 1200]], travel: 100 }),
    step({ windows: [[1300, 1300]] }),
  ]
  expect(chooseTimes(steps)!.begins).toEqual([800, 900, 1200, 1300])
})

test('a break that cannot wait interrupts a drive, which continues afterwards', () => {
  const steps = [
    step({ travel: 1000, before: 0 }),
    step({ isBreak: true, work: 100, windows: [[400, 500]] }),
    step({ windows: [[1100, 1100]] }),
  ]
  expect(chooseTimes(steps)).toEqual({ begins: [0, 400, 1100], driven: [0, 400, 600] })
})

test('impossible requirements have no times', () => {
  expect(chooseTimes([step({ travel: 10, after: 5 }), step({ before: 14 })])).toBeUndefined()
  expect(chooseTimes([step({ travel: 10, after: 5 }), step({ before: 15 })])!.begins).toEqual([5, 15])
})

test('times a route of a thousand late stops', () => {
  const steps = Array.from({ length: 1000 }, (_, i) =>
    step({ travel: 60, work: 30, windows: [[((i * 7919) % 1000) * 40, ((i * 7919) % 1000) * 40 + 300]] }),
  )
  const { begins, driven } = chooseTimes(steps)!
  expect(isDrivable(steps, begins, driven)).toBe(true)
})
