import type { Catalogue, Column, Relationship } from '../../db/api/catalogue.ts'
import type { Condition, Filter } from '../parse/condition.ts'
import type { Field, JsonStep } from '../parse/names.ts'
import type { Operation } from '../parse/operation.ts'
import type { OrderTerm } from '../parse/order.ts'
import type { Query, Slice } from '../parse/query.ts'
import type { Embed, SelectItem } from '../parse/select.ts'
import { noSuchColumn, RestError, tooMuch } from '../protocol/errors.ts'
import { castType } from './casts.ts'
import { nearest } from './nearest.ts'
import { relationshipFor } from './relationships.ts'

/** A column that exists, or a value within its JSON. */
export type Reference = { column: Column; path: JsonStep[] }

/** What a row shows. `isOwnName` says that the name is the catalogue's, and not one that the request made up. */
export type Output =
  | { kind: 'column'; name: string; isOwnName: boolean; reference: Reference; cast?: string }
  | { kind: 'embed'; embed: EmbedNode }

export type Test =
  | { kind: 'filter'; reference: Reference; isNegated: boolean; operation: Operation }
  | { kind: 'logic'; isNegated: boolean; operator: 'and' | 'or'; tests: Test[] }
  /** Whether something is embedded in the row. */
  | { kind: 'embedded'; embed: EmbedNode; isThere: boolean }

