import type { z } from 'zod'
import type { FieldProblem } from '#domain/errors.ts'

// An answer says what is wrong, and does not give back what was sent.
const mostNames = 5
const nameLength = 40
const pathLength = 200
const messageLength = 300
const mostProblems = 100
const mostCharacters = 6500

/** The beginning of a text that is longer than `most` characters. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** A problem that a schema found, in words. `where` is the part of the request, or empty for its body. */
export function toFieldProblem(issue: z.core.$ZodIssue, where: string): FieldProblem {
  const parts = [where, ...issue.path.map((part) => cut(String(part), nameLength))]
  return {
    path: cut(parts.filter((part) => part !== '').join('.'), pathLength),
    message:
      issue.code === 'unrecognized_keys' ? unknownFields(issue.keys) : cut(wrongKind(issue.message), messageLength),
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** What the schema says of a value of another kind, as a person would say it. Other messages stay. */
function wrongKind(message: string): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  if (!expected || !received) return message
  if (received === 'undefined') return 'This field is required.'
  if (expected === 'undefined') return 'This call takes no body.'
  return `This must be ${kinds[expected] ?? expected}, not ${kinds[received] ?? received}.`
}

function unknownFields(names: string[]): string {
  const shown = names.slice(0, mostNames).map((name) => JSON.stringify(cut(name, nameLength)))
  const more = names.length - shown.length
  if (names.length === 1) return `There is no field ${shown[0]}.`
  return `There are no fields ${shown.join(', ')}${more ? ` and ${more.toLocaleString('en-US')} more` : ''}.`
}

/** The first problems, each short, and how many more there are. */
export function shortList(problems: FieldProblem[]): { errors: FieldProblem[]; further_errors?: number } {
  let room = mostCharacters
  const errors: FieldProblem[] = []
  for (const { path, message } of problems.slice(0, mostProblems)) {
    const problem = { path: cut(path, pathLength), message: cut(message, messageLength) }
    room -= JSON.stringify(problem).length
    if (room < 0) break
    errors.push(problem)
  }
  const further = problems.length - errors.length
  return { errors, ...(further > 0 && { further_errors: further }) }
}
