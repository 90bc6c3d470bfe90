type Failure = { code?: string; message: string; name?: string; status?: number } | null

/** For a failure without its own sentence. */
export const unexpected = 'An unexpected error occurred. Please try again.'

/** For a call that did not reach the server after something was typed. */
export const unreachable = 'The server cannot be reached. Check your connection. Nothing you entered is lost.'

/** The sentence for a refused sign-in, in the words of the specification where it has any. */
export function sentenceForSignIn(error: Failure): string {
  if (!error || error.name === 'AuthRetryableFetchError') return unexpected
  if (error.code === 'user_already_exists' || /already registered/i.test(error.message)) {
    return 'This email is already registered. Please sign in instead.'
  }
  if (error.code === 'invalid_credentials' || /invalid login credentials/i.test(error.message)) {
    return 'Invalid email or password. Please try again.'
  }
  const wait = secondsToWait(error.message)
  if (error.code === 'over_request_rate_limit' && wait) {
    return `Too many wrong passwords for this address. Try again ${inTime(wait)}, or have a sign-in link emailed to you.`
  }
  return error.message
}

const sentences: Record<string, string> = {
  otp_expired: 'That code is wrong or has expired. Check it, or request a new one.',
  mfa_verification_failed: 'That code is wrong. Wait for the next one, and check that your phone’s clock is right.',
  mfa_recovery_codes_locked: 'Too many wrong recovery codes. Wait a few minutes, or use another way.',
  mfa_challenge_expired: 'That code has expired. Enter the one shown now.',
  mfa_ip_address_mismatch: 'Your network changed. Enter the code shown now.',
  same_password: 'That is already your password. Choose a different one.',
  current_password_invalid: 'That is not your current password.',
  current_password_required: 'Enter your current password too.',
  reauthentication_needed:
    'Nothing was changed. You signed in a while ago: confirm that it is you, with an emailed code.',
  reauthentication_not_valid: 'That code is wrong or has expired. Request a new one.',
  email_exists: 'Another account already has this address.',
  single_identity_not_deletable:
    'This is the only way to sign in to your account. Set a password or link another account first.',
  identity_already_exists: 'That account is linked to another person here. Unlink it there first.',
  insufficient_aal: 'Your account is protected by a second factor. Sign in with it again, then retry.',
  too_many_enrolled_mfa_factors: 'Your account has the maximum number of second factors. Remove one first.',
  mfa_factor_name_conflict: 'You already have a second factor with that name. Choose another name.',
  mfa_verified_factor_exists: 'That phone number is already one of your second factors.',
  webauthn_credential_exists: 'This passkey already belongs to an account.',
  too_many_passkeys: 'Your account has the maximum number of passkeys. Remove one first.',
  webauthn_challenge_expired: 'That took too long. Try again.',
  webauthn_challenge_not_found: 'That took too long. Try again.',
  webauthn_verification_failed:
    'The passkey was not accepted. It may have been removed from the account. Use another way.',
  signup_disabled: 'This server does not accept new accounts. Ask its operator for an invitation.',
  over_email_send_rate_limit: 'We sent an email a moment ago. Wait a little before you request another.',
  over_sms_send_rate_limit: 'We sent a text a moment ago. Wait a little before you request another.',
  over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
}

/** The sentence for a refusal anywhere else. An unknown code gets the server's own words. */
export function sentenceFor(error: Failure): string {
  if (!error) return unexpected
  if (error.name === 'AuthRetryableFetchError') return unreachable
  if (error.name === 'AuthSessionMissingError') return 'You are signed out. Sign in again. Nothing was changed.'
  const known = sentences[error.code ?? '']
  const wait = secondsToWait(error.message)
  if (error.code === 'over_request_rate_limit' && wait) return `Too many wrong attempts. Try again ${inTime(wait)}.`
  if (known && wait) return `Wait ${wait} seconds before you request another.`
  return known ?? (error.message || unexpected)
}

function inTime(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'in a second' : `in ${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

/** How many seconds a rate limit asks to wait; 0 for any other refusal. */
export function secondsToWait(message: string): number {
  return Number(/after (\d{1,5}) seconds?/.exec(message)?.[1] ?? 0)
}

/** Why the return from an email or a provider did not sign in, and what to do next. */
export function sentenceForArrival({ code, description }: { code: string; description: string }): string {
  if (code === 'access_denied' && !/sign-?ups? not allowed/i.test(description)) {
    return 'You did not allow the sign-in, so nothing happened. Try again, or use your email and password.'
  }
  if (code === 'signup_disabled' || code === 'access_denied') return sentences.signup_disabled!
  if (code === 'user_banned') return 'This account is blocked. Contact the operator of this server.'
  if (code === 'provider_email_needs_verification') {
    // No email is sent if the address already belongs to an account.
    return /email has been sent/.test(description)
      ? 'Your address is not confirmed there yet. We sent you an email. Open its link to sign in.'
      : 'Your address is not confirmed there yet. Confirm it there, or sign in here another way.'
  }
  if (code === 'bad_oauth_state' || code === 'bad_oauth_callback') {
    return 'The sign-in took too long or was interrupted. Please try again.'
  }
  if (code === 'identity_already_exists') return sentences.identity_already_exists!
  return description ? `The sign-in did not work: ${description}` : unexpected
}

/** The sentence for a passkey that was not used, usually because the person closed the browser's prompt. */
export function sentenceForPasskey(error: NonNullable<Failure> & { cause?: unknown }): string {
  const cause = error.cause instanceof Error ? error.cause.name : error.name
  if (cause === 'NotAllowedError' || cause === 'AbortError')
    return 'No passkey was used. Try again, or use another way.'
  if (cause === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (cause === 'SecurityError') return 'Passkeys do not work at this address. Sign in another way.'
  return sentenceFor(error)
}
