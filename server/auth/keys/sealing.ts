import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts secrets that must be read again later, such as a shop's keys. */
export type Sealer = {
  /** `context` says which column of which row the secret belongs to. It can only be opened with the same context. */
  seal(secret: string, context: string): Buffer
  /** @throws if the bytes were changed, or were sealed for another context or with another key */
  open(sealed: Buffer, context: string): string
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** The first byte of a sealed secret. Secrets of version 1 do not say which key sealed them: it was key 1. */
const withoutKeyId = 1
const withKeyId = 2
const keyIdBytes = 2

/** AES-256-GCM with keys of 32 bytes, by id. The one with the highest id seals: version, key id, nonce, tag, text. */
export function sealerWith(keys: Map<number, Buffer>): Sealer {
  const current = Math.max(...keys.keys())
  const head = Buffer.from([withKeyId, current >> 8, current & 0xff])

  function keyOf(sealed: Buffer): { key: Buffer; rest: Buffer } {
    const headBytes = sealed[0] === withKeyId ? 1 + keyIdBytes : 1
    const isSealed = sealed[0] === withKeyId || sealed[0] === withoutKeyId
    if (!isSealed || sealed.length < headBytes + ivBytes + tagBytes) throw new Error('Not a sealed secret')
    const id = sealed[0] === withKeyId ? sealed.readUInt16BE(1) : 1
    const key = keys.get(id)
    if (!key) throw new Error(`Sealed with key ${id}, which does not exist`)
    return { key, rest: sealed.subarray(headBytes) }
  }

  return {
    seal: (secret, context) => Buffer.concat([head, encrypt(keys.get(current)!, Buffer.from(secret), context)]),
    open(sealed, context) {
      const { key, rest } = keyOf(sealed)
      return decrypt(key, rest, context).toString('utf8')
    },
  }
}

/** Nonce, tag, text. */
export function encrypt(key: Buffer, text: Buffer, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/** @throws if anything differs from when it was encrypted */
export function decrypt(key: Buffer, bytes: Buffer, context: string): Buffer {
  const textAt = ivBytes + tagBytes
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(ivBytes, textAt))
  return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()])
}
