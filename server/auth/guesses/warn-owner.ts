import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { findById } from '../accounts/users.ts'
import { isFirstToday } from '../codes/sendings.ts'
import { sendNotice } from '../mails/send.ts'
import { deviceName } from '../sessions/devices.ts'

/** Tells the owner by mail, once a day at most, that somebody keeps trying passwords. */
export async function warnOwner(
  trx: Trx,
  deps: Deps,
  userId: string,
  { failures, origin }: { failures: number; origin: Origin },
): Promise<void> {
  const user = await findById(trx, userId)
  if (!user?.email || !(await isFirstToday(trx, deps, { address: user.email, kind: 'guesses' }))) return
  const values = {
    Failures: String(failures),
    Device: deviceName(origin.userAgent),
    IpAddress: origin.ip ?? 'unknown',
  }
  await sendNotice(trx, deps, 'wrong-passwords', { user, values })
}
