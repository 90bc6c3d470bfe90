import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson, type Json } from '#domain/chain/canonical-json.ts'
import type { Actor } from '../http/callers/actor.ts'
import { Refused } from './api.ts'

/** How long somebody may think about it. */
const goodForSeconds = 15 * 60

/**
 * What an agent has to show before it does something that is hard to take back: it gets it along with what would happen,
 * for exactly this, for one caller and for a while. Nothing is stored.
 */
export type Confirmations = {
  /** @param version of the record that was looked at */
  make(what: string, input: object, version: number): string
  /** The version that the person agreed about. @throws Refused */
  take(what: string, input: object, shown: string): number
}

export function confirmationsFor({ userId, workspaceId }: Actor, secret: string, now: () => Date): Confirmations {
  const sign = (what: string, input: object, expiresAt: number, version: number) =>
    createHmac('sha256', secret)
      .update(`agent ${canonicalJson([what, userId, workspaceId, input, expiresAt, version] as Json)}`)
      .digest('base64url')
  return {
    make(what, input, version) {
      const expiresAt = Math.floor(now().getTime() / 1000) + goodForSeconds
      return `${expiresAt.toString(36)}.${version}.${sign(what, plain(input), expiresAt, version)}`
    },
    take(what, input, shown) {
      const [expiry = '', version = '', signature = ''] = shown.split('.')
      const expiresAt = Number.parseInt(expiry, 36)
      const expected = Buffer.from(sign(what, plain(input), expiresAt, Number(version)))
      const given = Buffer.from(signature)
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
        throw new Refused(
          'confirm_wrong',
          'That `confirm` is for something else. Call the tool without it, and ask the person again.',
        )
      }
      if (expiresAt * 1000 <= now().getTime()) {
        throw new Refused(
          'confirm_expired',
          'That `confirm` has expired. Call the tool without it, and ask the person again.',
        )
      }
      return Number(version)
    },
  }
}

/** The input without what confirms it, and without what is not there. */
function plain(input: object): Record<string, Json> {
  const { confirm: _, ...rest } = JSON.parse(JSON.stringify(input)) as Record<string, Json>
  return rest
}
