import { expect, test } from 'vitest'
import { isSignature, type Stroke } from '#domain/road/signature.ts'
import { beginStroke, drawOn, pointIn } from './strokes.ts'

const field = { left: 20, top: 100, width: 400, height: 200 }
const drawn = (...lines: [number, number][][]) =>
  lines.reduce<readonly Stroke[]>((strokes, line) => {
    const points = line.map(([clientX, clientY], at) => pointIn(field, { clientX, clientY }, at * 8))
    return points.slice(1).reduce(drawOn, beginStroke(strokes, points[0]!))
  }, [])

test('a signature is kept in thousandths of its field, whatever the size of the phone', () => {
  expect(
    drawn([
      [20, 100],
      [420, 300],
      [9999, -5],
    ]),
  ).toEqual([
    [
      [0, 0, 0],
      [1000, 1000, 8],
      [1000, 0, 16],
    ],
  ])
})

test('a finger that shakes in one place draws a dot, and a dot is no signature', () => {
  const dot = drawn(Array.from({ length: 50 }, (_, at) => [200 + (at % 2) * 0.5, 200]))
  expect(dot).toEqual([[[450, 500, 0]]])
  expect(isSignature(dot)).toBe(false)
  expect(
    isSignature(
      drawn([
        [40, 250],
        [200, 120],
        [380, 260],
      ]),
    ),
  ).toBe(true)
})

test('it never becomes longer than the server takes', () => {
  const long = drawn(Array.from({ length: 5000 }, (_, at) => [20 + (at % 2) * 300, 200]))
  expect(long[0]).toHaveLength(2000)
  const many = drawn(...Array.from({ length: 300 }, (): [number, number][] => [[30, 120]]))
  expect(many).toHaveLength(200)
})
