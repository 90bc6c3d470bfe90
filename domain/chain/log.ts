import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from './canonical-json.ts'
import { hashOf } from './hash.ts'
import { growTree, leafHash } from './merkle.ts'

/*
 * The signed log of a workspace: one entry a day, over the heads of all its chains. It is a chain itself, so the newest
 * signature vouches for every entry before it. Whoever kept an entry can prove later what was there on that day, as with
 * the signed tree heads of Certificate Transparency (RFC 6962, section 3.5).
 */

/** The head of one chain, as a leaf of the tree. */
export type Leaf = { subject: string; subject_id: string; length: number; hash: string }

export type LogContent = {
  workspace_id: string
  /** The first entry has 1. */
  number: number
  /** The day on which it was signed, in UTC. */
  day: string
  at: string
  /** How many chains there were. */
  chains: number
  /** The Merkle root over their heads, by subject and id. */
  root: string
  previous_hash: string | null
}

/** `signature` is a JWS in its compact form (RFC 7515) over the content and the hash; `public_key` is a JWK. */
export type LogEntry = LogContent & { hash: string; signature: string; public_key: Record<string, unknown> }

/** The type in the signature's header, so that it never passes for a token (RFC 8725, section 3.11). */
export const signatureType = 'karta-custody+jwt'

export function logHash({ workspace_id, number, day, at, chains, root, previous_hash }: LogContent): string {
  return hashOf('karta custody log 1', { workspace_id, number, day, at, chains, root, previous_hash })
}

/** What is signed. */
export function signedContent(content: LogContent & { hash: string }): Record<string, string | number | null> {
  const { workspace_id, number, day, at, chains, root, previous_hash, hash } = content
  return { workspace_id, number, day, at, chains, root, previous_hash, hash }
}

export function leafHashOf({ subject, subject_id, length, hash }: Leaf): Uint8Array {
  return leafHash(utf8ToBytes(canonicalJson({ subject, subject_id, length, hash })))
}

/** Grows the root over leaves that come by subject and id. */
export function growRoot() {
  const tree = growTree()
  return {
    add: (leaf: Leaf) => tree.add(leafHashOf(leaf)),
    root: () => bytesToHex(tree.root()),
    chains: () => tree.size,
  }
}
