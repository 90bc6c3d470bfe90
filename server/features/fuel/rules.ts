import type { FuelRow } from '#domain/schema/fuel.ts'

type Rows = {
  entries: readonly FuelRow[]
  at?: readonly number[] | undefined
  /** The vehicle of each row, if there is one. */
  found: readonly (object | undefined)[]
  /** The card and time of each row. */
  keys: readonly string[]
  known: ReadonlySet<string>
  now: Date
}

export type RowVerdict = { outcome: 'created' | 'unchanged' | 'refused'; reason?: string }

/** What becomes of each row of an import. */
export function judgeRows({ entries, at, found, keys, known, now }: Rows): RowVerdict[] {
  return entries.map((row, index): RowVerdict => {
    if (!found[index]) return { outcome: 'refused', reason: whyUnknown(row) }
    if (new Date(row.filled_at) > now) return { outcome: 'refused', reason: 'That is in the future.' }
    if (known.has(keys[index]!)) return { outcome: 'unchanged' }
    const earlier = keys.indexOf(keys[index]!)
    if (earlier === index) return { outcome: 'created' }
    return { outcome: 'refused', reason: `Same card and time as row ${(at?.[earlier] ?? earlier) + 1} of this batch.` }
  })
}

const whyUnknown = ({ vehicle, card }: FuelRow) =>
  vehicle === null
    ? `No vehicle has the card ${card}. Add it to the fuel cards of a vehicle.`
    : `There is no vehicle with the code or plate ${vehicle}.`
