import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { isPassing } from '../../db/passing.ts'
import { cut } from '../../http/field-problems.ts'

/** The error codes of the protocol that this service uses, with their status and usual text. */
export const answers = {
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
  session_expired: { status: 400, say: 'Invalid Refresh Token: Session Expired' },
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
  flow_state_expired: { status: 422, say: 'invalid flow state, flow state has expired' },
  bad_code_verifier: { status: 400, say: 'code challenge does not match previously saved code verifier' },
  refresh_token_not_found: { status: 400, say: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, say: 'Invalid Refresh Token: Already Used' },
  signup_disabled: { status: 422, say: 'Signups not allowed for this instance' },
  otp_disabled: { status: 422, say: 'Signups not allowed for otp' },
  otp_expired: { status: 403, say: 'Token has expired or is invalid' },
  email_provider_disabled: { status: 400, say: 'Email signups are disabled' },
  phone_not_confirmed: { status: 400, say: 'Phone not confirmed' },
  phone_exists: { status: 422, say: 'A user with this phone number has already been registered' },
  over_email_send_rate_limit: { status: 429, say: 'email rate limit exceeded' },
  over_sms_send_rate_limit: { status: 429, say: 'SMS rate limit exceeded' },
  sms_send_failed: { status: 422, say: 'Error sending confirmation OTP to provider' },
  reauthentication_needed: { status: 400, say: 'Password update requires reauthentication' },
  reauthentication_not_valid: { status: 422, say: 'Nonce has expired or is invalid' },
  current_password_required: { status: 400, say: 'Current password is required to set a new password' },
  current_password_invalid: { status: 400, say: 'Current password is not valid' },
  insufficient_aal: { status: 403, say: 'AAL2 session is required' },
  saml_provider_disabled: { status: 404, say: 'SAML 2.0 is disabled' },
  manual_linking_disabled: { status: 404, say: 'Manual linking is disabled' },
  identity_not_found: { status: 422, say: "Identity doesn't exist" },
  identity_already_exists: { status: 422, say: 'Identity is already linked to another user' },
  single_identity_not_deletable: { status: 422, say: 'User must have at least 1 identity after unlinking' },
  email_conflict_identity_not_deletable: { status: 422, say: 'Unable to unlink identity due to email conflict' },
  provider_email_needs_verification: { status: 422, say: 'Unverified email. A confirmation email has been sent' },
  email_address_not_provided: { status: 422, say: 'Error getting user email from external provider' },
  invite_not_found: { status: 404, say: 'Invite not found' },
  bad_oauth_state: { status: 400, say: 'OAuth state parameter is invalid' },
  bad_oauth_callback: { status: 400, say: 'OAuth callback is not valid' },
  too_many_enrolled_mfa_factors: {
    status: 422,
    say: 'Maximum number of verified factors reached, unenroll to continue',
  },
  mfa_factor_name_conflict: { status: 422, say: 'A factor with this friendly name for this user already exists' },
  mfa_factor_not_found: { status: 404, say: 'Factor not found' },
  mfa_ip_address_mismatch: { status: 422, say: 'Challenge and verify IP addresses mismatch.' },
  mfa_challenge_expired: {
    status: 422,
    say: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  mfa_verification_failed: { status: 422, say: 'Invalid TOTP code entered' },
  mfa_verified_factor_exists: {
    status: 422,
    say: 'A verified phone factor already exists, unenroll the existing factor to continue',
  },
  mfa_phone_enroll_not_enabled: { status: 422, say: 'MFA enroll is disabled for Phone' },
  mfa_phone_verify_not_enabled: { status: 422, say: 'MFA verification is disabled for Phone' },
  mfa_webauthn_enroll_not_enabled: { status: 422, say: 'MFA enroll is disabled for WebAuthn' },
  mfa_webauthn_verify_not_enabled: { status: 422, say: 'MFA verification is disabled for WebAuthn' },
  mfa_recovery_codes_locked: { status: 429, say: 'Too many wrong recovery codes' },
  mfa_recovery_codes_sole_factor: { status: 422, say: 'Recovery codes need another verified factor beside them' },
  passkey_disabled: { status: 404, say: 'Passkeys are disabled' },
  too_many_passkeys: { status: 422, say: 'Maximum number of passkeys reached' },
  webauthn_credential_exists: { status: 422, say: 'This credential is already registered' },
  webauthn_challenge_not_found: { status: 400, say: 'Challenge not found or already used' },
  webauthn_challenge_expired: { status: 400, say: 'Challenge has expired' },
  webauthn_verification_failed: { status: 400, say: 'The passkey could not be verified' },
  oauth_client_not_found: { status: 404, say: 'OAuth client not found' },
  oauth_authorization_not_found: { status: 404, say: 'Authorization not found, or no longer open' },
  oauth_consent_not_found: { status: 404, say: 'Consent not found' },
  oauth_dynamic_client_registration_disabled: { status: 403, say: 'Dynamic client registration is not enabled' },
  conflict: { status: 409, say: 'Too many concurrent token refresh requests on the same session or refresh token' },
  request_timeout: { status: 504, say: 'Processing this request timed out, please retry after a moment.' },
} as const

export type AuthCode = keyof typeof answers

/** A refusal by the sign-in service. Unless given, text and status are the usual ones for the code. */
export class AuthError extends Error {
  readonly code: AuthCode
  readonly status: number
  /** Additional members of the body, such as `weak_password`. */
  readonly extra: Record<string, unknown>

  constructor(code: AuthCode, say: string = answers[code].say, status: number = answers[code].status, extra = {}) {
    super(say)
    this.name = 'AuthError'
    this.code = code
    this.status = status
    this.extra = extra
  }
}

/** Every code of status 429. */
type TooSoonCode =
  | 'over_request_rate_limit'
  | 'over_email_send_rate_limit'
  | 'over_sms_send_rate_limit'
  | 'mfa_recovery_codes_locked'

/** A call that came too soon. The answer says when to try again. */
export class TooSoonError extends AuthError {
  readonly waitSeconds: number

  constructor(
    waitSeconds: number,
    say?: string,
    { code = 'over_request_rate_limit', status }: { code?: TooSoonCode; status?: number } = {},
  ) {
    super(code, say, status)
    this.waitSeconds = Math.max(1, Math.ceil(waitSeconds))
  }
}

/** The protocol's third format, used by the id_token grant: always status 400, and without a code. */
export class OAuthShapedError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthShapedError'
    this.error = error
  }
}

