import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../http/limiters.ts'
import type { Origin } from '../../http/origin.ts'
import { deviceHash, deviceLabel } from '../sessions/devices.ts'
import { pauseAfter } from './pause.ts'

/*
 * Wrong passwords and codes are counted per address that was asked for, wherever they come from and whether or not it has
 * an account. All callers share that count, and replies follow it alone, so they reveal nothing.
 *
 * A device that has signed in before has a second count of its own. While the shared one pauses, the right password from
 * there still signs in, so nobody can lock the owner out.
 */

/** A count is forgotten this long after its last wrong try. */
const keptSeconds = 86_400

/** The shared count, and that of this device at this very network, which only matters if the account knows the device. */
type Lanes = { shared: Buffer; own: Buffer }

/** What is guessed: the password or a code of an address, or what confirms a change, by the person's id. */
type Guessed = { kind: 'password' | 'code' | 'confirmation'; of: string }

/** How things stand for a try. The waits are in seconds. */
export type Standing = { lanes: Lanes; isKnown: boolean; sharedWait: number; ownWait: number }

type GuessDeps = Pick<Deps, 'config' | 'now'>

export function lanesOf({ keys }: Pick<Deps, 'keys'>, { kind, of }: Guessed, origin: Origin): Lanes {
  const hash = (text: string) => createHmac('sha256', keys.secretKey).update(`guesses ${kind} ${text}`).digest()
  const device = `${deviceLabel(origin)} ${origin.ip ? networkOf(origin.ip) : ''}`
  return { shared: hash(of), own: hash(`${of} from ${device}`) }
}

/** Whether this try may be looked at. */
export const mayTry = ({ isKnown, sharedWait, ownWait }: Standing) => sharedWait <= 0 || (isKnown && ownWait <= 0)

/**
 * How things stand with somebody's code or confirmation. Of simultaneous tries, the next one waits until `trx` has ended,
 * so that all of them count. `userId` is undefined if the address has no account.
 */
export async function readStanding(
  trx: Trx,
  deps: Pick<Deps, 'keys' | 'now'>,
  { guessed, userId, origin }: { guessed: Guessed; userId: string | undefined; origin: Origin },
): Promise<Standing> {
  const lanes = lanesOf(deps, guessed, origin)
  await sql`select pg_advisory_xact_lock(hashtextextended(${lanes.shared.toString('hex')}, 0))`.execute(trx)
  const rows = await trx
    .selectFrom('auth.guesses')
    .select(['lane', 'blocked_until'])
    .where('lane', 'in', [lanes.shared, lanes.own])
    .execute()
  const waitOf = (lane: Buffer) => waitUntil(rows.find((row) => row.lane.equals(lane))?.blocked_until, deps.now())
  const device =
    userId &&
    (await trx
      .selectFrom('auth.devices')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('device_hash', '=', deviceHash(userId, origin))
      .executeTakeFirst())
  return { lanes, isKnown: Boolean(device), sharedWait: waitOf(lanes.shared), ownWait: waitOf(lanes.own) }
}

/** The seconds until then; 0 if it is over. */
export const waitUntil = (until: string | null | undefined, now: Date) =>
  until ? Math.max(0, (new Date(until).getTime() - now.getTime()) / 1000) : 0

/**
 * Counts a wrong try. While the shared count pauses, only the device's own goes on, or a longer pause would tell that
 * somebody looked. Returns the larger count.
 */
export async function countWrong(trx: Trx, deps: GuessDeps, { lanes, isKnown, sharedWait }: Standing): Promise<number> {
  const counted = [...(sharedWait > 0 ? [] : [lanes.shared]), ...(isKnown ? [lanes.own] : [])]
  const failures = []
  for (const lane of counted) failures.push(await count(trx, deps, lane))
  return Math.max(0, ...failures)
}

async function count(trx: Trx, { config, now }: GuessDeps, lane: Buffer): Promise<number> {
  const at = now()
  const old = new Date(at.getTime() - keptSeconds * 1000).toISOString()
  const { failures } = await trx
    .insertInto('auth.guesses')
    .values({ lane, failures: 1, failed_at: at, blocked_until: null })
    .onConflict((conflict) =>
      conflict.column('lane').doUpdateSet({
        failures: sql`case when guesses.failed_at < ${old} then 1 else guesses.failures + 1 end`,
        failed_at: at,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  const pauseSeconds = pauseAfter(failures, config.auth.freeTries)
  if (pauseSeconds > 0) {
    const blocked_until = new Date(at.getTime() + pauseSeconds * 1000)
    await trx.updateTable('auth.guesses').set({ blocked_until }).where('lane', '=', lane).execute()
  }
  return failures
}

/** Where a right try is forgiven: somebody else's wrong tries still count against everybody else. */
export const forgivenLane = ({ lanes, isKnown }: Standing) => (isKnown ? lanes.own : lanes.shared)

/** Forgets the wrong tries before a right one. */
export async function forgive(trx: Trx, standing: Standing): Promise<void> {
  await trx.deleteFrom('auth.guesses').where('lane', '=', forgivenLane(standing)).execute()
}

/** Deletes counts that have been forgotten. */
export async function forgetOldGuesses(trx: Trx, now: Date): Promise<void> {
  await trx
    .deleteFrom('auth.guesses')
    .where('failed_at', '<', new Date(now.getTime() - keptSeconds * 1000).toISOString())
    .execute()
}
