import { sql } from 'kysely'
import {
  isToMany,
  type EmbedNode,
  type Order,
  type Output,
  type ReadNode,
  type Reference,
  type Test,
} from '../plan/plan.ts'
import { id, operationSql, referenceSql, type Sql } from './expression.ts'
import { shapeOf, type Shown } from './shape.ts'

/** What a statement needs to read the rows of a node. */
export type Parts = {
  shown: Shown[]
  /** What is embedded, one lateral subquery each. */
  joins: Sql[]
  /** Those of them that decide which rows there are. */
  filteringJoins: Sql[]
  where: Sql
  order: Sql
  slice: Sql
}

export type Context = { newAlias: () => string; mostRows: number }

/** Hands out aliases: names of the statement itself, which the request cannot choose. */
export function openContext(mostRows: number): Context {
  let next = 0
  return { mostRows, newAlias: () => `e${next++}` }
}

/** @param source the alias of the node's rows */
export function partsOf(node: ReadNode, source: string, context: Context, link: Sql[] = []): Parts {
  const embeds = new Map(node.embeds.map((embed) => [embed, joinOf(embed, source, context)]))
  const conditions = [...link, ...node.tests.map((test) => testSql(test, source, embeds))]
  const filtering = node.embeds.filter((embed) => embed.isInner || node.tests.some((test) => asksFor(test, embed)))
  const terms = node.orders.map((order) => orderSql(order, source, embeds))
  return {
    shown: node.outputs.flatMap((output) => shownBy(output, source, embeds)),
    joins: [...embeds.values()].map(({ join }) => join),
    filteringJoins: filtering.map((embed) => embeds.get(embed)!.join),
    where: conditions.length ? sql` where ${sql.join(conditions, sql` and `)}` : sql``,
    order: terms.length ? sql` order by ${sql.join(terms)}` : sql``,
    slice: sliceSql(node.slice, context.mostRows),
  }
}

/** However many rows are asked for, no more than these come. */
function sliceSql({ limit, offset = 0 }: ReadNode['slice'], mostRows: number): Sql {
  return sql` limit ${Math.min(limit ?? mostRows, mostRows)}::bigint offset ${offset}::bigint`
}

export const listed = (joins: Sql[]): Sql => sql.join(joins, sql``)

type Joined = {
  join: Sql
  shown: Shown[]
  /** Null if nothing is embedded. */
  there: Sql
  /** The columns that the rows around it are ordered by. */
  ordered: Map<Reference, Sql>
}

function shownBy(output: Output, source: string, embeds: Map<EmbedNode, Joined>): Shown[] {
  if (output.kind === 'embed') return embeds.get(output.embed)!.shown
  const { name, isOwnName, reference, cast } = output
  const value = referenceSql(source, reference)
  return [{ name, isOwnName, value: cast === undefined ? value : sql`(${value})::${sql.raw(cast)}` }]
}

/** Joins what is embedded to the rows of the source with the alias `outer`. */
function joinOf(embed: EmbedNode, outer: string, context: Context): Joined {
  const alias = context.newAlias()
  const source = `${alias}t`
  const parts = partsOf(embed.node, source, context, linkOf(embed, outer, source))
  const rows = sql`${fromEmbed(embed, source)}${listed(parts.joins)}${parts.where}`
  const subquery = isToMany(embed) ? manySubquery(embed, rows, parts) : oneSubquery(embed, source, rows, parts)
  const there = id(alias, 'there')
  const on = embed.isInner ? sql`${there} is not null` : sql`true`
  return {
    join: sql` ${embed.isInner ? sql`inner` : sql`left`} join lateral (${subquery}) ${id(alias)} on ${on}`,
    shown: embeddedValues(embed, alias, parts),
    there,
    ordered: new Map(embed.orderedBy.map((reference, index) => [reference, id(alias, `o${index}`)])),
  }
}

