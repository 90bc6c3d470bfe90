import { readFileSync } from 'node:fs'
import { calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose'
import type { VerifySignature } from '#domain/chain/verify-export.ts'

/** Checks signatures of one type, such as those under exports of the audit log. */
export function signaturesOf(type: string): VerifySignature {
  return async (jws, publicKey) => {
    try {
      const { payload, protectedHeader } = await compactVerify(jws, await importJWK(publicKey as JWK))
      if (protectedHeader.typ !== type || protectedHeader.kid !== publicKey.kid) return undefined
      return JSON.parse(new TextDecoder().decode(payload)) as unknown
    } catch {
      return undefined
    }
  }
}

/** Whether a key is among those in a file, as `/auth/v1/.well-known/jwks.json` gives them. */
export async function isKeyIn(file: string, publicKey: object): Promise<boolean> {
  const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { keys: JWK[] }
  const known = await Promise.all(keys.map((each) => calculateJwkThumbprint(each)))
  return known.includes(await calculateJwkThumbprint(publicKey as JWK))
}
