import type { z } from 'zod'
import { cut } from '../../http/field-problems.ts'
import { StorageError } from './errors.ts'

type Part = 'body' | 'querystring'

/**
 * Input in the schema's shape. Unknown members are ignored.
 * @throws StorageError `bad_request` in the words of JSON Schema, which the original uses
 */
export function readPart<T extends z.ZodType>(schema: T, input: unknown, part: Part = 'body'): z.output<T> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new StorageError('bad_request', `${part} must be object`)
  }
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new StorageError('bad_request', sentenceOf(result.error.issues[0]!, input, part))
}

function sentenceOf(issue: z.core.$ZodIssue, input: object, part: Part): string {
  const path = issue.path.map((each) => cut(String(each), 40))
  const name = path.at(-1)
  const holder = [part, ...path.slice(0, -1)].join('/')
  if (name !== undefined && isMissing(issue, input)) return `${holder} must have required property '${name}'`
  return `${[part, ...path].join('/')} ${demandOf(issue)}`
}

function isMissing(issue: z.core.$ZodIssue, input: object): boolean {
  let value: unknown = input
  for (const step of issue.path) value = (value as Record<PropertyKey, unknown> | undefined)?.[step]
  return value === undefined
}

function demandOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${issue.expected === 'int' ? 'integer' : issue.expected}`
  if (issue.code === 'too_small') {
    return issue.origin === 'array' ? `must NOT have fewer than ${issue.minimum} items` : `must be >= ${issue.minimum}`
  }
  if (issue.code === 'too_big') {
    return issue.origin === 'array' ? `must NOT have more than ${issue.maximum} items` : `must be <= ${issue.maximum}`
  }
  if (issue.code === 'invalid_value') return 'must be equal to one of the allowed values'
  return issue.message
}
