import { subjects, type SubjectKind } from '#domain/events/types.ts'

/*
 * A delivery has 80 members, of which most are null. The log keeps none of those that may be null, and gives them back to
 * whoever reads: a third of the bytes to write, to parse and to keep.
 */
const nullable = Object.fromEntries(
  Object.entries(subjects).map(([kind, { data }]) => {
    const mayBeNull = Object.entries(data.shape).filter(
      ([, schema]) => !schema.safeParse(undefined).success && schema.safeParse(null).success,
    )
    return [kind, new Set(mayBeNull.map(([name]) => name))]
  }),
) as Record<SubjectKind, Set<string>>

/** A record as the log keeps it. */
export function withoutNulls(kind: SubjectKind, data: object): object {
  const given = data as Record<string, unknown>
  const mayBeNull = nullable[kind]
  const kept: Record<string, unknown> = {}
  for (const name in given) if (given[name] !== null || !mayBeNull.has(name)) kept[name] = given[name]
  return kept
}

/** A record as it was told. */
export function withNulls(kind: SubjectKind, kept: object): object {
  const data: Record<string, unknown> = { ...kept }
  for (const name of nullable[kind]) data[name] ??= null
  return data
}
