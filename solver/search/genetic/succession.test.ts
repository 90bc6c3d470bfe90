import { expect, test } from 'vitest'
import { Succession } from './succession.ts'

const plan = (cost: number) => ({ next: new Int32Array(0), cost })
const [a, b, c, d] = [plan(1), plan(2), plan(3), plan(4)]

test('two populations that started from nothing meet, then two that came of such a meeting', () => {
  const succession = new Succession()
  expect(succession.after(a)).toEqual([])
  expect(succession.after(b)).toEqual([a, b])
  expect(succession.after(a)).toEqual([])
  expect(succession.after(c)).toEqual([])
  expect(succession.after(d)).toEqual([c, d])
  expect(succession.after(c)).toEqual([a, c])
  expect(succession.after(a)).toEqual([])
})

test('near the end, all plans meet, and again with what came of it', () => {
  const succession = new Succession()
  succession.after(c)
  succession.after(d)
  succession.after(b)
  expect(succession.last(d)).toEqual([b, d])
  expect(succession.last(b)).toEqual([b, d])
  expect(succession.last(a)).toEqual([b, d, a])
})
