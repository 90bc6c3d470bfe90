import type { Json } from '../chain/canonical-json.ts'
import type { Head } from '../chain/entry.ts'
import type { Leaf, LogEntry } from '../chain/log.ts'
import type { AnyEntry } from '../chain/verify.ts'
import type { SentEntry } from './entry.ts'

/** The key that a phone signs with, as a JWK. */
export type PublicKey = Record<string, unknown>

/**
 * An entry of a phone's log as it was signed. Its content is null where personal values are left out, or were erased: its
 * hash and signature stay. Where it was made may be gone by itself: then nobody can work out the hash any more.
 */
export type LoggedEntry = Omit<SentEntry, 'data' | 'fix' | 'at' | 'clock_offset_ms' | 'previous_hash'> & {
  previous_hash: string | null
  content: {
    at: string
    clock_offset_ms: number | null
    fix: Json
    data: Record<string, Json>
    fix_removed?: true
  } | null
}

/** A photo that a phone signed. */
export type SignedPhoto = {
  id: string
  sha256: string
  bytes: number
  media_type: string
  taken_at: string
  state: string
  original_sha256: string | null
}

/** Everything that proves what happened to one delivery: one file that is verified without any server. */
export type CustodyFile = {
  type: 'delivery_custody'
  version: 1
  exported_at: string
  workspace: { id: string; name: string }
  delivery: { id: string; number: number }
  with_personal_data: boolean
  chain: { head: Head | null; entries: AnyEntry[] }
  /** The signed root that the chain leads to, or null before the first signing. */
  signed: { log: LogEntry; leaf: Leaf; index: number; path: string[] } | null
  devices: { id: string; public_key: PublicKey; revoked_at: string | null }[]
  entries: LoggedEntry[]
  photos: SignedPhoto[]
}

/** Whether this is such a file, as far as its parts go. What is in them is for the verifier. */
export function isCustodyFile(value: unknown): value is CustodyFile {
  if (typeof value !== 'object' || value === null) return false
  const { type, version, chain, devices, entries, photos, delivery, workspace } = value as Partial<CustodyFile>
  const areLists = [devices, entries, photos, chain?.entries].every((each) => Array.isArray(each))
  return type === 'delivery_custody' && version === 1 && areLists && Boolean(delivery?.id && workspace?.id)
}
