import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPassing } from '../db/passing.ts'

/** The protocol's codes that this service answers with: status and usual text. */
const answers = {
  unexpected_failure: { status: 500, say: 'Unexpected failure, please check server logs for more information' },
  validation_failed: { status: 400, say: 'Some of what was sent is not valid' },
  bad_json: { status: 400, say: 'Could not parse request body as JSON: it is empty' },
  request_entity_too_large: { status: 413, say: 'Request body is larger than 1 MiB' },
  over_request_rate_limit: { status: 429, say: 'Request rate limit reached' },
  feature_disabled: { status: 404, say: 'This server does not offer that endpoint' },
  no_authorization: { status: 401, say: 'This endpoint requires a valid Bearer token' },
  bad_jwt: { status: 403, say: 'invalid JWT: unable to parse or verify signature' },
  not_admin: { status: 403, say: 'User not allowed' },
  user_not_found: { status: 403, say: 'User from sub claim in JWT does not exist' },
  session_not_found: { status: 403, say: 'Session from session_id claim in JWT does not exist' },
  user_banned: { status: 403, say: 'User is banned' },
  invalid_credentials: { status: 400, say: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, say: 'Email not confirmed' },
  user_already_exists: { status: 422, say: 'User already registered' },
  email_exists: { status: 422, say: 'A user with this email address has already been registered' },
  weak_password: { status: 422, say: 'Password is too weak' },
  same_password: { status: 422, say: 'New password should be different from the old password.' },
  anonymous_provider_disabled: { status: 422, say: 'Anonymous sign-ins are disabled' },
  phone_provider_disabled: { status: 400, say: 'Unsupported phone provider' },
  provider_disabled: { status: 400, say: 'Provider is not enabled' },
  web3_provider_disabled: { status: 422, say: 'Web3 provider is disabled' },
  flow_state_not_found: { status: 404, say: 'invalid flow state, no valid flow state found' },
  refresh_token_not_found: { status: 400, say: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, say: 'Invalid Refresh Token: Already Used' },
} as const

export type AuthCode = keyof typeof answers

/** A refusal of the sign-in service. Text and status are the code's usual ones unless given. */
export class AuthError extends Error {
  readonly code: AuthCode
  readonly status: number
  /** Members that go beside code and text, such as `weak_password`. */
  readonly extra: Record<string, unknown>

  constructor(code: AuthCode, say: string = answers[code].say, status: number = answers[code].status, extra = {}) {
    super(say)
    this.name = 'AuthError'
    this.code = code
    this.status = status
    this.extra = extra
  }
}

/** The protocol's third shape, used by the id_token grant: always status 400 and without a code. */
export class OAuthShapedError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthShapedError'
    this.error = error
  }
}

const namedVersion = '2024-01-01'

/** Sends a refusal in the format that the request's `X-Supabase-Api-Version` asks for. */
function sendAuthError(request: FastifyRequest, reply: FastifyReply, error: AuthError) {
  const asked = String(request.headers['x-supabase-api-version'] ?? '')
  reply.status(error.status).header('x-sb-error-code', error.code)
  if (/^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= namedVersion) {
    // The client looks at the reply's version before it believes the code.
    reply.header('x-supabase-api-version', namedVersion)
    return reply.send({ code: error.code, message: error.message, ...error.extra })
  }
  return reply.send({
    code: error.status,
    error_code: error.code,
    msg: error.message,
    ...(error.status >= 500 && { error_id: request.id }),
    ...error.extra,
  })
}

/**
 * What a failure is in the protocol's words. Trouble of the moment is 503, never 4xx: a client takes 4xx at a refresh
 * for the end of the session.
 */
function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  const { code = '', statusCode, message } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AuthError('request_entity_too_large')
  if (statusCode === 429) return new AuthError('over_request_rate_limit')
  if (statusCode === 400) return new AuthError('bad_json', `Could not parse request body as JSON: ${message}`)
  if (isPassing(error)) {
    return new AuthError('unexpected_failure', 'The service is busy or restarting, please retry after a moment.', 503)
  }
  return new AuthError('unexpected_failure')
}

/** Turns every failure under this prefix into one of the protocol's shapes, and logs the unexpected ones whole. */
export function registerAuthErrors(auth: FastifyInstance): void {
  auth.setErrorHandler((error, request, reply) => {
    if (error instanceof OAuthShapedError) {
      return reply.status(400).send({ error: error.error, error_description: error.message })
    }
    const answer = toAuthError(error)
    if (answer.status >= 500) request.log.error({ err: error }, answer.code)
    return sendAuthError(request, reply, answer)
  })
  auth.setNotFoundHandler((request, reply) => sendAuthError(request, reply, new AuthError('feature_disabled')))
}
