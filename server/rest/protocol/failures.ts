import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errors } from '#domain/errors.ts'
import { isPassing } from '../../db/passing.ts'
import { cut } from '../../http/field-problems.ts'
import { RestError, type RestProblem } from './errors.ts'
import { isState, statusOfState } from './sqlstate.ts'

/** A failure as it is answered. */
export type Refusal = { status: number; body: RestProblem; headers?: Record<string, string> }

const textLength = 500
const retrySeconds = 2
/** For a 429 of a part that does not say when. */
const usualWaitSeconds = 60

const refusal = (status: number, code: string, message: string, also: Partial<RestProblem> = {}): Refusal => ({
  status,
  body: { code, message: cut(message, textLength), details: null, hint: null, ...also },
})

/** Words a failure as PostgREST does. */
export function refusalOf(error: unknown, request: FastifyRequest, now: Date): Refusal {
  if (error instanceof RestError) {
    const { code, status, message, details, hint } = error
    const short = typeof details === 'string' ? cut(details, textLength) : details
    return refusal(status, code, message, { details: short, hint: hint && cut(hint, textLength) })
  }
  if (error instanceof AppError) return refusalOfApp(error, request, now)
  const { code = '', statusCode = 500, message = '', severity } = error as Partial<FastifyError> & { severity?: string }
  if (severity !== undefined && isState(code)) return refusalOfDatabase(error as DatabaseError)
  if (message.startsWith('timeout exceeded when trying to connect')) {
    return refusal(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  }
  if (isPassing(error)) {
    const sentence = 'Database connection error. Retrying the connection.'
    return { ...refusal(503, 'PGRST000', sentence), headers: { 'retry-after': String(retrySeconds) } }
  }
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return refusal(504, '57014', 'canceling statement due to statement timeout')
  if (statusCode === 413) return refusal(413, 'too_large', errors.too_large.say)
  if (statusCode >= 400 && statusCode < 500) return refusal(statusCode, 'PGRST102', message)
  return refusal(500, 'PGRSTX00', errors.internal.say, { hint: `Request ${request.id}` })
}

/** Product failures keep their codes, unless the protocol has one. */
function refusalOfApp({ code, message, detail }: AppError, request: FastifyRequest, now: Date): Refusal {
  if (code === 'not_signed_in') return refusalOfToken(request, now)
  if (code === 'not_found') return refusal(404, 'PGRST125', 'Invalid path specified in request URL')
  if (code === 'unavailable') {
    const busy = refusal(503, 'PGRST001', message)
    return { ...busy, headers: { 'retry-after': String(retrySeconds) } }
  }
  const { status } = errors[code]
  const seconds = Number(detail.retry_after_seconds)
  const wait = status === 429 || status === 503 ? Math.max(1, Math.ceil(seconds || usualWaitSeconds)) : undefined
  const details = typeof detail.detail === 'string' ? detail.detail : null
  const answer = refusal(status, status === 401 ? 'PGRST301' : code, message, { details })
  return wait === undefined ? answer : { ...answer, headers: { 'retry-after': String(wait) } }
}

/** What is wrong with a token. That it was not believed is certain; why, it says itself. */
function refusalOfToken({ headers }: FastifyRequest, now: Date): Refusal {
  const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? String(headers.apikey ?? '')
  if (!token) return refusal(401, 'PGRST301', 'Empty JWT is sent in Authorization header')
  const parts = token.split('.')
  if (parts.length !== 3) return refusal(401, 'PGRST301', `Expected 3 parts in JWT; got ${parts.length}`)
  if (isExpired(parts[1]!, now)) return refusal(401, 'PGRST303', 'JWT expired')
  return refusal(401, 'PGRST301', 'JWT cryptographic operation failed')
}

function isExpired(payload: string, now: Date): boolean {
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp?: unknown }
    return typeof exp === 'number' && exp * 1000 <= now.getTime()
  } catch {
    return false
  }
}

type DatabaseError = { code: string; message: string; detail?: string; hint?: string }

/** PostgreSQL's own words. A function may raise an answer of its own with the code PGRST. */
function refusalOfDatabase({ code, message, detail, hint }: DatabaseError): Refusal {
  if (code === 'PGRST') return raised(message, detail)
  const details = detail === undefined ? null : cut(detail, textLength)
  const answer = refusal(statusOfState(code), code, message, { details, hint: hint ?? null })
  return answer.status === 503 ? { ...answer, headers: { 'retry-after': String(retrySeconds) } } : answer
}

function raised(message: string, detail: string | undefined): Refusal {
  try {
    const { code, message: text, details = null, hint = null } = JSON.parse(message) as Partial<RestProblem>
    const { status = 400, headers = {} } = JSON.parse(detail ?? '{}') as {
      status?: number
      headers?: Record<string, string>
    }
    return { ...refusal(status, String(code), String(text), { details, hint }), headers }
  } catch {
    return refusal(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`)
  }
}

export function sendRefusal(reply: FastifyReply, { status, body, headers = {} }: Refusal) {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.status(status).headers(headers).type('application/json; charset=utf-8').send(body)
}

/** Answers every failure under this prefix in the protocol's form, and logs unexpected ones in full. */
export function registerFailures(rest: FastifyInstance, now: () => Date): void {
  rest.setErrorHandler((error, request, reply) => {
    const answer = refusalOf(error, request, now())
    if (answer.status === 500) request.log.error({ err: error }, answer.body.code)
    return sendRefusal(reply, answer)
  })
}
