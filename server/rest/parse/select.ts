import { tooMuch } from '../protocol/errors.ts'
import { readField, readName, type Field } from './names.ts'
import { Scanner } from './scanner.ts'

export type SelectedColumn = { kind: 'column'; field: Field; alias?: string; cast?: string }
export type Embed = {
  kind: 'embed'
  relation: string
  alias?: string
  hint?: string
  join?: 'inner' | 'left'
  /** Whether its columns become the row's own. */
  isSpread: boolean
  items: SelectItem[]
}
export type SelectItem = { kind: 'all' } | { kind: 'aggregate' } | SelectedColumn | Embed

const mostNesting = 6

/** @throws RestError PGRST100 */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter')
  const items = readItems(scanner, 0)
  scanner.expectEnd()
  return items
}

function readItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > mostNesting) throw tooMuch(`resources embedded more than ${mostNesting} deep`)
  const items: SelectItem[] = []
  if (scanner.isAtEnd || scanner.sees(')')) return items
  do items.push(readItem(scanner, depth))
  while (scanner.takes(','))
  return items
}

const aggregate = /\.(?:sum|avg|min|max|count)\(\)/y

function readItem(scanner: Scanner, depth: number): SelectItem {
  skipSpace(scanner)
  const item = scanner.takes('...') ? readEmbed(scanner, depth, { isSpread: true }) : readPlain(scanner, depth)
  skipSpace(scanner)
  if (!scanner.isAtEnd && !scanner.sees(',') && !scanner.sees(')')) scanner.fail('",", ")" or end of input')
  return item
}

function readPlain(scanner: Scanner, depth: number): SelectItem {
  if (scanner.takes('*')) return { kind: 'all' }
  const alias = readAlias(scanner)
  if (scanner.match(/count\(\)/y)) return asAggregate(scanner)
  const start = scanner.at
  const field = readField(scanner)
  if (scanner.match(aggregate)) return asAggregate(scanner)
  if (scanner.sees('(') || scanner.sees('!')) {
    scanner.at = start
    return readEmbed(scanner, depth, { isSpread: false, ...(alias !== undefined && { alias }) })
  }
  const cast = readCast(scanner)
  if (cast !== undefined && scanner.match(aggregate)) return asAggregate(scanner)
  return { kind: 'column', field, ...(alias !== undefined && { alias }), ...(cast !== undefined && { cast }) }
}

function asAggregate(scanner: Scanner): SelectItem {
  readCast(scanner)
  return { kind: 'aggregate' }
}

function readAlias(scanner: Scanner): string | undefined {
  const start = scanner.at
  if (scanner.sees('(') || scanner.isAtEnd) return undefined
  const name = readName(scanner)
  if (scanner.sees(':') && !scanner.sees('::')) {
    scanner.expect(':')
    return name
  }
  scanner.at = start
  return undefined
}

function readCast(scanner: Scanner): string | undefined {
  if (!scanner.takes('::')) return undefined
  return scanner.match(/[\p{L}\p{N}_ $]+/uy)?.[0].trim() ?? scanner.fail('letter or digit')
}

function readEmbed(scanner: Scanner, depth: number, begun: { isSpread: boolean; alias?: string }): Embed {
  const embed: Embed = { kind: 'embed', relation: readName(scanner), ...begun, items: [] }
  while (scanner.takes('!')) {
    const word = readName(scanner)
    if (word === 'inner' || word === 'left') embed.join = word
    else embed.hint = word
  }
  scanner.expect('(')
  embed.items = readItems(scanner, depth + 1)
  scanner.expect(')')
  return embed
}

const skipSpace = (scanner: Scanner) => void scanner.match(/[ \t]*/y)
