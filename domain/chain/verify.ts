import type { Json } from './canonical-json.ts'
import { entryHash, type Entry, type Head } from './entry.ts'
import { oldEntryHash, type OldEntry } from './format-1.ts'
import { misfit, type Misfit } from './misfit.ts'
import { actorSeal, sealOf } from './seal.ts'

export type AnyEntry = Entry | OldEntry

/** The kind of entry that says that personal values of all entries before it were dropped; `detail.fields` names them. */
export const erasedKind = 'erased'
/** What `detail.fields` calls the personal data in entries of the old format. */
export const oldDetail = 'detail'

/** What is known besides the entries. */
export type Witnesses = {
  /** Undefined if there is none, which is a misfit in itself. */
  head: Head | undefined
  /** The head that was last signed. */
  signed?: Head | undefined
  /** The kind of the first entry: without it, what came before is missing. */
  begins?: string
  /** Values were left out on purpose: an export without personal data. */
  withheld?: boolean
}

/**
 * The first thing in a chain that does not fit, or undefined if all of it does: every entry has the hash of its content and
 * names the hash of the one before, every opened value has its seal, and the last entry is the one that the head names.
 */
export function verifyChain(all: AnyEntry[], witnesses: Witnesses): Misfit | undefined {
  const entries = inOrder(all)
  const wrong = wrongWithin(entries, witnesses.withheld ?? false) ?? wrongAtEnd(entries, witnesses)
  const isStartMissing = witnesses.begins !== undefined && entries[0]?.kind !== witnesses.begins
  return wrong ?? (isStartMissing ? misfit('start_missing', { entry: 1 }) : undefined)
}

/** Entries by their sequence. */
export function inOrder<E extends AnyEntry>(entries: E[]): E[] {
  return entries.toSorted((a, b) => a.sequence - b.sequence)
}

function wrongWithin(entries: AnyEntry[], withheld: boolean): Misfit | undefined {
  const erased = erasures(entries)
  let before: string | null = null
  for (const [index, entry] of entries.entries()) {
    const sequence = index + 1
    const isLinked = entry.sequence === sequence && entry.previous_hash === before && hasItsHash(entry)
    if (!isLinked) return whyNot(entries, index, before)
    const wrongValue = wrongSeals(entry, (field) => withheld || sequence < (erased.get(field) ?? 0))
    if (wrongValue) return wrongValue
    before = entry.hash
  }
  return undefined
}

/** For each field that was erased, the last entry that says so. */
function erasures(entries: AnyEntry[]): Map<string, number> {
  const last = new Map<string, number>()
  for (const { format, kind, detail, sequence } of entries) {
    if (format !== 2 || kind !== erasedKind || !Array.isArray(detail.fields)) continue
    for (const field of detail.fields) last.set(String(field), sequence)
  }
  return last
}

/** Whether the entry has the hash of its content; with dropped content, nobody can tell, and its links must do. */
function hasItsHash(entry: AnyEntry): boolean {
  if (entry.format === 2) return entryHash(entry) === entry.hash
  return entry.detail === null || oldEntryHash(entry) === entry.hash
}

/** Whether the entry would be right at this place. */
function fits(entry: AnyEntry, sequence: number, previous_hash: string | null): boolean {
  return entry.previous_hash === previous_hash && hasItsHash({ ...entry, sequence } as AnyEntry)
}

/** Why the entry at this index is not the one that belongs there. */
function whyNot(entries: AnyEntry[], index: number, before: string | null): Misfit {
  const entry = entries[index]!
  const sequence = index + 1
  const others = entries.filter((other) => other !== entry)
  // The one that belongs here is elsewhere: either both were moved, or this one was put in between.
  if (others.some((other) => fits(other, sequence, before))) {
    const isOwn = entries.some((_, at) => hasItsHash({ ...entry, sequence: at + 1 } as AnyEntry))
    return misfit(isOwn ? 'entry_moved' : 'entry_added', { entry: sequence })
  }
  const earlier = index < 2 ? null : entries[index - 2]!.hash
  if (index > 0 && fits(entry, index, earlier)) return misfit('entry_added', { entry: index })
  if (entry.sequence > sequence) {
    return misfit('entry_missing', { entry: sequence, count: entry.sequence - sequence })
  }
  if (entry.sequence < sequence) return misfit('entry_added', { entry: sequence })
  if (!hasItsHash(entry)) return misfit('entry_changed', { entry: sequence })
  return index === 0 ? misfit('entry_changed', { entry: 1 }) : misfit('entry_replaced', { entry: index })
}

function wrongSeals(entry: AnyEntry, mayBeGone: (field: string) => boolean): Misfit | undefined {
  const { sequence } = entry
  if (entry.format === 1) {
    const isLost = entry.detail === null && !mayBeGone(oldDetail)
    return isLost ? misfit('value_missing', { entry: sequence, fields: [oldDetail] }) : undefined
  }
  const missing: string[] = []
  const changed: string[] = Object.keys(entry.opened).filter((name) => entry.sealed[name] === undefined)
  for (const [name, seal] of Object.entries(entry.sealed)) {
    const opened = entry.opened[name]
    if (!opened && !mayBeGone(name)) missing.push(name)
    if (opened && sealOf(name, opened) !== seal) changed.push(name)
  }
  if (changed.includes(actorSeal)) return misfit('actor_changed', { entry: sequence })
  if (changed.length) return misfit('value_changed', { entry: sequence, fields: changed })
  return missing.length ? misfit('value_missing', { entry: sequence, fields: missing }) : undefined
}

function wrongAtEnd(entries: AnyEntry[], { head, signed }: Witnesses): Misfit | undefined {
  if (!entries.length) {
    const known = head ?? signed
    return misfit('history_missing', { count: known?.length ?? null, against: head ? 'head' : 'signature' })
  }
  const unsigned = signed && notAt(entries, signed, 'signature')
  if (!head) return unsigned ?? misfit('head_missing')
  const wrong = notAt(entries, head, 'head')
  // Whichever counts more entries says more about what is missing.
  if (wrong && unsigned) return signed.length > head.length ? unsigned : wrong
  if (wrong || unsigned) return wrong ?? unsigned
  return entries.length > head.length
    ? misfit('entry_added', { entry: head.length + 1, count: entries.length - head.length, against: 'head' })
    : undefined
}

function notAt(entries: AnyEntry[], { length, hash }: Head, against: Misfit['against']): Misfit | undefined {
  const count = length - entries.length
  if (count > 0) return misfit('newest_missing', { entry: entries.length + 1, count, against })
  return entries[length - 1]!.hash === hash ? undefined : misfit('entry_replaced', { entry: length, against })
}

/** What a chain says about its subject: the fields' values, without those that were dropped since. */
export function stateOf(entries: AnyEntry[]): Record<string, Json> {
  const state: Record<string, Json> = {}
  for (const entry of inOrder(entries)) {
    if (entry.format === 1) continue
    for (const name of Object.keys(entry.sealed)) delete state[name]
    for (const [name, { value }] of Object.entries(entry.opened)) state[name] = value
    Object.assign(state, entry.changes)
  }
  delete state[actorSeal]
  return state
}
