import type { OneTimeTokenKind } from '../../db/tables/auth/codes.ts'

/** The `type` to verify a link or code with. */
export function typeOf(kind: OneTimeTokenKind, method: string): string {
  if (kind === 'confirmation') return method === 'invite' ? 'invite' : 'signup'
  if (kind === 'recovery') return method === 'recovery' ? 'recovery' : 'magiclink'
  if (kind === 'email_change_current' || kind === 'email_change_new') return 'email_change'
  return kind === 'phone' ? 'sms' : kind
}

type Link = { token: string; kind: OneTimeTokenKind; method: string; redirectTo: string }

/** The link in a mail, which uses up the token. */
export function linkTo(externalUrl: string, { token, kind, method, redirectTo }: Link): string {
  return `${externalUrl}/verify?token=${token}&type=${typeOf(kind, method)}&redirect_to=${escaped(redirectTo)}`
}

/** As in the protocol: readable, unless a character would end the parameter, or the link in a mail program's view. */
const escaped = (redirectTo: string) =>
  /^[\w\-.~:/?@]*$/.test(redirectTo)
    ? redirectTo
    : new URLSearchParams({ to: redirectTo }).toString().slice('to='.length)
