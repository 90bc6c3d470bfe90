import { AppError } from '#domain/errors.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { deviceName } from '../sessions/devices.ts'
import { openSession } from '../sessions/open-session.ts'
import { endSessions, toSessionReply } from '../sessions/sessions.ts'
import { insertUser } from './add-account.ts'
import { setAddress } from './set-address.ts'
import { findByPhone } from './users.ts'

/** Marks accounts that codes on a dispatcher's screen open. `opened_by_code` in the database knows it too. */
const provider = 'driver_code'

type NewDriver = { name: string; phone: string | null; workspaceId: string; origin: Origin }

/** Accounts of drivers without a password, which the product makes for people whom a dispatcher knows. */
export function driverAccounts(deps: Deps) {
  return {
    /** Makes an account, with the number that has just got a text, if there was one. */
    async addDriver(trx: Trx, { name, phone, workspaceId, origin }: NewDriver): Promise<string> {
      const now = deps.now()
      const number = phone?.replace('+', '') ?? null
      // Its owner signs in. A text that somebody else may have read must not open what they have.
      if (number && (await findByPhone(trx, number))) throw new AppError('invitation_needs_account')
      const made = number ? 'phone' : provider
      const user = await insertUser(trx, {
        appMetadata: { provider: made, providers: [made], workspace_id: workspaceId },
        userMetadata: { full_name: name },
        last_sign_in_at: now,
        now,
      })
      if (number) await setAddress(trx, { userId: user.id, kind: 'phone', address: number, now })
      await audit(trx, { action: 'user_signedup', userId: user.id, origin, detail: { provider: made }, now })
      return user.id
    },

    /** Signs a phone in, and an earlier one out: whoever needs a new code has usually lost it. */
    async open(trx: Trx, userId: string, origin: Origin) {
      await endSessions(trx, userId, null, 'global')
      const now = deps.now()
      const opened = await openSession(trx, deps, userId, { method: 'otp', origin, now, logged: { method: provider } })
      const { access_token, refresh_token, expires_in } = toSessionReply(deps, opened)
      return { session: { access_token, refresh_token, expires_in }, device: deviceName(origin.userAgent) }
    },
  }
}
