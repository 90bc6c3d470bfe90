import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Json } from './canonical-json.ts'

/**
 * An entry of Karta 0.1.0. Its hash covers neither the actor's id nor the delivery's fields, and personal data is in its
 * detail. It is verified by the rule it was written with, and never written any more.
 */
export type OldEntry = {
  format: 1
  subject_id: string
  sequence: number
  kind: string
  at: string
  actor_name: string
  /** Null if it was dropped, or is not shown: then only the links to this entry can be checked. */
  detail: Record<string, Json> | null
  previous_hash: string | null
  hash: string
}

export function oldEntryHash({ subject_id, kind, at, actor_name, detail, previous_hash }: OldEntry): string {
  const content = sortedJson({ delivery_id: subject_id, kind, at, actor_name, detail })
  return bytesToHex(sha256(utf8ToBytes(`${previous_hash ?? ''}${content}`)))
}

/** What was thought canonical then. Members that look like numbers come first, whatever the order. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
