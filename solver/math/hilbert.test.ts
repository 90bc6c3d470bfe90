import { expect, test } from 'vitest'
import { alongCurve } from './hilbert.ts'

test('the curve visits all cells of a square, one step at a time', () => {
  const cells = Array.from({ length: 16 * 16 }, (_, i) => [i % 16, Math.floor(i / 16)] as const)
  const along = alongCurve(
    cells.map(([x]) => x),
    cells.map(([, y]) => y),
  )
  const order = [...cells.keys()].sort((a, b) => along[a]! - along[b]!).map((i) => cells[i]!)
  for (let i = 1; i < order.length; i++) {
    const [x, y] = order[i]!
    const [lastX, lastY] = order[i - 1]!
    expect(Math.abs(x - lastX) + Math.abs(y - lastY)).toBe(1)
  }
})

test('a point far away from all others does not put them into one cell', () => {
  const values = [0, 1, 2, 3, 1e12]
  expect(new Set(alongCurve(values, values)).size).toBe(5)
  expect(alongCurve([7, 7], [3, 3])).toEqual([0, 0])
})
