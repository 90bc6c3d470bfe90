import { expect, test } from 'vitest'
import type { PlanState, PlanSummary } from '#domain/schema/plan.ts'
import { drivenBeside, planNumbers } from './plans-of-day.ts'

const plan = (id: string, state: PlanState) => ({ id, state }) as PlanSummary
const newestFirst = [plan('d', 'draft'), plan('c', 'dispatched'), plan('b', 'discarded'), plan('a', 'approved')]

test('plans are numbered from the first of the day', () => {
  expect([...planNumbers(newestFirst)]).toEqual([
    ['d', 4],
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ])
})

test('beside a plan, the others that are driven are shown, and no drafts or discarded ones', () => {
  expect(drivenBeside(newestFirst, 'd').map(({ id }) => id)).toEqual(['a', 'c'])
  expect(drivenBeside(newestFirst, 'a').map(({ id }) => id)).toEqual(['c'])
})
