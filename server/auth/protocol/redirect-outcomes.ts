import type { AuthError } from './errors.ts'
import { withMembers } from './redirects.ts'

const names: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Codes that mean that somebody may not sign in, whatever their status. */
const denials = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

/** A refusal as parameters of an address. */
export function errorMembers({ code, status, message }: AuthError): Record<string, string> {
  const error = denials.has(code) ? 'access_denied' : (names[status] ?? 'server_error')
  return { error, error_code: code, error_description: message }
}

/** The address with the error's parameters in both query and fragment, since pages look in either. */
export function withError(address: string, members: Record<string, string>): string {
  return withMembers(withMembers(address, members, 'query'), { ...members, sb: '' }, 'fragment')
}
