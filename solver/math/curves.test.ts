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
