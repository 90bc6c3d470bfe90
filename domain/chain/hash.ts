import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, type Json } from './canonical-json.ts'

/** Makes the SHA-256 of a text, in hexadecimal. Servers have one that is faster than `sha256Of`. */
export type Digest = (text: string) => string

/**
 * The SHA-256 of a value in canonical JSON, in hexadecimal. The purpose comes first, so that a hash made for one thing
 * never passes for another.
 */
export function hashOf(purpose: string, value: Json, digest: Digest = sha256Of): string {
  return digest(`${purpose}\n${canonicalJson(value)}`)
}

/** The SHA-256 of a text, in hexadecimal. */
export function sha256Of(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
