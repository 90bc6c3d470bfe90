import { merge, take } from '#domain/merge.ts'
import type { Part } from './part.ts'

/** The values of a record as it was stored, and their version. */
export type Stored<Values> = { values: Values; version: number }

/** What somebody typed over a record that others may change at the same time. */
export type Draft<Values> = {
  /** The record as it is now, as far as the form knows. */
  base: Stored<Values>
  values: Values
  /** The labels of parts that both changed, and about which the person has not decided. */
  open: readonly string[]
}

/** A draft in which nothing was typed yet. */
export function draftOf<Values>(base: Stored<Values>): Draft<Values> {
  return { base, values: base.values, open: [] }
}

/**
 * Carries a draft over to the record that somebody else saved. What the person did not touch is taken over; what both
 * changed keeps what was typed and is open.
 * @returns the new draft, and the labels of the parts that were taken over
 */
export function rebase<Values extends object>(
  draft: Draft<Values>,
  theirs: Stored<Values>,
  parts: readonly Part<Values>[],
): { draft: Draft<Values>; taken: string[] } {
  const groups = parts.map(({ fields }) => fields)
  const { values, conflicts } = merge(draft.base.values, draft.values, theirs.values, groups)
  const next = { base: theirs, values, open: draft.open }
  const isOpen = (part: Part<Values>) => conflicts.includes(part.fields) || stillOpen(next, part)
  const taken = parts.filter(({ fields }) => !isSame(fields, draft.values, values))
  return {
    draft: { ...next, open: parts.filter(isOpen).map(({ label }) => label) },
    taken: taken.map(({ label }) => label),
  }
}

/** The parts that the person still has to decide about. Typing what the other person saved settles one. */
export function openParts<Values>(draft: Draft<Values>, parts: readonly Part<Values>[]): Part<Values>[] {
  return parts.filter((part) => stillOpen(draft, part))
}

/** Decides about one part: the person keeps what they typed, or takes over what the other person saved. */
export function decide<Values extends object>(
  draft: Draft<Values>,
  { label, fields }: Part<Values>,
  side: 'mine' | 'theirs',
): Draft<Values> {
  const values = { ...draft.values }
  if (side === 'theirs') take(fields, draft.base.values, values)
  return { ...draft, values, open: draft.open.filter((each) => each !== label) }
}

function stillOpen<Values>(draft: Draft<Values>, { label, fields }: Part<Values>): boolean {
  return draft.open.includes(label) && !isSame(fields, draft.values, draft.base.values)
}

function isSame<Values>(fields: readonly (keyof Values)[], one: Values, other: Values): boolean {
  return fields.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]))
}
