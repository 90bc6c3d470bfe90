import { expect, test } from 'vitest'
import { inOrder, movedPositions } from './field-order.ts'

const field = (id: string, position: number, archived = false) => ({ id, position, archived })
const fields = [field('c', 2), field('a', 0), field('b', 1), field('old', 0, true)]

test('archived fields come last', () => {
  expect(inOrder(fields).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'old'])
})

test('moving a field changes as few positions as possible', () => {
  const moved = (id: string, by: -1 | 1, all = fields) =>
    movedPositions(all, id, by).map(({ field: { id: which }, position }) => `${which} ${position}`)
  expect(moved('b', -1)).toEqual(['b 0', 'a 1', 'old 3'])
  expect(moved('c', 1)).toEqual([])
  expect(moved('a', -1)).toEqual([])
  expect(moved('a', 1, [field('a', 5), field('b', 5)])).toEqual(['b 0', 'a 1'])
})
