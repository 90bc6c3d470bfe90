import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/** A delivery, and how often its links were withdrawn. */
export type Tracked = { id: string; tracking_generation: number }

const idBytes = 16
const macBytes = 12

/**
 * The token of a delivery's tracking page: its id, and the first 12 bytes of an HMAC of id and generation, as 38 characters
 * of base64url. It is the same each time, so nobody has to store it, and 2^96 guesses away for whoever knows the id.
 */
export function trackingToken(secret: Buffer, { id, tracking_generation }: Tracked): string {
  const bytes = bytesOf(id)
  return Buffer.concat([bytes, macOf(secret, bytes, tracking_generation)]).toString('base64url')
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

function macOf(secret: Buffer, id: Buffer, generation: number): Buffer {
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(generation)
  return createHmac('sha256', secret).update(id).update(counted).digest().subarray(0, macBytes)
}

/** A token as somebody showed it. */
export type ShownToken = {
  /** The delivery that it names. Of a text that is no token, one that nobody has. */
  id: string
  /** Whether it is that delivery's, of this generation. It takes the same time for every text. */
  isOf: (secret: Buffer, generation: number) => boolean
}

/** Whether a text looks like the token of a tracking page. Whether it is one, only its delivery tells. */
export const isTrackingToken = (text: string): boolean => /^[\w-]{38}$/.test(text)

export function readTrackingToken(shown: string): ShownToken {
  const isWritten = isTrackingToken(shown)
  const bytes = isWritten
    ? Buffer.from(shown, 'base64url')
    : Buffer.concat([bytesOf(randomUUID()), Buffer.alloc(macBytes)])
  const id = bytes.subarray(0, idBytes)
  const mac = bytes.subarray(idBytes)
  return {
    id: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    isOf: (secret, generation) => timingSafeEqual(macOf(secret, id, generation), mac) && isWritten,
  }
}
