import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Column, Relation } from '../../db/api/catalogue.ts'
import { SubscriptionError, type Condition } from './filter.ts'

/** How a condition is written for a column. Names and types are the catalogue's; values are always parameters. */
const operators = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const

const onText = ['like', 'ilike', 'match', 'imatch']

/**
 * All conditions of a filter on the rows `v` of a view.
 * @throws SubscriptionError if the view has no such column, or the operator is not for it
 */
export function writeWhere({ name, columns }: Relation, conditions: Condition[]): RawBuilder<SqlBool> {
  const written = conditions.map((condition) => {
    const column = columns.get(condition.column)
    if (!column) throw new SubscriptionError(`${name} has no column ${condition.column}`)
    const holds = writeCondition(column, condition)
    return condition.negated ? sql`(not (${holds}))` : sql`(${holds})`
  })
  // Null is not true: such a row does not match.
  return sql<SqlBool>`coalesce(${sql.join(written, sql` and `)}, false)`
}

function writeCondition({ name, type, typeName }: Column, condition: Condition): RawBuilder<unknown> {
  const column = sql.ref(`v.${name}`)
  const ofType = sql.raw(type)
  switch (condition.operator) {
    case 'is':
      if (condition.value !== 'null' && typeName !== 'bool') {
        throw new SubscriptionError(`${name} is not true or false, so only is.null is possible`)
      }
      return sql`${column} is ${sql.raw(condition.value)}`
    case 'in':
      if (typeName.startsWith('_')) throw new SubscriptionError(`${name} is a list, so in is not possible`)
      return sql`${column} = any(${condition.values}::text[]::${ofType}[])`
    case 'isdistinct':
      if (condition.value === 'null') return sql`${column} is distinct from null`
      return sql`${column} is distinct from ${condition.value}::text::${ofType}`
    default: {
      const operator = sql.raw(operators[condition.operator])
      if (onText.includes(condition.operator)) return sql`${column}::text ${operator} ${condition.value}::text`
      return sql`${column} ${operator} ${condition.value}::text::${ofType}`
    }
  }
}
