import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errors, type ErrorCode } from '#domain/errors.ts'
import { isPassing } from '../db/passing.ts'

/** An RFC 9457 problem document. `code` is stable; `request_id` finds the log line. */
type Problem = {
  type: string
  title: string
  status: number
  code: ErrorCode
  request_id: string
} & Record<string, unknown>

function problem(code: ErrorCode, requestId: string, detail: Record<string, unknown> = {}): Problem {
  const { status, say } = errors[code]
  return { ...detail, type: `urn:karta:error:${code}`, title: say, status, code, request_id: requestId }
}

/** How soon a call that met temporary trouble is worth repeating. */
const retryAfterSeconds = 2

/** Errors of Fastify itself, by its code. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
}

/** The code of a failure. Anything unexpected is a bug and gets `internal`. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  const { code = '', statusCode } = error as Partial<FastifyError>
  if (fastifyCodes[code]) return fastifyCodes[code]
  if (statusCode === 429) return 'rate_limited'
  if (statusCode === 416) return 'range_not_satisfiable'
  if (statusCode === 400) return 'validation_failed'
  return isPassing(error) ? 'unavailable' : 'internal'
}

function detailOf(error: unknown, code: ErrorCode, request: FastifyRequest): Record<string, unknown> {
  if (error instanceof AppError) return error.detail
  if (code === 'too_large') return { limit_bytes: request.routeOptions.bodyLimit }
  return code === 'unavailable' ? { retry_after_seconds: retryAfterSeconds } : {}
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  detail?: Record<string, unknown>,
) {
  return reply
    .status(errors[code].status)
    .type('application/problem+json')
    .send(problem(code, request.id, detail))
}

/** Turns every failure of the app into a problem document, and logs unexpected ones in full. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const code = codeOf(error)
    if (errors[code].status >= 500) request.log.error({ err: error }, code)
    const detail = detailOf(error, code, request)
    if (typeof detail.retry_after_seconds === 'number') reply.header('retry-after', detail.retry_after_seconds)
    return sendProblem(request, reply, code, detail)
  })
}
