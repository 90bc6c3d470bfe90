import { sql, type RawBuilder } from 'kysely'

/** JSON writes it as an escape, so no value contains it. */
const separator = '\u001f'

/**
 * A column of JSON values for `unnest`, as `text[]`. As an array, every quotation mark in it would be escaped here and read back
 * there, which takes longer than storing it.
 */
export const jsonColumn = (values: readonly unknown[]): RawBuilder<string[]> =>
  writtenColumn(values.map((value) => JSON.stringify(value)))

/** The same of values that are written as JSON already. */
export function writtenColumn(values: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`string_to_array(${values.join(separator)}::text, ${separator}::text)`
}