/** How soon a call that met temporary trouble is worth repeating. */
const retryAfterSeconds = 2
/** For a 429 of a part that does not say when. */
const usualWaitSeconds = 60

const textLength = 500

const namedVersion = '2024-01-01'

/** Sends a refusal in the format that the request's `X-Supabase-Api-Version` asks for. */
function sendAuthError(request: FastifyRequest, reply: FastifyReply, error: AuthError) {
  const asked = String(request.headers['x-supabase-api-version'] ?? '')
  // Some texts quote what was sent.
  const message = cut(error.message, textLength)
  reply.status(error.status).header('x-sb-error-code', error.code)
  if (error instanceof TooSoonError) reply.header('retry-after', error.waitSeconds)
  else if (error.status === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', usualWaitSeconds)
  else if (error.status === 503) reply.header('retry-after', retryAfterSeconds)
  if (/^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= namedVersion) {
    // The client checks this version before it trusts the code.
    reply.header('x-supabase-api-version', namedVersion)
    return reply.send({ code: error.code, message, ...error.extra })
  }
  return reply.send({
    code: error.status,
    error_code: error.code,
    msg: message,
    ...(error.status >= 500 && { error_id: request.id }),
    ...error.extra,
  })
}

/**
 * Translates a failure into the protocol's terms. Temporary trouble is 503, never 4xx: a client that gets 4xx on a
 * refresh considers the session over.
 */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof AppError && error.code === 'rate_limited') {
    return new TooSoonError(Number(error.detail.retry_after_seconds))
  }
  const { code = '', statusCode = 500, message } = error as Partial<FastifyError>
  if (statusCode === 413 || code === 'too_large') return new AuthError('request_entity_too_large')
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return new AuthError('request_timeout')
  // The product refuses to add anything when its disk is full.
  if (code === 'server_busy' || code === 'storage_full' || isPassing(error)) {
    return new AuthError('unexpected_failure', 'The service is busy or restarting, please retry after a moment.', 503)
  }
  if (statusCode === 415) {
    return new AuthError('validation_failed', 'Content-Type or Content-Encoding is not supported', 415)
  }
  if (statusCode >= 400 && statusCode < 500) {
    return new AuthError('bad_json', `Could not parse request body as JSON: ${message}`, statusCode)
  }
  return new AuthError('unexpected_failure')
}

/** Answers every failure under this prefix in one of the protocol's formats, and logs unexpected ones in full. */
export function registerAuthErrors(auth: FastifyInstance): void {
  auth.setErrorHandler((error, request, reply) => {
    if (error instanceof OAuthShapedError) {
      return reply.status(400).send({ error: error.error, error_description: cut(error.message, textLength) })
    }
    const answer = toAuthError(error)
    if (answer.status >= 500 && !(answer instanceof TooSoonError)) request.log.error({ err: error }, answer.code)
    return sendAuthError(request, reply, answer)
  })
  auth.setNotFoundHandler(sendNotServed)
  // The site's route for every file of the built pages would otherwise take the calls that no endpoint here takes.
  for (const url of ['/', '/*'])
    auth.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler: sendNotServed })
}

/** Answers a call to a path under this service that leads nowhere. */
export function sendNotServed(request: FastifyRequest, reply: FastifyReply) {
  return sendAuthError(request, reply, new AuthError('feature_disabled'))
}
