import type { Endpoint } from '#domain/api/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import type { AssuranceLevel } from '#domain/schema/account.ts'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import { isApiKey, isAppToken } from '../key-format.ts'
import { originOf, type Origin } from '../origin.ts'
import type { Caller } from './caller.ts'
import { readClaims, readToken, type TokenClaims } from './token.ts'

/** Somebody who is signed in, whatever workspaces they belong to. */
export type Person = {
  userId: string
  sessionId: string
  aal: AssuranceLevel
  hasSecondFactor: boolean
  /** When they last proved who they are in this session. */
  provenAt: Date
  origin: Origin
}

/**
 * People show an access token, never an API key. Their transaction sees the tables of the sign-in service and no
 * workspace, until the handler enters one. `Idempotency-Key` means nothing here.
 */
export function person(may: Endpoint['may']): Caller<Person> {
  return {
    async admit({ deps, request }) {
      const token = readToken(request)
      if (isApiKey(token)) throw new AppError(isAppToken(token) ? 'not_for_apps' : 'not_for_api_keys')
      const claims = await readClaims(deps.verifyToken, request)
      return {
        whose: claims.userId,
        enter: (trx) => enterPerson(trx, claims, { may, origin: originOf(request), now: deps.now() }),
      }
    },
    inTransaction: inAuthScope,
  }
}

/**
 * Says who the person is.
 * @throws AppError `session_ended`, `second_factor_required` when they have one that this session has not shown
 */
async function enterPerson(
  trx: Trx,
  { userId, sessionId }: TokenClaims,
  { may, origin, now }: { may: Endpoint['may']; origin: Origin; now: Date },
): Promise<Person> {
  const session = await trx
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.user_id')
    .select((eb) => [
      's.aal',
      's.amr',
      's.created_at',
      eb
        .exists(
          eb
            .selectFrom('auth.factors as f')
            .select('f.id')
            .whereRef('f.user_id', '=', 'u.id')
            .where('f.status', '=', 'verified'),
        )
        .as('hasSecondFactor'),
    ])
    .where('s.id', '=', sessionId)
    .where('s.user_id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('u.banned_until', 'is', null), eb('u.banned_until', '<', now.toISOString())]))
    .executeTakeFirst()
  if (!session) throw new AppError('session_ended')
  const { aal } = session
  const hasSecondFactor = Boolean(session.hasSecondFactor)
  if (may === 'fully_signed_in' && hasSecondFactor && aal !== 'aal2') {
    throw new AppError('second_factor_required', { has_second_factor: true })
  }
  return { userId, sessionId, aal, hasSecondFactor, provenAt: provenAt(session), origin }
}

/** Whether somebody proved who they are recently enough for what would be hard to take back. */
export function isRecent(provenAt: Date, now: Date, freshSeconds: number): boolean {
  return now.getTime() - provenAt.getTime() <= freshSeconds * 1000
}

/** When the person last proved in a session who they are: with a password, a code, a passkey or a second factor. */
export function provenAt({ created_at, amr }: { created_at: string; amr: { timestamp: number }[] }): Date {
  return new Date(Math.max(Date.parse(created_at), ...amr.map(({ timestamp }) => timestamp * 1000)))
}
