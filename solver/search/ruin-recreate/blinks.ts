import { logarithm } from '../../math/portable-math.ts'
import type { Random } from '../../math/random.ts'

/** The share of positions that are overlooked. */
const blinkRate = 0.01
/** How many random gaps are worked out in advance. */
const gapCount = 1024

/**
 * Makes a function that says whether to overlook the next position on purpose, which keeps greedy insertion from
 * repeating itself: the blinks of SISR (Christiaens and Vanden Berghe 2020). It draws the gap to the next blink, not
 * each position.
 */
export function makeBlinks(random: Random): () => boolean {
  const perPosition = -logarithm(1 - blinkRate)
  const gaps = Int32Array.from({ length: gapCount }, (_, i) => {
    return 1 + Math.floor(-logarithm((i + 0.5) / gapCount) / perPosition)
  })
  let untilBlink = gaps[random.below(gapCount)]

  return () => {
    if (--untilBlink > 0) return false
    untilBlink = gaps[random.below(gapCount)]
    return true
  }
}
