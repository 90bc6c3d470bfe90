import { unescaped } from './names.ts'
import type { Scanner } from './scanner.ts'

const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const
const patterns = ['like', 'ilike', 'match', 'imatch'] as const
const containments = ['cs', 'cd', 'ov', 'sl', 'sr', 'nxl', 'nxr', 'adj'] as const
const searches = ['fts', 'plfts', 'phfts', 'wfts'] as const
const truths = ['null', 'not_null', 'true', 'false', 'unknown'] as const

export type Comparison = (typeof comparisons)[number]
export type Pattern = (typeof patterns)[number]
export type Containment = (typeof containments)[number]
export type Search = (typeof searches)[number]
export type Truth = (typeof truths)[number]
export type Quantifier = 'any' | 'all'

/** What a filter asks of a value. */
export type Operation =
  | { kind: 'compare'; operator: Comparison; quantifier?: Quantifier; value: string }
  | { kind: 'match'; operator: Pattern; quantifier?: Quantifier; value: string }
  | { kind: 'contain'; operator: Containment; value: string }
  | { kind: 'search'; operator: Search; language?: string; value: string }
  | { kind: 'distinct'; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: Truth }

/** Those that take `(any)` and `(all)`. */
const quantified: readonly string[] = ['eq', 'gt', 'gte', 'lt', 'lte', ...patterns]

const isOneOf = <T extends string>(all: readonly T[], word: string): word is T =>
  (all as readonly string[]).includes(word)

/** How the value of an operator is read: all that is left, or up to the next comma of a logic tree. */
export type ReadValue = (scanner: Scanner) => string

/** Whether a value begins like a filter, as opposed to the argument of a function. */
export function looksLikeOperation(value: string): boolean {
  const word = /^(?:not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(value)?.[1]
  return word !== undefined && isOneOf([...words, 'in', 'is', 'isdistinct'], word)
}

const words: string[] = [...comparisons, ...patterns, ...containments, ...searches]

export function readOperation(scanner: Scanner, readValue: ReadValue): { isNegated: boolean; operation: Operation } {
  const isNegated = scanner.takes('not.')
  const word = scanner.match(/[a-z]+/y)?.[0]
  if (word === undefined) scanner.fail(isNegated ? 'operator (eq, gt, ...)' : '"not" or operator (eq, gt, ...)')
  const argument = scanner.match(/\(([\w $]+)\)/y)?.[1]
  if (!scanner.takes('.')) scanner.fail(argument === undefined ? 'operator (eq, gt, ...)' : 'delimiter (.)')
  return { isNegated, operation: operationOf(scanner, { word, argument }, readValue) }
}

function operationOf(
  scanner: Scanner,
  { word, argument }: { word: string; argument: string | undefined },
  readValue: ReadValue,
): Operation {
  if (argument !== undefined && isOneOf(searches, word)) {
    return { kind: 'search', operator: word, language: argument.trim(), value: readValue(scanner) }
  }
  const quantifier: Quantifier | undefined = argument === 'any' || argument === 'all' ? argument : undefined
  if (argument !== undefined && !(quantifier && quantified.includes(word))) {
    scanner.refuse(`unknown single value operator ${word}(${argument})`)
  }
  if (word === 'in') return { kind: 'in', values: readList(scanner) }
  if (word === 'is') return { kind: 'is', value: readTruth(scanner) }
  if (word === 'isdistinct') return { kind: 'distinct', value: readValue(scanner) }
  const also = quantifier ? { quantifier } : {}
  if (isOneOf(comparisons, word)) return { kind: 'compare', operator: word, ...also, value: readValue(scanner) }
  if (isOneOf(patterns, word)) return { kind: 'match', operator: word, ...also, value: readValue(scanner) }
  if (isOneOf(containments, word)) return { kind: 'contain', operator: word, value: readValue(scanner) }
  if (isOneOf(searches, word)) return { kind: 'search', operator: word, value: readValue(scanner) }
  return scanner.refuse(`unknown single value operator ${word}`)
}

function readTruth(scanner: Scanner): Truth {
  const word = scanner.match(/[a-z_]+/iy)?.[0].toLowerCase() ?? ''
  return isOneOf(truths, word) ? word : scanner.fail('null or trilean value (unknown, true, false)')
}

const quotedElement = /"((?:[^"\\]|\\.)*)"(?=[,)]|$)/suy
const plainElement = /[^,)]*/uy

function readList(scanner: Scanner): string[] {
  scanner.match(/ */y)
  scanner.expect('(')
  const values = [readElement(scanner)]
  while (scanner.takes(',')) values.push(readElement(scanner))
  scanner.expect(')')
  scanner.match(/ */y)
  // `in.()` is a list of nothing.
  return values.length === 1 && values[0] === '' ? [] : values
}

/** A value that ends before the next comma or bracket, unless it is in quotes. */
export function readElement(scanner: Scanner): string {
  const inQuotes = scanner.match(quotedElement)
  return inQuotes ? unescaped(inQuotes[1]!) : scanner.match(plainElement)![0]
}
