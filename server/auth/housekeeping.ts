import { sql } from 'kysely'
import { inAuthScope, type Trx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { forgetOldTokens } from './codes/one-time-tokens.ts'
import { forgetOldSendings } from './codes/sendings.ts'
import { forgetOldGuesses } from './guesses/guesses.ts'
import { forgetOldFlows } from './sessions/flow-states.ts'
import type { SessionLimits } from './sessions/session-limits.ts'

const sweepSeconds = 600
/** How long expired rows stay, so that latecomers learn that something expired rather than that it never existed. */
const graceSeconds = 86_400
/** Used refresh tokens are kept to tell theft from a mistake. After this long they no longer help with that. */
const usedTokenSeconds = 30 * 86_400
/** An app that registered itself is forgotten if nobody has allowed it anything by then. */
const unusedAppSeconds = 30 * 86_400

/** The sign-in service's own background work: it deletes what has expired. */
export function keepHouse(deps: Deps): void {
  deps.queue.every(sweepSeconds, () =>
    inAuthScope(deps.db, (trx) => forgetWhatIsOver(trx, deps.config.auth, deps.now())),
  )
}

/** Deletes codes, flows, challenges, apps, sessions and used refresh tokens that nobody can use anymore. */
export async function forgetWhatIsOver(trx: Trx, limits: SessionLimits, now: Date): Promise<void> {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
  await forgetOldFlows(trx, now)
  await forgetOldTokens(trx, now)
  await forgetOldSendings(trx, now)
  await forgetOldGuesses(trx, now)
  for (const table of ['auth.provider_states', 'auth.challenges', 'auth.passkey_challenges'] as const) {
    await trx.deleteFrom(table).where('created_at', '<', ago(graceSeconds)).execute()
  }
  await trx.deleteFrom('auth.refresh_tokens').where('revoked_at', '<', ago(usedTokenSeconds)).execute()
  await trx
    .deleteFrom('auth.oauth_authorizations')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', ago(graceSeconds)),
        // Anybody can ask, so what nobody answered does not stay.
        eb.and([eb('grant_id', 'is', null), eb('expires_at', '<', ago(0))]),
      ]),
    )
    .execute()
  await trx.deleteFrom('auth.oauth_tokens').where('expires_at', '<', ago(graceSeconds)).execute()
  await trx
    .deleteFrom('auth.oauth_clients as c')
    .where('c.registration', '=', 'dynamic')
    .where('c.created_at', '<', ago(unusedAppSeconds))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('auth.oauth_grants as g').select('g.id').whereRef('g.client_id', '=', 'c.id'))),
    )
    .execute()
  const { sessionMaxSeconds, sessionInactivitySeconds } = limits
  if (sessionMaxSeconds) {
    await trx
      .deleteFrom('auth.sessions')
      .where('created_at', '<', ago(sessionMaxSeconds + graceSeconds))
      .execute()
  }
  if (sessionInactivitySeconds) {
    await trx
      .deleteFrom('auth.sessions')
      .where(sql<string>`coalesce(refreshed_at, created_at)`, '<', ago(sessionInactivitySeconds + graceSeconds))
      .execute()
  }
}