/** One row at most, since a foreign key leads there. */
function oneSubquery(embed: EmbedNode, source: string, rows: Sql, { shown }: Parts): Sql {
  const ordered = embed.orderedBy.map(
    (reference, index) => sql`, ${referenceSql(source, reference)} as ${id(`o${index}`)}`,
  )
  if (embed.isSpread) {
    const values = shown.map(({ value }, index) => sql`, ${value} as ${id(`c${index}`)}`)
    return sql`select true as there${listed(values)}${listed(ordered)} from ${rows}`
  }
  const shape = shapeOf(shown)
  if (!ordered.length) return sql`select ${shape.json('r')} as there from (select ${shape.list} from ${rows}) r`
  return sql`select (select ${shape.json('r')} from (select ${shape.list}) r) as there${listed(ordered)} from ${rows}`
}

function manySubquery(embed: EmbedNode, rows: Sql, { shown, order, slice }: Parts): Sql {
  if (embed.isSpread) {
    const values = shown.map(({ value }, index) => sql`, ${value} as ${id(`c${index}`)}`)
    const lists = shown.map((_, index) => sql`, json_agg(${id('r', `c${index}`)}) as ${id(`c${index}`)}`)
    return sql`select max(1) as there${listed(lists)} from (select 1 as there${listed(values)} from ${rows}${order}${slice}) r`
  }
  const shape = shapeOf(shown)
  return sql`select json_agg(${shape.json('r')}) as there from (select ${shape.list} from ${rows}${order}${slice}) r`
}

function embeddedValues(embed: EmbedNode, alias: string, { shown }: Parts): Shown[] {
  const orEmpty = (value: Sql) => (isToMany(embed) ? sql`coalesce(${value}, '[]')` : value)
  const { key: name, isOwnName } = embed
  if (!embed.isSpread) return [{ name, isOwnName, value: orEmpty(id(alias, 'there')) }]
  return shown.map((each, index) => ({ ...each, value: orEmpty(id(alias, `c${index}`)) }))
}

/** The table between two that are many to many. */
const between = (source: string) => `${source}j`

function fromEmbed({ relationship: { to, through } }: EmbedNode, source: string): Sql {
  const target = sql`${id('api', to)} ${id(source)}`
  if (!through) return target
  const link = through.columns.map(([own, other]) => sql`${id(between(source), own)} = ${id(source, other)}`)
  return sql`${target} inner join ${id('api', through.relation)} ${id(between(source))} on ${sql.join(link, sql` and `)}`
}

function linkOf({ relationship: { columns, through } }: EmbedNode, outer: string, source: string): Sql[] {
  return columns.map(([own, other]) => sql`${id(through ? between(source) : source, other)} = ${id(outer, own)}`)
}

function asksFor(test: Test, embed: EmbedNode): boolean {
  if (test.kind === 'embedded') return test.embed === embed
  return test.kind === 'logic' && test.tests.some((each) => asksFor(each, embed))
}

function testSql(test: Test, source: string, embeds: Map<EmbedNode, Joined>): Sql {
  if (test.kind === 'embedded') {
    const { there } = embeds.get(test.embed)!
    return test.isThere ? sql`${there} is not null` : sql`${there} is null`
  }
  if (test.kind === 'logic') {
    const tests = test.tests.map((each) => testSql(each, source, embeds))
    const joined = sql.join(tests, sql.raw(` ${test.operator} `))
    return test.isNegated ? sql`not (${joined})` : sql`(${joined})`
  }
  const { reference, operation, isNegated } = test
  const condition = operationSql(referenceSql(source, reference), reference, operation)
  return isNegated ? sql`not (${condition})` : condition
}

function orderSql(order: Order, source: string, embeds: Map<EmbedNode, Joined>): Sql {
  const { reference, embed, direction, nulls, among } = order
  if (among)
    return sql`array_position(${among}::${sql.raw(reference.column.type)}[], ${referenceSql(source, reference)})`
  const value = embed ? embeds.get(embed)!.ordered.get(reference)! : referenceSql(source, reference)
  return sql`${value} ${sql.raw(direction)}${sql.raw(nulls ? ` nulls ${nulls}` : '')}`
}
