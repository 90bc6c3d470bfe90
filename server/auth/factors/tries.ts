import type { Trx } from '../../db/connect.ts'
import { TooSoonError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'

const triesBeforePause = 10
const firstPauseSeconds = 300
const longestPauseSeconds = 3600

/**
 * Refuses while a factor is locked after too many wrong codes, whether this one is right or not.
 * @throws TooSoonError `over_request_rate_limit`, or `mfa_recovery_codes_locked`
 */
export function checkNotLocked({ factor_type, locked_until }: FactorRow, now: Date): void {
  const seconds = locked_until ? Math.ceil((new Date(locked_until).getTime() - now.getTime()) / 1000) : 0
  if (seconds <= 0) return
  const say = `Too many wrong codes, please retry after ${seconds} seconds.`
  const code = factor_type === 'recovery_code' ? 'mfa_recovery_codes_locked' : 'over_request_rate_limit'
  throw new TooSoonError(seconds, say, { code })
}

/**
 * Counts a wrong code. After every ten in a row the factor is locked: for 5 minutes, then twice as long each time, at most
 * an hour.
 */
export async function countWrongTry(trx: Trx, { id, wrong_tries }: FactorRow, now: Date): Promise<void> {
  const tries = wrong_tries + 1
  const pauses = Math.floor(tries / triesBeforePause)
  const seconds = Math.min(firstPauseSeconds * 2 ** (pauses - 1), longestPauseSeconds)
  await trx
    .updateTable('auth.factors')
    .set({
      wrong_tries: tries,
      ...(tries % triesBeforePause === 0 && { locked_until: new Date(now.getTime() + seconds * 1000) }),
    })
    .where('id', '=', id)
    .execute()
}
