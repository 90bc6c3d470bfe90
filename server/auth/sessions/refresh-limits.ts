import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limiter } from '../../http/rate-limit.ts'
import { TooSoonError, toAuthError, type AuthCode } from '../protocol/errors.ts'

/** What a refresh answers that comes with no token of a session. */
const strangers: AuthCode[] = ['refresh_token_not_found', 'validation_failed', 'bad_json', 'request_entity_too_large']

/**
 * Refreshes have limits of their own. People behind one address share nothing, so each session counts for itself. What
 * belongs to no session counts for its address.
 */
export function refreshLimits(limiter: Limiter) {
  return {
    /**
     * Counts a refresh before it is read, apart from all other calls and with the limit of all calls, so that made-up
     * tokens do not keep the database busy.
     * @throws TooSoonError with status 503
     */
    async countArrival(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      await limiter.count('api', request, reply, 'refresh').catch((error: unknown) => {
        throw new TooSoonError((toAuthError(error) as TooSoonError).waitSeconds, undefined, { status: 503 })
      })
    },
    /**
     * Counts a refresh. Too many are temporary trouble: the client considers any 4xx the end of its session.
     * @throws TooSoonError with status 503
     */
    countSession(sessionId: string, reply: FastifyReply): void {
      const waitSeconds = limiter.countRefresh(sessionId, reply)
      if (waitSeconds > 0) throw new TooSoonError(waitSeconds, undefined, { status: 503 })
    },
    /**
     * Counts a refresh that was refused, if it was a stranger's. Nobody is signed out by the 429, since there is no session.
     * @throws AppError `rate_limited`
     */
    async countRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (strangers.includes(toAuthError(error).code)) await limiter.count('token', request, reply, 'refresh')
    },
  }
}

/** Counts a refresh of a session. */
export type CountRefresh = (sessionId: string) => void

export const isRefresh = (request: FastifyRequest) =>
  (request.query as { grant_type?: unknown }).grant_type === 'refresh_token'
