import { expect, test } from 'vitest'
import { readAddress } from './use-planning-address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

test('the query string holds the day and the plan', () => {
  const plan = '0199a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'
  expect(read(`day=2026-03-02&plan=${plan}`)).toEqual({ day: '2026-03-02', planId: plan, isNew: false })
  expect(read('day=2026-03-02&plan=new')).toEqual({ day: '2026-03-02', planId: null, isNew: true })
})

test('a day that does not exist and an invalid id are ignored', () => {
  expect(read('day=2026-02-30&plan=../../me')).toEqual({ day: null, planId: null, isNew: false })
  expect(read('')).toEqual({ day: null, planId: null, isNew: false })
})
