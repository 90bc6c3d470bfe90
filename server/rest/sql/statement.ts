import { sql } from 'kysely'
import type { Format } from '../parse/accept.ts'
import type { ReadNode } from '../plan/plan.ts'
import { id, type Sql } from './expression.ts'
import { listed, openContext, partsOf } from './read.ts'
import { shapeOf } from './shape.ts'

/** What one statement answers. */
export type Answer = {
  rows: number
  /** How many there are in all; null unless they were to be counted. */
  total: number | null
  /** The answer as it is sent; null if it is too large, or not wanted. */
  body: string | null
  bytes: number | null
}

export type Wanted = {
  format: Format
  /** One row, or the values of the only column, are not what a view answers, but what a function may. */
  shape?: 'rows' | 'row' | 'values' | 'value'
  counts: boolean
  /** Whether anybody reads the body. */
  hasBody: boolean
  mostRows: number
  mostBytes: number
}

/**
 * The statement that reads a node and writes the answer as text, as PostgreSQL prints it.
 * @param from where the rows are; by default, in the node's view
 */
export function readStatement(node: ReadNode, wanted: Wanted, from?: Sql): Sql {
  const parts = partsOf(node, 't', openContext(wanted.mostRows))
  const shape = shapeOf(parts.shown)
  const source = sql`${from ? id('source') : id('api', node.relation!)} ${id('t')}`
  const given = from ? sql`source as materialized (${from}), ` : sql``
  const names = parts.shown.map(({ name }) => name)
  const body = wanted.hasBody ? bodySql(wanted, shape.columns, names, shape.json('page')) : sql`null::text`
  const total = wanted.counts
    ? sql`(select count(*) from ${source}${listed(parts.filteringJoins)}${parts.where})`
    : sql`null::bigint`
  return sql`with ${given}page as (
      select ${shape.list} from ${source}${listed(parts.joins)}${parts.where}${parts.order}${parts.slice}),
    answer as (select count(*)::int as rows, ${body} as body from page)
    select rows, ${total} as total, octet_length(body) as bytes,
      case when octet_length(body) <= ${wanted.mostBytes}::int then body end as body from answer`
}

/** The rows of a node and nothing else, for the planner to say how many there may be. */
export function plannedStatement(node: ReadNode): Sql {
  const parts = partsOf(node, 't', openContext(0))
  return sql`explain (format json) select 1 from ${id('api', node.relation!)} ${id('t')}${listed(parts.filteringJoins)}${parts.where}`
}

function bodySql({ format, shape = 'rows' }: Wanted, columns: string[], names: string[], row: Sql): Sql {
  const isScalar = shape === 'values' || shape === 'value'
  if (format.kind === 'csv') return csvSql(names)
  if (format.kind === 'text' || format.kind === 'bytes') return sql`string_agg(${id('page', columns[0]!)}::text, '')`
  const all = sql`coalesce(json_agg(${isScalar ? id('page', columns[0]!) : row}), '[]')`
  const isOne = format.kind === 'object' || shape === 'row' || shape === 'value'
  const whole = isOne ? sql`(${all} -> 0)` : all
  return sql`(${format.stripsNulls ? sql`json_strip_nulls(${whole})` : whole})::text`
}

/** Each row as PostgreSQL writes one, without its brackets. */
function csvSql(names: string[]): Sql {
  const head = names.map((name) => (/[",\n\\]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
  return sql`${head}::text
    || coalesce(E'\\n' || string_agg(substring(page::text, 2, length(page::text) - 2), E'\\n'), '')`
}
