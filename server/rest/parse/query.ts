import { RestError, tooMuch } from '../protocol/errors.ts'
import { parseFilter, parseLogic, type Condition, type Placed } from './condition.ts'
import { readNames, readPath } from './names.ts'
import { looksLikeOperation } from './operation.ts'
import { parseOrder, type OrderTerm } from './order.ts'
import { Scanner } from './scanner.ts'
import { parseSelect, type SelectItem } from './select.ts'

/** Which rows: at most so many, after leaving out so many. */
export type Slice = { limit?: number; offset?: number }

/** A query string as it was meant. Nothing in it is checked against what there is. */
export type Query = {
  select: SelectItem[]
  filters: Placed[]
  orders: { path: string[]; terms: OrderTerm[] }[]
  slices: { path: string[]; slice: Slice }[]
  /** The columns to take from a body. */
  columns?: string[]
  /** The unique columns by which an upsert finds the row. */
  onConflict?: string[]
  /** Arguments of a function. */
  args: [name: string, value: string][]
}

const mostConditions = 200
const mostColumns = 500
const mostEmbeds = 20

/**
 * Reads a query string. The key that some clients put there is not part of it.
 * @param isCall whether it calls a function: what does not look like a filter is an argument then
 * @throws RestError PGRST100, PGRST103
 */
export function parseQuery(text: string, { isCall = false } = {}): Query {
  const query: Query = { select: [{ kind: 'all' }], filters: [], orders: [], slices: [], args: [] }
  for (const [name, value] of new URLSearchParams(text)) take(query, name, value, isCall)
  checkSize(query)
  return query
}

function take(query: Query, name: string, value: string, isCall: boolean): void {
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (name === 'select') query.select = parseSelect(value)
  else if (name === 'columns') query.columns = readNames(new Scanner(value, 'columns parameter'))
  else if (name === 'on_conflict') query.onConflict = readNames(new Scanner(value, 'on_conflict parameter'))
  else if (ignored.includes(name)) return
  else if (last === 'and' || last === 'or') query.filters.push(parseLogic(name, value))
  else if (last === 'order') query.orders.push({ path: pathOf(name), terms: parseOrder(value) })
  else if (last === 'limit') query.slices.push({ path: pathOf(name), slice: { limit: countIn(value, 'limit') } })
  else if (last === 'offset') query.slices.push({ path: pathOf(name), slice: { offset: countIn(value, 'offset') } })
  else if (isCall && !name.includes('.') && !looksLikeOperation(value)) query.args.push([name, value])
  else query.filters.push(parseFilter(name, value))
}

const ignored = ['apikey', 'karta-workspace', 'Karta-Workspace']

/** `a.b.limit` is about `b` within `a`. */
function pathOf(name: string): string[] {
  const scanner = new Scanner(name, 'tree path')
  const { path } = readPath(scanner)
  scanner.expectEnd()
  return path
}

function countIn(value: string, what: 'limit' | 'offset'): number {
  const scanner = new Scanner(value, what)
  const digits = scanner.match(/-?\d{1,15}/y)?.[0] ?? scanner.fail('digit')
  scanner.expectEnd()
  const count = Number(digits)
  if (count >= 0) return count
  const name = what === 'limit' ? 'Limit' : 'Offset'
  throw new RestError('PGRST103', 'Requested range not satisfiable', {
    details: `${name} should be greater than or equal to zero.`,
  })
}

function checkSize({ filters, select, orders }: Query): void {
  const conditions = filters.reduce((sum, { condition }) => sum + sizeOf(condition), 0)
  if (conditions > mostConditions) throw tooMuch(`more than ${mostConditions} filters`)
  const { columns, embeds } = countItems(select)
  if (columns > mostColumns) throw tooMuch(`more than ${mostColumns} columns`)
  if (embeds > mostEmbeds) throw tooMuch(`more than ${mostEmbeds} embedded resources`)
  if (orders.reduce((sum, { terms }) => sum + terms.length, 0) > mostEmbeds) {
    throw tooMuch(`more than ${mostEmbeds} columns to order by`)
  }
}

function sizeOf(condition: Condition): number {
  if (condition.kind === 'filter') return 1
  return condition.conditions.reduce((sum, each) => sum + sizeOf(each), 1)
}

function countItems(items: SelectItem[]): { columns: number; embeds: number } {
  const sum = { columns: 0, embeds: 0 }
  for (const item of items) {
    if (item.kind !== 'embed') sum.columns++
    else {
      const inner = countItems(item.items)
      sum.embeds += 1 + inner.embeds
      sum.columns += inner.columns
    }
  }
  return sum
}
