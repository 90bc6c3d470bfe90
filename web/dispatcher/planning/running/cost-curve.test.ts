import { expect, test } from 'vitest'
import { costCurve, costSentence } from './cost-curve.ts'
import { costName, costWords } from './cost-words.ts'

const box = { width: 100, height: 50 }
const sentence = (history: { elapsed_seconds: number; cost: number }[]) =>
  costSentence(history, costName(null), (cost) => costWords(cost, null, 'IDR'))
const at = (elapsed_seconds: number, cost: number) => ({ elapsed_seconds, cost })

test('the line falls in steps from top to bottom and ends at the current time', () => {
  expect(costCurve([at(0, 300), at(2, 200), at(4, 100)], 10, 5, box)).toEqual({
    line: 'M0 0H20V25H40V50H50',
    area: 'M0 0H20V25H40V50H50V50H0Z',
    end: { x: 50, y: 50 },
  })
})

test('a cost that never changes gives a level line, not a division by zero', () => {
  expect(costCurve([at(0, 300), at(5, 300)], 10, 5, box)?.line).toBe('M0 25H50V25H50')
})

test('the line of a search beyond its time limit stays inside the box', () => {
  expect(costCurve([at(0, 2), at(20, 1)], 10, 20, box)?.line).toBe('M0 0H100V50H100')
})

test('without a plan there is no line, and the text says so', () => {
  expect(costCurve([], 10, 1, box)).toBeNull()
  expect(sentence([])).toBe('No plan has been found yet.')
})

test('the text names both ends of the line', () => {
  expect(sentence([at(0, 7200), at(3, 3600)])).toBe('Driving time fell from 2 h 00 min to 1 h 00 min.')
  expect(sentence([at(0, 3600), at(3, 7200)])).toBe('Driving time rose from 1 h 00 min to 2 h 00 min.')
  expect(sentence([at(0, 3600)])).toBe('Driving time of the best plan so far: 1 h 00 min.')
})
