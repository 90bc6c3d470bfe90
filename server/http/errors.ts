import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError, errors, type ErrorCode, type FieldProblem } from '#domain/errors.ts'
import type { Noted } from '../audit/note.ts'
import type { Db } from '../db/connect.ts'
import { isPassing, ranOut } from '../db/passing.ts'
import { diskFull, readOnlyTransaction } from '../db/sqlstates.ts'
import type { Deps } from '../deps.ts'
import { noticeOf } from './callers/attempts.ts'
import { cut, shortList } from './field-problems.ts'
import { tagOf } from './if-match.ts'
import { auditOriginOf } from './origin.ts'

/** An RFC 9457 problem document. `code` is stable; `request_id` finds the log line. */
export type Problem = {
  type: string
  title: string
  status: number
  code: ErrorCode
  request_id: string
} & Record<string, unknown>

export function problem(code: ErrorCode, requestId: string, detail: Record<string, unknown> = {}): Problem {
  const { say } = errors[code]
  const status = statusOf(code, detail)
  return { ...detail, type: `urn:karta:error:${code}`, title: say, status, code, request_id: requestId }
}

/** How soon a call that met temporary trouble is worth repeating. */
const retryAfterSeconds = 2
/** Moving a workspace takes minutes. */
const movingAfterSeconds = 60

/** A quota that renews is a matter of waiting. */
function statusOf(code: ErrorCode, { retry_after_seconds }: Record<string, unknown> = {}): number {
  return code === 'quota_reached' && retry_after_seconds !== undefined ? 429 : errors[code].status
}

/** Errors of Fastify and its plugins, by their code. */
const libraryCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'unsupported_encoding',
  FST_CP_ERR_INVALID_CONTENT: 'bad_encoding',
}

/** All others, by the status that the library gives them. */
const codesByStatus: Record<number, ErrorCode> = {
  // The site's files refuse what is no address of theirs.
  403: 'not_found',
  404: 'not_found',
  408: 'request_timeout',
  413: 'too_large',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
  429: 'rate_limited',
}

/** The code of a failure. What a caller caused stays 4xx. Anything unexpected is a bug and gets `internal`. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  if (libraryCodes[code]) return libraryCodes[code]
  if (statusCode >= 400 && statusCode < 500) return codesByStatus[statusCode] ?? 'bad_request'
  if (code === diskFull) return 'storage_full'
  if (ranOut(error)) return 'took_too_long'
  if (code === readOnlyTransaction) return 'workspace_frozen'
  return isPassing(error) ? 'unavailable' : 'internal'
}

const detailLength = 500

/** However much was wrong with a request, the answer stays short. */
function shortened(detail: Record<string, unknown>): Record<string, unknown> {
  return {
    ...detail,
    ...(typeof detail.detail === 'string' && { detail: cut(detail.detail, detailLength) }),
    ...(Array.isArray(detail.errors) && shortList(detail.errors as FieldProblem[])),
  }
}

function detailOf(error: unknown, code: ErrorCode, request: FastifyRequest): Record<string, unknown> {
  if (error instanceof AppError) return shortened(error.detail)
  if (code === 'too_large') return { limit_bytes: request.routeOptions.bodyLimit }
  if (code === 'workspace_frozen') return { retry_after_seconds: movingAfterSeconds }
  return code === 'unavailable' ? { retry_after_seconds: retryAfterSeconds } : {}
}

/** What a refusal for coming too soon says if it does not know better. */
const usualWaitSeconds = 60

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  detail: Record<string, unknown> = {},
) {
  const status = statusOf(code, detail)
  const { retry_after_seconds: seconds } = detail
  if (typeof seconds === 'number') reply.header('retry-after', Math.max(1, Math.ceil(seconds)))
  else if (status === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', usualWaitSeconds)
  return reply
    .status(status)
    .type('application/problem+json')
    .send(problem(code, request.id, detail))
}

const callers = new WeakMap<FastifyRequest, Noted>()

/** Remembers who calls, in case that the call is refused later. */
export function knowCaller(request: FastifyRequest, caller: Noted): void {
  callers.set(request, caller)
}

/** Notes refused attempts for the audit log of the workspace that they concern, whatever service answers them. */
export function noteRefusals(app: FastifyInstance, { attempts, now }: Pick<Deps, 'attempts' | 'now'>): void {
  app.addHook('onError', async (request, _reply, error) => {
    const notice = noticeOf(error, callers.get(request))
    // The pattern of the address, since the caller chooses the rest.
    const path = request.routeOptions.url ?? '?'
    if (notice) attempts.refused({ ...notice, method: request.method, path, origin: auditOriginOf(request), at: now() })
  })
}

/** Whether somebody should look into a failure. That a workspace is being moved is none. */
const isOurs = (code: ErrorCode) => errors[code].status >= 500 && code !== 'workspace_frozen'

/** A failure of a part of a call as a problem document. Unexpected ones are logged in full. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const code = codeOf(error)
  if (isOurs(code)) request.log.error({ err: error }, code)
  return problem(code, request.id, detailOf(error, code, request))
}

/** A standby, or one until a moment ago, refuses writes with the same code as a workspace that is being moved. */
async function isStandby(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery()
    or coalesce(pg_last_xact_replay_timestamp() > now() - interval '1 minute', false) as is`.execute(db)
  return rows[0]!.is
}

/**
 * Turns every failure of the app into a problem document, and logs unexpected ones in full.
 * @param db tells whether it is a standby that will be the primary in a moment
 */
export function registerErrors(app: FastifyInstance, db?: Db): void {
  app.setErrorHandler(async (error, request, reply) => {
    const given = codeOf(error)
    const code = given === 'workspace_frozen' && db && (await isStandby(db)) ? 'unavailable' : given
    if (isOurs(code)) request.log.error({ err: error }, code)
    // A browser gets the page for unknown addresses.
    if (code === 'not_found' && !(error instanceof AppError)) return reply.callNotFound()
    const detail = detailOf(error, code, request)
    if (code === 'version_conflict') reply.header('etag', tagOf(detail.current as { version: number }))
    return sendProblem(request, reply, code, detail)
  })
}
