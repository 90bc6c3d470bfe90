import type { Json } from './canonical-json.ts'
import { hashOf, type Digest } from './hash.ts'

/*
 * An entry of a chain: what happened to one subject, once. Each carries the hash of the one before, so that a change to
 * any of them shows in all that follow (Haber and Stornetta, "How to time-stamp a digital document", 1991). The chains of
 * deliveries are the first; any other subject has the same entries.
 */

/** What is covered by an entry's hash: all of it. */
export type EntryContent = {
  format: 2
  workspace_id: string
  /** What kind of thing the chain is about, such as `delivery`. */
  subject: string
  subject_id: string
  /** The first entry has 1. */
  sequence: number
  kind: string
  at: string
  /** The fields that changed, with their new values. */
  changes: Record<string, Json>
  /** Personal fields that changed, and who did it, as salted hashes: see `seal.ts`. */
  sealed: Record<string, string>
  /** What else is to be known. */
  detail: Record<string, Json>
  previous_hash: string | null
}

/** A value and the salt it was sealed with. Both are kept beside the chain, and can be dropped. */
export type Opened = { salt: string; value: Json }

/** An entry as it is kept: its content, its hash, and what its seals hide, as long as that was not dropped. */
export type Entry = EntryContent & { hash: string; opened: Record<string, Opened> }

const purpose = 'karta chain entry 2'

export function entryHash(entry: EntryContent, digest?: Digest): string {
  const { format, workspace_id, subject, subject_id, sequence, kind, at, changes, sealed, detail, previous_hash } =
    entry
  const covered = {
    format,
    workspace_id,
    subject,
    subject_id,
    sequence,
    kind,
    at,
    changes,
    sealed,
    detail,
    previous_hash,
  }
  return hashOf(purpose, covered, digest)
}

/** Where a chain ends: how many entries it has, and the hash of the last one. */
export type Head = { length: number; hash: string }
