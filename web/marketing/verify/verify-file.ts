import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64url, compactVerify, importJWK, type JWK } from 'jose'
import { signatureType } from '#domain/chain/log.ts'
import type { VerifySignature } from '#domain/chain/verify-export.ts'
import { isCustodyFile, type CustodyFile } from '#domain/road/custody-file.ts'
import { verifyCustody, type Finding, type GivenFile, type VerifyDevice } from '#domain/road/verify-custody.ts'

const verifySignature: VerifySignature = async (jws, publicKey) => {
  try {
    const { payload, protectedHeader } = await compactVerify(jws, await importJWK(publicKey as JWK))
    if (protectedHeader.typ !== signatureType || protectedHeader.kid !== publicKey.kid) return undefined
    return JSON.parse(new TextDecoder().decode(payload)) as unknown
  } catch {
    return undefined
  }
}

const verifyDevice: VerifyDevice = async (jwk, hash, signature) => {
  try {
    const { kty, crv, x, y } = jwk as JsonWebKey
    const curve = { name: 'ECDSA', namedCurve: 'P-256' }
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, ['verify'])
    const bytes = new Uint8Array(base64url.decode(signature))
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes, new Uint8Array(hexToBytes(hash)))
  } catch {
    return false
  }
}

/** A file of somebody's, with its SHA-256. */
export async function hashed(file: File): Promise<GivenFile> {
  return { name: file.name, sha256: bytesToHex(sha256(new Uint8Array(await file.arrayBuffer()))) }
}

/** A file as a delivery's custody file. Undefined if it is something else. */
export async function readCustody(file: File): Promise<CustodyFile | undefined> {
  try {
    const value: unknown = JSON.parse(await file.text())
    return isCustodyFile(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What was found. A file that is broken in itself is one finding. */
export async function findingsOf(file: CustodyFile, photos: GivenFile[]): Promise<Finding[]> {
  try {
    return await verifyCustody(file, { verifySignature, verifyDevice }, photos)
  } catch {
    return [{ of: 'The file', is: 'wrong', say: 'A part of it is not what it has to be, so it cannot be read.' }]
  }
}
