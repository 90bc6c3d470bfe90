import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { inAuthScope, type Db } from '../../db/connect.ts'

/** Encrypts secrets that must be read again later, such as a shop's keys. */
export type Sealer = {
  /** `context` says what the secret belongs to. It can only be opened with the same context. */
  seal(secret: string, context: string): Buffer
  /** @throws if the bytes were changed, or were sealed for another context or with another key */
  open(sealed: Buffer, context: string): string
}

const algorithm = 'aes-256-gcm'
/** The first byte of a sealed secret, so that we can change the format one day. */
const version = 1
const ivBytes = 12
const tagBytes = 16

/** Loads the key, and makes one if there is none. Two servers that start at the same time agree on one. */
export async function openSealer(db: Db): Promise<Sealer> {
  const { key } = await inAuthScope(db, async (trx) => {
    await trx
      .insertInto('auth.sealing_keys')
      .values({ key: randomBytes(32) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    return trx.selectFrom('auth.sealing_keys').select('key').executeTakeFirstOrThrow()
  })
  return sealerWith(key)
}

/** AES-256-GCM with a key of 32 bytes: version, nonce, tag, text. */
export function sealerWith(key: Buffer): Sealer {
  return {
    seal(secret, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), text])
    },
    open(sealed, context) {
      if (sealed[0] !== version || sealed.length < 1 + ivBytes + tagBytes) throw new Error('Not a sealed secret')
      const tagAt = 1 + ivBytes
      const textAt = tagAt + tagBytes
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(1, tagAt), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(tagAt, textAt))
      return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8')
    },
  }
}
