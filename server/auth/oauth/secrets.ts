import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes, refresh tokens and secrets of apps: only their hashes are stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const isHashOf = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashOf(secret), hash)
