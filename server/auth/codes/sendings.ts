import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { TooSoonError } from '../protocol/errors.ts'
import { isMailAddress } from './one-time-tokens.ts'

type SendingDeps = Pick<Deps, 'config' | 'keys' | 'now'>

/** Pauses are counted separately for each of these. */
export type SendingKind =
  | 'sign_in'
  | 'recovery'
  | 'email_change'
  | 'phone_change'
  | 'reauthentication'
  | 'invite'
  | 'factor'
  /** A warning of guesses. */
  | 'guesses'

const quotaSeconds = 3600
const keptSeconds = 86_400

const hashOf = (secret: string, address: string) =>
  createHmac('sha256', secret).update(`sending to ${address}`).digest()

/**
 * Notes that somebody asked to send something of `kind` to `address`. Addresses without an account (`isReal` false) are
 * treated like all others, so that a refusal reveals nothing.
 * @throws TooSoonError `over_email_send_rate_limit`, `over_sms_send_rate_limit` when too soon, or too much was sent already
 */
export async function noteSending(
  trx: Trx,
  { config, keys, now }: SendingDeps,
  { address, kind, isReal = true }: { address: string; kind: SendingKind; isReal?: boolean },
): Promise<void> {
  const addressHash = hashOf(keys.secretKey, address)
  const channel = isMailAddress(address) ? 'mail' : 'sms'
  const code = channel === 'mail' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit'
  // Of two simultaneous requests for one address, the second one waits and then comes too soon.
  await sql`select pg_advisory_xact_lock(hashtextextended(${addressHash.toString('hex')}, 0))`.execute(trx)
  const at = now()
  const last = await trx
    .selectFrom('auth.sendings')
    .select('at')
    .where('address_hash', '=', addressHash)
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const waitMs = last ? new Date(last.at).getTime() + config.auth.mailMinGapSeconds * 1000 - at.getTime() : 0
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000)
    throw new TooSoonError(seconds, `For security purposes, you can only request this after ${seconds} seconds.`, {
      code,
    })
  }
  const limit = config.limits[channel === 'mail' ? 'mails' : 'sms']
  const waitSeconds = await waitForRoom(trx, { channel, limit, now: at })
  if (waitSeconds > 0) throw new TooSoonError(waitSeconds, undefined, { code })
  await trx
    .insertInto('auth.sendings')
    .values({ address_hash: addressHash, kind, channel: isReal ? channel : null, at })
    .execute()
}

/** The seconds until fewer than `limit` were sent in the last hour; 0 if that is so now. */
async function waitForRoom(
  trx: Trx,
  { channel, limit, now }: { channel: 'mail' | 'sms'; limit: number; now: Date },
): Promise<number> {
  const last = await trx
    .selectFrom('auth.sendings')
    .select('at')
    .where('channel', '=', channel)
    .where('at', '>', new Date(now.getTime() - quotaSeconds * 1000).toISOString())
    .orderBy('at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  return last ? new Date(last.at).getTime() / 1000 + quotaSeconds - now.getTime() / 1000 : 0
}

/** Whether nothing of this kind was noted for the address in a day; then notes it. It counts toward no limit. */
export async function isFirstToday(
  trx: Trx,
  { keys, now }: Pick<Deps, 'keys' | 'now'>,
  { address, kind }: { address: string; kind: SendingKind },
): Promise<boolean> {
  const [address_hash, at] = [hashOf(keys.secretKey, address), now()]
  const earlier = await trx
    .selectFrom('auth.sendings')
    .select('id')
    .where('address_hash', '=', address_hash)
    .where('kind', '=', kind)
    .where('at', '>', new Date(at.getTime() - keptSeconds * 1000).toISOString())
    .executeTakeFirst()
  if (earlier) return false
  await trx.insertInto('auth.sendings').values({ address_hash, kind, channel: null, at }).execute()
  return true
}

/** Ends the pauses for an address whose owner has just proven that they read what is sent there. */
export async function endPauses(trx: Trx, { keys }: Pick<Deps, 'keys'>, address: string): Promise<void> {
  await trx
    .updateTable('auth.sendings')
    .set({ kind: 'read' })
    .where('address_hash', '=', hashOf(keys.secretKey, address))
    .where('kind', '!=', 'guesses')
    .execute()
}

/** Deletes entries that no longer count toward any limit. */
export async function forgetOldSendings(trx: Trx, now: Date): Promise<void> {
  await trx
    .deleteFrom('auth.sendings')
    .where('at', '<', new Date(now.getTime() - keptSeconds * 1000).toISOString())
    .execute()
}
