import { expect, test } from 'vitest'
import { boardPath, readAddress } from './board-path.ts'

const read = (date: string | undefined, query = '') => readAddress(date, new URLSearchParams(query))
const nothing = { day: null, planId: null, isNew: false, routeId: null }
const plan = '0199a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'

test('the path holds the day, the query string the plan and the open route', () => {
  expect(read('2026-03-02', `plan=${plan}&route=${plan}`)).toEqual({
    day: '2026-03-02',
    planId: plan,
    isNew: false,
    routeId: plan,
  })
  expect(read('2026-03-02', 'plan=new')).toEqual({ ...nothing, day: '2026-03-02', isNew: true })
})

test('links of before the board have the day in the query string', () => {
  expect(read(undefined, `day=2026-03-02&plan=${plan}`)).toEqual({ ...nothing, day: '2026-03-02', planId: plan })
})

test('a day that does not exist and an invalid id are ignored', () => {
  expect(read('2026-02-30', 'plan=../../me&route=1')).toEqual(nothing)
  expect(read(undefined)).toEqual(nothing)
})

test('a path is read as it was written', () => {
  const [path, query] = boardPath('2026-03-02', { plan, route: plan }).split('?')
  expect(path).toBe('/dashboard/planning/2026-03-02')
  expect(read('2026-03-02', query)).toMatchObject({ planId: plan, routeId: plan })
  expect(boardPath('2026-03-02')).toBe('/dashboard/planning/2026-03-02')
})
