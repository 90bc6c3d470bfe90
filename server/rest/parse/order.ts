import { readField, readName, type Field } from './names.ts'
import { Scanner } from './scanner.ts'

export type OrderTerm = {
  field: Field
  /** An embedded resource, of which there is one for each row. */
  relation?: string
  direction: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** @throws RestError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms = [readTerm(scanner)]
  while (scanner.takes(',')) terms.push(readTerm(scanner))
  scanner.expectEnd()
  return terms
}

function readTerm(scanner: Scanner): OrderTerm {
  skipSpace(scanner)
  const start = scanner.at
  const relation = readName(scanner)
  const isRelated = scanner.takes('(')
  if (!isRelated) scanner.at = start
  const field = readField(scanner)
  if (isRelated) scanner.expect(')')
  const direction = readSuffix(scanner, /\.(asc|desc)(?=[.,\s]|$)/y) as OrderTerm['direction'] | undefined
  const nulls = readSuffix(scanner, /\.nulls(first|last)(?=[,\s]|$)/y) as OrderTerm['nulls']
  skipSpace(scanner)
  if (scanner.takes('.')) {
    scanner.fail(direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"')
  }
  if (!scanner.isAtEnd && !scanner.sees(',')) scanner.fail('delimiter (.), "," or end of input')
  return { field, ...(isRelated && { relation }), direction: direction ?? 'asc', ...(nulls && { nulls }) }
}

const readSuffix = (scanner: Scanner, pattern: RegExp) => scanner.match(pattern)?.[1]

const skipSpace = (scanner: Scanner) => void scanner.match(/[ \t]*/y)
