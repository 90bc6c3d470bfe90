import { sql } from 'kysely'
import type { ApiFunction, Column, Parameter } from '../../db/api/catalogue.ts'
import type { Root } from '../plan/plan.ts'
import { id, type Sql } from '../sql/expression.ts'

/** Values of arguments by name, or the body that the only parameter takes. Those of a query string are text already. */
export type Arguments = { named: Map<string, unknown>; areText: boolean } | { body: unknown }

/** The column that stands for the value of a function that returns no rows of columns. */
const valueColumn = 'value'

/** What a function returns, as something that can be read like a view. */
export function rootOf({ name, returns }: ApiFunction): Root {
  const value: Column = {
    name: valueColumn,
    type: returns.type,
    typeName: returns.type,
    isNullable: true,
    hasDefault: false,
    isPlain: false,
  }
  return {
    relation: returns.relation,
    name: returns.relation ?? name,
    columns: returns.columns ?? new Map([[valueColumn, value]]),
  }
}

/** The call of a function. Names are the catalogue's, and values are parameters. */
export function callStatement(called: ApiFunction, args: Arguments): Sql {
  const list = 'body' in args ? [castOf(called.parameters[0]!, args.body)] : namedArguments(called, args)
  const call = sql`${id('api', called.name)}(${sql.join(list)})`
  return called.returns.columns ? sql`select * from ${call}` : sql`select * from ${call} as f(${id(valueColumn)})`
}

type Named = Extract<Arguments, { named: unknown }>

function namedArguments({ parameters }: ApiFunction, { named, areText }: Named): Sql[] {
  return parameters
    .filter(({ name }) => named.has(name))
    .map((parameter) => {
      const given = named.get(parameter.name)
      const value = areText ? sql`${given}::${sql.raw(parameter.type)}` : castOf(parameter, given)
      return sql`${sql.raw(parameter.isVariadic ? 'variadic ' : '')}${id(parameter.name)} => ${value}`
    })
}

function castOf({ type, typeName }: Parameter, value: unknown): Sql {
  return sql`${asText(value, typeName)}::${sql.raw(type)}`
}

/** A value of a JSON body as PostgreSQL reads the type. */
function asText(value: unknown, typeName: string): unknown {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) {
    return typeof value === 'string' && isJson(typeName) ? JSON.stringify(value) : value
  }
  if (isJson(typeName)) return JSON.stringify(value)
  if (Array.isArray(value)) return value.map((each) => asText(each, typeName.replace(/^_/, '')))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const isJson = (typeName: string) => typeName === 'json' || typeName === 'jsonb'
