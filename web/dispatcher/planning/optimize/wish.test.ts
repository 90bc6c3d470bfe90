import { expect, test } from 'vitest'
import { NewPlan } from '#domain/schema/plan.ts'
import { choicesOf, goalOptions, scopeOf, usualWish, type Wish } from './wish.ts'

const id = '00000000-0000-4000-8000-000000000000'

test('whatever can be chosen together is accepted', () => {
  const scopes = ['day', 'unassigned', 'routes'] as const
  const wishes = scopes.flatMap((scope) =>
    goalOptions.flatMap(({ id: goal }) =>
      [true, false].flatMap((keepsOrder) =>
        [Number.NaN, 0, 7].map((mostChanges): Wish => ({ scope, goal, keepsOrder, mostChanges })),
      ),
    ),
  )
  for (const wish of wishes) {
    const plan = { day: '2026-03-16', revises: id, choices: choicesOf(wish), scope: scopeOf(wish, [id]) }
    expect(NewPlan.safeParse(plan).error?.issues).toBeUndefined()
  }
  expect(choicesOf(usualWish)).toEqual({})
})
