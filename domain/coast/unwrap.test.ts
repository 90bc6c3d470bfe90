import { expect, test } from 'vitest'
import { unwrap } from './unwrap.ts'

test('an island on the date line stays in one piece', () => {
  expect(
    unwrap([
      [179, -17],
      [-179, -17],
      [-179, -16],
      [179, -17],
    ]),
  ).toEqual([
    [179, -17],
    [181, -17],
    [181, -16],
    [179, -17],
  ])
})

test('a continent around a pole reaches the pole, and other rings are left alone', () => {
  const antarctica = unwrap([
    [-100, -70],
    [0, -70],
    [100, -70],
    [-160, -70],
    [-100, -70],
  ])
  expect(antarctica.slice(-3)).toEqual([
    [260, -89.9],
    [-100, -89.9],
    [-100, -70],
  ])
  expect(
    unwrap([
      [10, 1],
      [20, 1],
      [10, 1],
    ]),
  ).toEqual([
    [10, 1],
    [20, 1],
    [10, 1],
  ])
})
