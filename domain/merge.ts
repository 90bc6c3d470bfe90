/** What becomes of a record that two people changed. */
export type Merged<V> = {
  /** The values after both changes. Where the two disagree, mine. */
  values: V
  /** Where they disagree: fields, or groups of fields that only make sense together. */
  conflicts: (keyof V)[][]
}

/**
 * Merges two changes of one record, field by field: a field that only one of them changed has that one's value. If both
 * changed it, to different values, somebody has to decide.
 * @param base the record that both began with
 * @param groups fields that only make sense together, such as an address and its pin
 */
export function merge<V extends object>(base: V, mine: V, theirs: V, groups: (keyof V)[][] = []): Merged<V> {
  const grouped = new Set(groups.flat())
  const single = (Object.keys(mine) as (keyof V)[]).filter((field) => !grouped.has(field)).map((field) => [field])
  const values = { ...mine }
  const conflicts: (keyof V)[][] = []
  for (const fields of [...groups, ...single]) {
    if (isSame(fields, mine, theirs) || isSame(fields, base, theirs)) continue
    if (isSame(fields, base, mine)) take(fields, theirs, values)
    else conflicts.push(fields)
  }
  return { values, conflicts }
}

/** Copies some fields. */
export function take<V extends object>(fields: (keyof V)[], from: V, to: V): void {
  for (const field of fields) to[field] = from[field]
}

function isSame<V>(fields: (keyof V)[], one: V, other: V): boolean {
  return fields.every((field) => canonical(one[field]) === canonical(other[field]))
}

/** Text that is equal for equal values, whatever order their members are in. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