export type Order = {
  reference: Reference
  /** What is embedded once in the row and has the column. */
  embed?: EmbedNode
  /** In the order of this list, instead of by the value. */
  among?: string[]
  direction: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** What is read from one view or function, with everything embedded in it. Every name in it is the catalogue's. */
export type ReadNode = {
  /** The view; undefined for the rows of a function that are not those of a view. */
  relation: string | undefined
  /** What messages call it. */
  name: string
  columns: Map<string, Column>
  outputs: Output[]
  embeds: EmbedNode[]
  tests: Test[]
  orders: Order[]
  slice: Slice
}

export type EmbedNode = {
  /** What the request calls it. */
  key: string
  isOwnName: boolean
  relationship: Relationship
  isInner: boolean
  isSpread: boolean
  node: ReadNode
  /** Columns by which the rows around it are ordered. */
  orderedBy: Reference[]
}

export type Root = { relation: string | undefined; name: string; columns: Map<string, Column> }

/** Whether several rows may be embedded in one. */
export const isToMany = ({ relationship: { cardinality } }: EmbedNode) =>
  cardinality === 'one-to-many' || cardinality === 'many-to-many'

/**
 * Checks a query against the catalogue.
 * @param checkRead throws if the caller may not read this view
 * @throws RestError for whatever is not there
 */
export function planRead(
  catalogue: Catalogue,
  root: Root,
  query: Query,
  checkRead: (relation: string) => void,
): ReadNode {
  const planner = { catalogue, checkRead }
  const node = nodeOf(planner, root, query.select)
  for (const { path, condition } of query.filters) {
    const target = nodeAt(node, path)
    target.tests.push(testOf(target, condition))
  }
  for (const { path, terms } of query.orders) {
    const target = nodeAt(node, path)
    target.orders = terms.map((term) => orderOf(target, term))
  }
  for (const { path, slice } of query.slices) {
    const target = nodeAt(node, path)
    target.slice = { ...target.slice, ...slice }
  }
  return node
}

/** PostgreSQL takes 1,664. */
const mostOutputs = 1000

type Planner = { catalogue: Catalogue; checkRead: (relation: string) => void }

function nodeOf(planner: Planner, root: Root, items: SelectItem[]): ReadNode {
  const { relation, name, columns } = root
  if (relation !== undefined) planner.checkRead(relation)
  const node: ReadNode = { relation, name, columns, outputs: [], embeds: [], tests: [], orders: [], slice: {} }
  for (const item of items) node.outputs.push(...outputsOf(planner, node, item))
  if (node.outputs.length > mostOutputs) throw tooMuch(`more than ${mostOutputs} columns`)
  return node
}

function outputsOf(planner: Planner, node: ReadNode, item: SelectItem): Output[] {
  if (item.kind === 'aggregate') throw new RestError('PGRST123', 'Use of aggregate functions is not allowed')
  if (item.kind === 'all') {
    return [...node.columns.values()].map((column) => ({
      kind: 'column',
      name: column.name,
      isOwnName: true,
      reference: { column, path: [] },
    }))
  }
  if (item.kind === 'embed') {
    const embed = embedOf(planner, node, item)
    node.embeds.push(embed)
    return [{ kind: 'embed', embed }]
  }
  const reference = referenceOf(node, item.field)
  const name = item.alias ?? nameOf(item.field)
  const isOwnName = name === reference.column.name
  return [{ kind: 'column', name, isOwnName, reference, ...(item.cast !== undefined && { cast: castType(item.cast) }) }]
}

/** A value within JSON has the name of its last key. */
function nameOf({ name, path }: Field): string {
  const last = path.findLast(({ at }) => typeof at === 'string')
  return last ? String(last.at) : name
}

function embedOf(planner: Planner, node: ReadNode, item: Embed): EmbedNode {
  const { catalogue } = planner
  const relationship = relationshipFor(catalogue, node.relation ?? node.name, item)
  const { to, through } = relationship
  if (through) planner.checkRead(through.relation)
  const { columns } = catalogue.relations.get(to)!
  return {
    key: item.alias ?? item.relation,
    isOwnName: (item.alias ?? item.relation) === to,
    relationship,
    isInner: item.join === 'inner',
    isSpread: item.isSpread,
    node: nodeOf(planner, { relation: to, name: to, columns }, item.items),
    orderedBy: [],
  }
}

function nodeAt(node: ReadNode, path: string[]): ReadNode {
  return path.reduce((at, key) => embedCalled(at, key).node, node)
}

/** @throws RestError PGRST108 */
function embedCalled(node: ReadNode, key: string): EmbedNode {
  const found = node.embeds.find((embed) => embed.key === key)
  if (found) return found
  throw new RestError('PGRST108', `'${key}' is not an embedded resource in this request`, {
    hint: `Verify that '${key}' is included in the 'select' query parameter.`,
  })
}

/** @throws RestError 42703 */
export function referenceOf({ name: relation, columns }: Pick<ReadNode, 'name' | 'columns'>, field: Field): Reference {
  const column = columns.get(field.name)
  if (!column) throw noSuchColumn(relation, field.name, nearest(field.name, columns.keys()))
  return { column, path: field.path }
}

function testOf(node: ReadNode, condition: Condition): Test {
  if (condition.kind === 'logic') {
    const { isNegated, operator, conditions } = condition
    return { kind: 'logic', isNegated, operator, tests: conditions.map((each) => testOf(node, each)) }
  }
  const { field, isNegated, operation } = condition
  const embed = field.path.length ? undefined : node.embeds.find(({ key }) => key === field.name)
  if (embed) return { kind: 'embedded', embed, isThere: isThere(condition) }
  return { kind: 'filter', reference: referenceOf(node, field), isNegated, operation }
}

/** @throws RestError PGRST120 */
function isThere({ field, isNegated, operation }: Filter): boolean {
  if (operation.kind === 'is' && operation.value === 'null') return isNegated
  if (operation.kind === 'is' && operation.value === 'not_null') return !isNegated
  throw new RestError('PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}

function orderOf(node: ReadNode, { relation, field, direction, nulls }: OrderTerm): Order {
  const also = nulls && { nulls }
  if (relation === undefined) return { reference: referenceOf(node, field), direction, ...also }
  const embed = embedCalled(node, relation)
  if (isToMany(embed)) {
    throw new RestError('PGRST118', `A related order on '${relation}' is not possible`, {
      details: `'${node.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  const reference = referenceOf(embed.node, field)
  embed.orderedBy.push(reference)
  return { reference, embed, direction, ...also }
}
