import { SolverInputError } from './input-error.ts'

/** The longest duration in seconds, and the latest moment. */
export const maxSeconds = 1e11
/** The longest drive or work that a table of integers can hold. */
export const maxTravel = 2 ** 31 - 1

/** An object whose fields are not checked yet. */
export type Fields = Record<string, unknown>

/** A list of time windows in order, without overlaps. */
export function windows(values: unknown[], path: string) {
  if (values.length === 0) fail(path, 'is empty: leave it out when any time will do')
  let previousEnd = -1
  values.forEach((value, i) => {
    const [from, to] = timeWindow(value, `${path}[${i}]`)
    if (from <= previousEnd) fail(`${path}[${i}]`, 'windows must be in order and apart from each other')
    previousEnd = to
  })
}

/** Two moments in whole seconds, the earlier one first. */
export function timeWindow(value: unknown, path: string): [number, number] {
  if (!Array.isArray(value) || value.length !== 2) fail(path, 'must be [first second, last second]')
  for (const moment of value as unknown[]) {
    if (!(Number.isInteger(moment) && (moment as number) >= 0 && (moment as number) <= maxSeconds))
      fail(path, `${show(moment)} is not a whole number of seconds between 0 and ${maxSeconds}`)
  }
  const [from, to] = value as [number, number]
  if (from > to) fail(path, `ends at ${to}, before it starts at ${from}`)
  return [from, to]
}

/** An optional list of integers from 0 to `max`. */
export function wholeNumbers(of: Fields, name: string, path: string, max: number): unknown[] {
  if (!given(of, name)) return []
  const values = list(of, name, `${path}.${name}`)
  values.forEach((value, i) => {
    if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max))
      fail(`${path}.${name}[${i}]`, `${show(value)} is not a whole number between 0 and ${max}`)
  })
  return values
}

/** An optional integer from 0 to `max`. */
export function wholeNumber(of: Fields, name: string, path: string, max: number, required = false) {
  if (!given(of, name)) {
    if (required) fail(`${path}.${name}`, 'is missing')
    return
  }
  const value = of[name]
  if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max))
    fail(`${path}.${name}`, `${show(value)} is not a whole number between 0 and ${max}`)
}

/** An optional text. */
export function text(of: Fields, name: string, path: string) {
  if (given(of, name) && typeof of[name] !== 'string') fail(`${path}.${name}`, 'must be a string')
}

/** An optional true or false. */
export function trueOrFalse(of: Fields, name: string, path: string) {
  if (given(of, name) && typeof of[name] !== 'boolean')
    fail(`${path}.${name}`, `${show(of[name])} is not true or false`)
}

/** Checks that ids are unique in a list, or in one end of its elements. */
export function uniqueIds(of: { id: number }[], path: string, end = '') {
  const seen = new Map<number, number>()
  of.forEach(({ id }, i) => {
    const before = seen.get(id)
    if (before !== undefined) fail(`${path}[${i}]${end}.id`, `${id} is already used by ${path}[${before}]${end}`)
    seen.set(id, i)
  })
}

/** A required list. */
export function list(of: Fields, name: string, path: string): unknown[] {
  const value = of[name]
  if (value === undefined) fail(path, 'is missing')
  if (!Array.isArray(value)) fail(path, 'must be a list')
  const gap = value.findIndex((each) => each === undefined)
  if (gap >= 0) fail(`${path}[${gap}]`, 'is missing')
  return value
}

/** The value as an object that has only allowed fields. */
export function fieldsOf(value: unknown, path: string, allowed: string[]): Fields {
  if (!isObject(value)) fail(path, path === '' ? 'The problem must be a JSON object' : 'must be an object')
  for (const name of Object.keys(value)) {
    if (allowed.includes(name) || value[name] === undefined) continue
    const at = path === '' ? name : `${path}.${name}`
    fail(at, 'is not a field we know')
  }
  return value
}

/** Whether a field is given; undefined counts as missing. */
export function given(of: Fields, name: string): boolean {
  return of[name] !== undefined
}

/** Whether a value is an object, not null and not a list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as error messages quote it. */
export function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
}

/** Throws a SolverInputError for the element at `path`. */
export function fail(path: string, message: string): never {
  throw new SolverInputError(path, message)
}
