import type { FastifyRequest } from 'fastify'
import { TooSoonError, toAuthError, type AuthCode } from '../protocol/errors.ts'
import { callLimiter } from '../protocol/rate-limit.ts'
import type { AuthSettings } from '../settings.ts'

/** What a refresh answers that comes with no token of a session. */
const strangers: AuthCode[] = ['refresh_token_not_found', 'validation_failed', 'bad_json', 'request_entity_too_large']

/**
 * Refreshes have limits of their own. People behind one address share nothing, so each session counts for itself. What
 * belongs to no session counts for its address.
 */
export function refreshLimits({ refresh, token }: AuthSettings['rateLimits'], now: () => Date) {
  const ofSession = callLimiter(refresh)
  const ofAddress = callLimiter(token)
  return {
    /**
     * Counts a refresh. Too many are temporary trouble: the client considers any 4xx the end of its session.
     * @throws TooSoonError with status 503
     */
    countSession(sessionId: string): void {
      const waitSeconds = ofSession(sessionId, now())
      if (waitSeconds > 0) throw new TooSoonError(waitSeconds, undefined, { status: 503 })
    },
    /**
     * Counts a refresh that was refused, if it was a stranger's. Nobody is signed out by the 429, since there is no session.
     * @throws TooSoonError
     */
    countRefusal(error: unknown, request: FastifyRequest): void {
      if (!strangers.includes(toAuthError(error).code)) return
      const waitSeconds = ofAddress(request.ip, now())
      if (waitSeconds > 0) throw new TooSoonError(waitSeconds)
    },
  }
}

export type RefreshLimits = ReturnType<typeof refreshLimits>

export const isRefresh = (request: FastifyRequest) =>
  (request.query as { grant_type?: unknown }).grant_type === 'refresh_token'
