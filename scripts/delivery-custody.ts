import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isCustodyFile, type CustodyFile } from '#domain/road/custody-file.ts'
import { verifyCustody, type Finding, type GivenFile, type VerifyDevice } from '#domain/road/verify-custody.ts'
import type { VerifySignature } from '#domain/chain/verify-export.ts'

const verifyDevice: VerifyDevice = async (jwk, hash, signature) => {
  try {
    const key = createPublicKey({ key: jwk as never, format: 'jwk' })
    const signed = Buffer.from(signature, 'base64url')
    return verify('sha256', Buffer.from(hash, 'hex'), { key, dsaEncoding: 'ieee-p1363' }, signed)
  } catch {
    return false
  }
}

/** The SHA-256 of each file in a folder. */
async function filesIn(folder: string): Promise<GivenFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ name }) => {
        const hash = createHash('sha256')
        for await (const piece of createReadStream(join(folder, name))) hash.update(piece as Buffer)
        return { name, sha256: hash.digest('hex') }
      }),
  )
}

/** A text as a delivery's custody file, if it is one. */
export function readCustodyFile(text: string): CustodyFile | undefined {
  if (!text.startsWith('{"type":"delivery_custody"')) return undefined
  const file: unknown = JSON.parse(text)
  return isCustodyFile(file) ? file : undefined
}

/** Verifies a delivery's file, with the photos in a folder if there is one. */
export async function verifyDeliveryFile(
  file: CustodyFile,
  verifySignature: VerifySignature,
  photos: string | undefined,
): Promise<Finding[]> {
  return verifyCustody(file, { verifySignature, verifyDevice }, photos ? await filesIn(photos) : [])
}
