import { sql, type RawBuilder } from 'kysely'
import type { Operation } from '../parse/operation.ts'
import type { Reference } from '../plan/plan.ts'

export type Sql = RawBuilder<unknown>

/** A name, quoted. Names come from the catalogue, or are words that become the keys of an answer. */
export const id = (...names: string[]): Sql => sql.id(...names)

/** A type from the catalogue. */
const typed = (value: unknown, type: string): Sql => sql`${value}::${sql.raw(type)}`

const isJson = ({ column }: Reference) => column.typeName === 'json' || column.typeName === 'jsonb'

/** A column of the source with this alias, or what is within it. Keys and positions are parameters. */
export function referenceSql(source: string, reference: Reference): Sql {
  const { column, path } = reference
  const whole = id(source, column.name)
  if (!path.length) return whole
  return path.reduce<Sql>(
    (value, { asText, at }) => {
      const step = typeof at === 'number' ? sql`${at}::int` : sql`${at}::text`
      return asText ? sql`${value} ->> ${step}` : sql`${value} -> ${step}`
    },
    isJson(reference) ? whole : sql`to_jsonb(${whole})`,
  )
}

function typeOf({ column, path }: Reference): string {
  if (!path.length) return column.type
  return path.at(-1)!.asText ? 'text' : 'jsonb'
}

const comparisons = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const patterns = { like: 'like', ilike: 'ilike', match: '~', imatch: '~*' } as const
const containments = { cs: '@>', cd: '<@', ov: '&&', sl: '<<', sr: '>>', nxl: '&>', nxr: '&<', adj: '-|-' } as const
const searches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const
const truths = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' } as const

/** A condition on a value. Whatever the request brought is a parameter. */
export function operationSql(value: Sql, reference: Reference, operation: Operation): Sql {
  const type = typeOf(reference)
  switch (operation.kind) {
    case 'compare':
      return sql`${value} ${sql.raw(comparisons[operation.operator])} ${quantified(operation, type)}`
    case 'match': {
      const isLike = operation.operator === 'like' || operation.operator === 'ilike'
      const pattern = isLike ? operation.value.replaceAll('*', '%') : operation.value
      return sql`${value} ${sql.raw(patterns[operation.operator])} ${quantified({ ...operation, value: pattern }, 'text')}`
    }
    case 'contain':
      return sql`${value} ${sql.raw(containments[operation.operator])} ${typed(operation.value, type)}`
    case 'distinct':
      return sql`${value} is distinct from ${typed(operation.value, type)}`
    case 'in':
      return sql`${value} = any(${typed(operation.values, `${type}[]`)})`
    case 'is':
      return sql`${value} is ${sql.raw(truths[operation.value])}`
    case 'search': {
      const language = operation.language === undefined ? sql`` : sql`${operation.language}::regconfig, `
      const document = reference.column.typeName === 'tsvector' ? value : sql`to_tsvector(${language}${value})`
      return sql`${document} @@ ${sql.raw(searches[operation.operator])}(${language}${operation.value}::text)`
    }
  }
}

function quantified({ quantifier, value }: { quantifier?: 'any' | 'all'; value: string }, type: string): Sql {
  if (quantifier === undefined) return typed(value, type)
  return sql`${sql.raw(quantifier)}(${typed(value, `${type}[]`)})`
}
