import { SolverInputError } from './input-error.ts'

/** A JSON object whose fields have not been looked at. */
export type Fields = Record<string, unknown>

/** Checks a list of whole numbers from 0 to `max`; an absent field is an empty one. */
export function wholeNumbers(of: Fields, name: string, path: string, max: number): unknown[] {
  if (!given(of, name)) return []
  const values = list(of, name, `${path}.${name}`)
  values.forEach((value, i) => {
    if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max))
      fail(`${path}.${name}[${i}]`, `${show(value)} is not a whole number between 0 and ${max}`)
  })
  return values
}

/** Checks that a field is a whole number from 0 to `max`, or absent unless it is required. */
export function wholeNumber(of: Fields, name: string, path: string, max: number, required = false) {
  if (!given(of, name)) {
    if (required) fail(`${path}.${name}`, 'is missing')
    return
  }
  const value = of[name]
  if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max))
    fail(`${path}.${name}`, `${show(value)} is not a whole number between 0 and ${max}`)
}

/** Checks that a field is a string or absent. */
export function text(of: Fields, name: string, path: string) {
  if (given(of, name) && typeof of[name] !== 'string') fail(`${path}.${name}`, 'must be a string')
}

/** Checks that no id occurs twice. */
export function uniqueIds(of: { id: number }[], path: string, end = '') {
  const seen = new Map<number, number>()
  of.forEach(({ id }, i) => {
    const before = seen.get(id)
    if (before !== undefined) fail(`${path}[${i}]${end}.id`, `${id} is already used by ${path}[${before}]${end}`)
    seen.set(id, i)
  })
}

/** A field that has to be a list. */
export function list(of: Fields, name: string, path: string): unknown[] {
  const value = of[name]
  if (value === undefined) fail(path, 'is missing')
  if (!Array.isArray(value)) fail(path, 'must be a list')
  const gap = value.findIndex((each) => each === undefined)
  if (gap >= 0) fail(`${path}[${gap}]`, 'is missing')
  return value
}

/** A value that has to be an object with none but the allowed fields. */
export function fieldsOf(value: unknown, path: string, allowed: string[]): Fields {
  if (!isObject(value)) fail(path, path === '' ? 'The problem must be a JSON object' : 'must be an object')
  for (const name of Object.keys(value)) {
    if (allowed.includes(name) || value[name] === undefined) continue
    const at = path === '' ? name : `${path}.${name}`
    fail(at, 'is not a field we know')
  }
  return value
}

/** Whether a field is there; undefined is the same as missing. */
export function given(of: Fields, name: string): boolean {
  return of[name] !== undefined
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as a sentence shows it. */
export function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
}

/** Refuses the problem because of the element at a path. */
export function fail(path: string, message: string): never {
  throw new SolverInputError(path, message)
}
