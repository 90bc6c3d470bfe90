import type { Imported, ImportOutcome } from '../api/import.ts'
import { matchRows, type Key } from './match.ts'

/** What one row of an import does: the values of a new record, the change of a known one, or why it is refused. */
export type Verdict<Known, Values> =
  | { outcome: 'created'; values: Values }
  | { outcome: 'updated'; before: Known; change: Partial<Values> }
  | { outcome: 'unchanged'; before: Known }
  | { outcome: 'refused'; reason: string }

type Rows<Row, Known, Values> = {
  rows: readonly Row[]
  /** Where in the list that was sent each row is, if others were refused before. */
  at?: readonly number[] | undefined
  known: readonly Known[]
  /** Such as `drivers`. */
  plural: string
  keysOf: (record: Row | Known) => readonly Key[]
  /** The values that a row gives; undefined ones stay as they are. Or why the row is refused. */
  resolve: (row: Row, before: Known | undefined) => { values: Values } | { reason: string }
}

/** Judges every row against the known records. Writing is up to the caller. */
export function judgeRows<Row, Known, Values extends object>({
  rows,
  at: places,
  known,
  plural,
  keysOf,
  resolve,
}: Rows<Row, Known, Values>): Verdict<Known, Values>[] {
  return matchRows(rows.map(keysOf), known, keysOf).map((match, at): Verdict<Known, Values> => {
    if (match.kind === 'repeated') {
      return {
        outcome: 'refused',
        reason: `Same ${match.field} as row ${(places?.[match.earlier] ?? match.earlier) + 1} of this batch.`,
      }
    }
    if (match.kind === 'ambiguous') {
      return { outcome: 'refused', reason: `Several ${plural} have this ${match.field}.` }
    }
    const before = match.kind === 'known' ? match.record : undefined
    const resolved = resolve(rows[at]!, before)
    if ('reason' in resolved) return { outcome: 'refused', reason: resolved.reason }
    if (!before) return { outcome: 'created', values: resolved.values }
    const change = changeOf(resolved.values, before)
    return Object.keys(change).length > 0 ? { outcome: 'updated', before, change } : { outcome: 'unchanged', before }
  })
}

/** The given values that differ from the stored ones. */
function changeOf<Values extends object>(values: Values, before: object): Partial<Values> {
  const stored = before as Record<string, unknown>
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[field]),
  )
  return Object.fromEntries(changed) as Partial<Values>
}

/** Sums up the verdicts. `added` are the ids of created records, in the order of their rows; a dry run has none. */
export function toImported(
  verdicts: readonly Verdict<{ id: string }, unknown>[],
  added: readonly string[] = [],
): Imported {
  const newIds = added.values()
  const count = (outcome: ImportOutcome) => verdicts.filter((verdict) => verdict.outcome === outcome).length
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    outcomes: verdicts.map(({ outcome }) => outcome),
    ids: verdicts.map((verdict) => {
      if ('before' in verdict) return verdict.before.id
      return verdict.outcome === 'created' ? (newIds.next().value ?? null) : null
    }),
    refused: verdicts.flatMap((verdict, index) =>
      verdict.outcome === 'refused' ? [{ index, reason: verdict.reason }] : [],
    ),
  }
}
