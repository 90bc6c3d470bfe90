import { expect, test } from 'vitest'
import type { Leftovers } from '#domain/schema/leftover.ts'
import { choose, groupsOf, isChosen } from './leftover-choice.ts'

const left = (delivery_id: string, kind: 'unassigned' | 'failed' | 'on_route') =>
  ({ delivery_id, kind }) as Leftovers['moving'][number]
const all = [left('a', 'on_route'), left('b', 'unassigned'), left('c', 'failed'), left('d', 'unassigned')]

test('what is left is grouped by why', () => {
  expect(groupsOf({ moving: all }).map(({ kind, moving }) => [kind, moving.length])).toEqual([
    ['unassigned', 2],
    ['failed', 1],
    ['on_route', 1],
  ])
})

test('what is on a route stays while the day lasts, unless it is chosen', () => {
  const chosen = (choice: Parameters<typeof isChosen>[1], isOver: boolean) =>
    all.filter((each) => isChosen(each, choice, isOver)).map(({ delivery_id }) => delivery_id)
  expect(chosen(new Map(), false)).toEqual(['b', 'c', 'd'])
  expect(chosen(new Map(), true)).toEqual(['a', 'b', 'c', 'd'])
  expect(chosen(choose(new Map(), all.slice(0, 2), true), false)).toEqual(['a', 'b', 'c', 'd'])
  expect(chosen(choose(new Map(), [all[1]!], false), false)).toEqual(['c', 'd'])
})
