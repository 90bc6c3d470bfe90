import { expect, test } from 'vitest'
import { Curves } from './curves.ts'
import { Random } from './random.ts'

const end = 60
const values = (curves: Curves, curve: number) => Array.from({ length: end }, (_, t) => curves.at(curve, t))

/** A curve with slopes, jumps and gaps. */
function randomCurve(curves: Curves, random: Random): number {
  let curve = curves.empty()
  for (let from = random.below(10); from < 50; from += random.below(15)) {
    const piece = curves.line(from, from + random.below(12), random.below(30), random.below(9) - 4)
    curve = curves.lower(curve, piece)
  }
  return curve
}

test('the lower of two curves is lower at every moment', () => {
  const random = new Random(2)
  const curves = new Curves()
  for (let round = 0; round < 200; round++) {
    curves.clear(0)
    const [a, b] = [randomCurve(curves, random), randomCurve(curves, random)]
    const [ofA, ofB] = [values(curves, a), values(curves, b)]
    expect(values(curves, curves.lower(a, b))).toEqual(ofA.map((value, t) => Math.min(value, ofB[t])))
  }
})

test('a line that bends gets steeper from each moment on, whichever of them are before its beginning', () => {
  const curves = new Curves()
  const bends = [
    { from: 4, more: 2 },
    { from: 7, more: 3 },
    { from: 8, more: 1 },
    { from: 20, more: 9 },
  ]
  for (let from = 0; from < 12; from++) {
    curves.clear(0)
    const bent = values(curves, curves.rising(from, 20, 1, bends))
    const expected = bent.map((_, t) => {
      if (t < from || t > 20) return Infinity
      return bends.reduce((sum, bend) => sum + bend.more * Math.max(0, t - bend.from), t)
    })
    expect(bent).toEqual(expected)
  }
})

test('waiting may last until the next moment at which work may begin, or as long as allowed', () => {
  const random = new Random(3)
  const curves = new Curves()
  for (let round = 0; round < 300; round++) {
    curves.clear(0)
    const begun = randomCurve(curves, random)
    const cost = values(curves, begun)
    const perSecond = random.below(4)
    const allowed = cost.map((value, t) => (value < Infinity ? t : -1)).filter((t) => t >= 0)
    const until = random.below(3) === 0 ? -Infinity : (allowed[random.below(allowed.length)] ?? -Infinity)
    const there = curves.wait(begun, perSecond, 3, until)
    for (let t = 3; t < end; t++) {
      let least = Infinity
      const first = allowed.find((moment) => moment >= t) ?? Infinity
      for (let begin = t; begin <= Math.max(first, until) && begin < end; begin++) {
        if (begin <= until || begin === first) least = Math.min(least, cost[begin] + (begin - t) * perSecond)
      }
      expect(curves.at(there, t)).toBe(least)
      const begin = curves.beginning(begun, t, perSecond, until)
      if (least < Infinity) expect(cost[begin] + (begin - t) * perSecond).toBe(least)
      else expect(begin).toBeNaN()
    }
    expect(curves.at(there, 2)).toBe(Infinity)
  }
})
