import type { ImportMapping } from '../schema/import-mapping.ts'
import type { ImportColumn } from './columns.ts'

type Columns<Field extends string> = readonly ImportColumn<Field>[]
type Fields<Field extends string> = (Field | null)[]

const plain = (name: string) => name.trim().toLowerCase()

/** Whether two files have columns of the same names, in the same order. */
export const hasSameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, at) => plain(each) === plain(other[at]!))

/** What the columns of a kept mapping hold. A field of the workspace may be gone by now. */
export const mappingOf = <Field extends string>(columns: Columns<Field>, { fields }: ImportMapping): Fields<Field> =>
  fields.map((field) => columns.find((column) => column.field === field)?.field ?? null)

/** A kept mapping for a file whose columns are in another order, or only some of them. */
export function mappingByName<Field extends string>(
  columns: Columns<Field>,
  kept: ImportMapping,
  header: readonly string[],
): Fields<Field> {
  const fields = mappingOf(columns, kept)
  const names = kept.header.map(plain)
  return header.map((name) => fields[names.indexOf(plain(name))] ?? null)
}
