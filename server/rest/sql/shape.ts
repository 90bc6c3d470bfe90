import { sql } from 'kysely'
import { id, type Sql } from './expression.ts'

/** A value that a row shows, and under which name. */
export type Shown = { name: string; isOwnName: boolean; value: Sql }

/**
 * How values become columns, and columns an object. Names of the catalogue are names of columns. If the request made one
 * up, columns have numbers, and names come as parameters.
 */
export function shapeOf(shown: Shown[]) {
  const isPlain = shown.every(({ isOwnName }) => isOwnName)
  const columns = shown.map(({ name }, index) => (isPlain ? name : `c${index}`))
  return {
    columns,
    /** What a `select` lists. */
    list: sql.join(shown.map(({ value }, index) => sql`${value} as ${id(columns[index]!)}`)),
    /** The row with this alias as JSON. */
    json(alias: string): Sql {
      if (isPlain) return sql`row_to_json(${id(alias)})`
      const values = sql.join(columns.map((column) => sql`to_json(${id(alias, column)})`))
      const names = shown.map(({ name }) => name)
      return sql`(select json_object_agg(n.name, n.value) from unnest(${names}::text[], array[${values}]) n(name, value))`
    },
  }
}
