import { expect, test } from 'vitest'
import { z } from 'zod'
import { shortList, toFieldProblem } from './field-problems.ts'

const schema = z.strictObject({ name: z.string(), stops: z.array(z.strictObject({ id: z.number() })).optional() })
const problemsOf = (value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map((issue) => toFieldProblem(issue, ''))

test('unknown fields are named, the first ones only, and cut', () => {
  expect(problemsOf({ name: 'a', nmae: 'b' })).toEqual([{ path: '', message: 'There is no field "nmae".' }])
  expect(problemsOf({ name: 'a', b: 1, c: 1 })[0]!.message).toBe('There are no fields "b", "c".')
  const many = Object.fromEntries(Array.from({ length: 1234 }, (_, index) => [`f${index}`, 1]))
  expect(problemsOf({ name: 'a', ...many })[0]!.message).toBe(
    'There are no fields "f0", "f1", "f2", "f3", "f4" and 1,229 more.',
  )
  expect(problemsOf({ name: 'a', ['x'.repeat(5000)]: 1 })[0]!.message).toBe(`There is no field "${'x'.repeat(39)}…".`)
})

test('a value of another kind is told in words', () => {
  expect(problemsOf({})).toEqual([{ path: 'name', message: 'This field is required.' }])
  expect(problemsOf({ name: null, stops: 'a' }).map(({ message }) => message)).toEqual([
    'This must be text, not null.',
    'This must be a list, not text.',
  ])
})

test('a list of problems stays short, and says how many more there are', () => {
  const stops = Array.from({ length: 5000 }, () => ({ ['y'.repeat(300)]: 1 }))
  const { errors, further_errors } = shortList(problemsOf({ name: 1, stops }))
  expect(JSON.stringify(errors).length).toBeLessThan(7000)
  expect(errors.length + further_errors!).toBe(10_001)
  expect(errors[0]).toEqual({ path: 'name', message: 'This must be text, not a number.' })
  expect(shortList([{ path: 'a', message: 'b' }])).toEqual({ errors: [{ path: 'a', message: 'b' }] })
})
