/** What a link from an email or an outside provider puts in a page's address. */
type Arrival = {
  /** To be traded for a session, by the browser that started the sign-in. */
  code?: string
  accessToken?: string
  refreshToken?: string
  /** What the link was for: `invite`, `recovery`, … */
  type?: string
  errorCode?: string
  description?: string
  /** A success without a session, such as the first of two confirmations. */
  message?: string
}

/** Why the return did not sign in. `code` is the server's, or one of ours: `other_browser`, `unreachable`. */
export type ArrivalProblem = { code: string; description: string }

/** Reads an address. Undefined if it carries none of these. */
export function readArrival(address: string): Arrival | undefined {
  const url = new URL(address)
  const members = new URLSearchParams(url.hash.slice(1))
  for (const [name, value] of url.searchParams) members.set(name, value)
  const read = (name: string) => members.get(name) || undefined
  const arrival: Arrival = {
    code: read('code'),
    accessToken: read('access_token'),
    refreshToken: read('refresh_token'),
    type: read('type'),
    errorCode: read('error_code') ?? read('error'),
    description: read('error_description'),
    message: read('message'),
  }
  const { code, accessToken, errorCode, message } = arrival
  return code || accessToken || errorCode || message ? arrival : undefined
}

/** Why an address with a code or an error did not sign in. `failure` is what the sign-in client said. */
export function problemOf(
  { code, errorCode, description = '' }: Arrival,
  failure: { name?: string; code?: string; message: string } | null,
): ArrivalProblem | undefined {
  if (errorCode) return { code: errorCode, description }
  if (!code) return undefined
  // The browser that started keeps a secret. Without it the client does not even try.
  if (!failure || failure.name === 'AuthPKCECodeVerifierMissingError' || failure.code === 'bad_code_verifier') {
    return { code: 'other_browser', description: '' }
  }
  if (failure.name === 'AuthRetryableFetchError') return { code: 'unreachable', description: '' }
  return { code: failure.code ?? 'unexpected_failure', description: failure.message }
}

const aboutLinks = /^(other_browser|unreachable|otp_expired|flow_state_\w+)$/

/**
 * The page that explains a problem. Problems with emailed links have their own, the rest appear above the sign-in
 * form.
 */
export function explanationOf({ code, description }: ArrivalProblem, next: string): string {
  const isLink = aboutLinks.test(code)
  const members = new URLSearchParams({
    ...(isLink ? { problem: code } : { error_code: code, error_description: description.slice(0, 300) }),
    next,
  })
  return `${isLink ? '/signin/confirm' : '/signin'}?${members}`
}

/**
 * The page for tokens in a link that no browser requested: an invitation, or a link made by an operator. It asks before
 * it uses them.
 */
export function pageForTokens({ type }: Arrival): string {
  if (type === 'invite') return '/signin/invitation'
  return type === 'recovery' ? '/signin/reset' : '/signin/confirm'
}

const added = ['code', 'sb_flow_id', 'error', 'error_code', 'error_description', 'message', 'sb']

/** A query string without the parameters that an email or a provider added. */
export function withoutArrival(query: string): string {
  const kept = new URLSearchParams(query)
  for (const name of added) kept.delete(name)
  return kept.size > 0 ? `?${kept}` : ''
}
