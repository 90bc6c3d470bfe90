/**
 * What identifies a record, the most telling first. Of two records, the first key that both have says whether they are the
 * same: drivers with different email addresses are two drivers, even if they have the same name.
 */
export type Key = { field: string; value: string | null }

/** Upper and lower case, and spaces, do not tell records apart. */
export function keyOf(text: string | null | undefined): string | null {
  const plain = (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return plain === '' ? null : plain
}

/** What a row of an import is. */
export type Match<Known> =
  | { kind: 'new' }
  | { kind: 'known'; record: Known }
  /** It repeats an earlier row. */
  | { kind: 'repeated'; field: string; earlier: number }
  /** More than one record could be meant. */
  | { kind: 'ambiguous'; field: string }

/** Finds out for each row whether it is new, a known record, or a repeated row. */
export function matchRows<Known>(
  rows: readonly (readonly Key[])[],
  known: readonly Known[] = [],
  keysOf: (record: Known) => readonly Key[] = () => [],
): Match<Known>[] {
  const knownByKey = new Map<string, { record: Known; keys: readonly Key[] }[]>()
  for (const record of known) {
    const keys = keysOf(record)
    for (const name of namesOf(keys)) append(knownByKey, name, { record, keys })
  }
  const earlierByKey = new Map<string, number[]>()
  const taken = new Map<Known, number>()
  return rows.map((keys, at): Match<Known> => {
    const names = namesOf(keys)
    for (const earlier of names.flatMap((name) => earlierByKey.get(name) ?? [])) {
      const field = sameBy(rows[earlier]!, keys)
      if (field) return { kind: 'repeated', field, earlier }
    }
    for (const name of names) append(earlierByKey, name, at)
    const candidates = new Map<Known, string>()
    for (const { record, keys: other } of names.flatMap((name) => knownByKey.get(name) ?? [])) {
      const field = sameBy(other, keys)
      if (field) candidates.set(record, field)
    }
    const [first, ...more] = candidates
    if (!first) return { kind: 'new' }
    const [record, field] = first
    if (more.length > 0) return { kind: 'ambiguous', field }
    const earlier = taken.get(record)
    if (earlier !== undefined) return { kind: 'repeated', field, earlier }
    taken.set(record, at)
    return { kind: 'known', record }
  })
}

/** The field that says that these are the same, if it does. */
function sameBy(one: readonly Key[], other: readonly Key[]): string | undefined {
  const at = one.findIndex(({ value }, index) => value !== null && (other[index]?.value ?? null) !== null)
  return at >= 0 && one[at]!.value === other[at]!.value ? one[at]!.field : undefined
}

const namesOf = (keys: readonly Key[]) =>
  keys.flatMap(({ field, value }) => (value === null ? [] : [`${field} ${value}`]))

function append<Item>(lists: Map<string, Item[]>, name: string, item: Item): void {
  const list = lists.get(name)
  if (list) list.push(item)
  else lists.set(name, [item])
}
