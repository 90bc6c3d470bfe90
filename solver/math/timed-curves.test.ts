import { expect, test } from 'vitest'
import { follow, leastSum, Leg, TimedCurve, wait } from './timed-curves.ts'
import { Random } from './random.ts'

/** A curve with points at whole moments, some of them a fall or a rise within one moment. */
function randomCurve(random: Random): TimedCurve {
  const curve = new TimedCurve()
  let x = random.below(20)
  for (let i = 1 + random.below(6); i > 0; i--) {
    curve.push(x, random.below(30))
    x += random.below(5) === 0 ? 0 : 1 + random.below(8)
  }
  return curve
}

/** The value at a moment is the least sum with a point there. */
function valueAt(curve: TimedCurve, x: number): number {
  const point = new TimedCurve()
  point.push(-x, 0)
  return leastSum(curve, point)
}

test('waiting is worth it from the best moment before, within a range', () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed)
    const curve = randomCurve(random)
    const from = seed % 3 === 0 ? -Infinity : random.below(30)
    const to = Math.max(from, 0) + random.below(40)
    const perSecond = random.below(4)
    const waited = wait(curve, from, to, perSecond, new TimedCurve())
    for (let x = 0; x < 80; x++) {
      let best = valueAt(curve, x)
      const first = x <= to ? Math.max(from, 0) : x
      for (let since = first; since < x; since++) best = Math.min(best, valueAt(curve, since) + perSecond * (x - since))
      expect({ seed, x, cost: valueAt(waited, x) }).toEqual({ seed, x, cost: best < Infinity ? expect.closeTo(best, 6) : best }) // prettier-ignore
    }
  }
})

test('a leg leads from each moment to a later one, and back', () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed)
    const leg = new Leg(8)
    let [from, to] = [random.below(10), 10 + random.below(10)]
    for (let i = 2 + random.below(4); i > 0; i--) {
      leg.push(from, to, random.below(20))
      const step = 1 + random.below(6)
      from += step
      to += 2 * step
    }
    const begins = Array.from({ length: leg.from.at(leg.length - 1)! - leg.from[0] + 1 }, (_, i) => leg.from[0] + i)
    const way = (begin: number) => {
      let n = 1
      while (leg.from[n] < begin) n++
      const share = (begin - leg.from[n - 1]) / (leg.from[n] - leg.from[n - 1])
      const at = (values: Float64Array) => values[n - 1] + share * (values[n] - values[n - 1])
      return { there: at(leg.to), cost: at(leg.costs) }
    }
    const curve = randomCurve(random)
    const found = new TimedCurve()
    follow(curve, leg, false, found)
    for (const begin of begins) {
      const { there, cost } = way(begin)
      expect(valueAt(found, there)).toBeCloseTo(valueAt(curve, begin) + cost, 6)
    }
    const turned = new TimedCurve()
    for (let i = curve.end - 2; i >= 0; i -= 2) turned.push(-curve.points[i], curve.points[i + 1])
    follow(turned, leg, true, found)
    for (const begin of begins) {
      const { there, cost } = way(begin)
      expect(valueAt(found, -begin)).toBeCloseTo(valueAt(turned, -there) + cost, 6)
    }
  }
})

test('curves that are never both finite have no sum', () => {
  const early = new TimedCurve()
  early.push(0, 1)
  early.push(5, 1)
  const late = new TimedCurve()
  late.push(-20, 2)
  late.push(-6, 2)
  expect(leastSum(early, late)).toBe(Infinity)
  late.push(-5, 4)
  expect(leastSum(early, late)).toBe(5)
})
