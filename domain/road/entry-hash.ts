import type { Json } from '../chain/canonical-json.ts'
import { hashOf, type Digest } from '../chain/hash.ts'
import type { SentEntry } from './entry.ts'

const purpose = 'karta road entry 1'

/** SHA-256 of all of an entry but its hash and signature, as hex. */
export function roadEntryHash(entry: Omit<SentEntry, 'hash' | 'signature'>, digest?: Digest): string {
  const { format, id, device_id, sequence, kind, at, clock_offset_ms, fix, data, previous_hash } = entry
  const covered = { format, id, device_id, sequence, kind, at, clock_offset_ms, fix, data, previous_hash }
  return hashOf(purpose, covered as unknown as Record<string, Json>, digest)
}
