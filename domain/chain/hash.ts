import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, type Json } from './canonical-json.ts'

/**
 * The SHA-256 of a value in canonical JSON, in hexadecimal. The purpose comes first, so that a hash made for one thing
 * never passes for another.
 */
export function hashOf(purpose: string, value: Json): string {
  return sha256Of(`${purpose}\n${canonicalJson(value)}`)
}

/** The SHA-256 of a text, in hexadecimal. */
export function sha256Of(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
