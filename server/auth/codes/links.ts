import type { OneTimeTokenKind } from '../../db/tables/auth/codes.ts'

/** The `type` that a link or code is to be verified with. */
export function typeOf(kind: OneTimeTokenKind, method: string): string {
  if (kind === 'confirmation') return method === 'invite' ? 'invite' : 'signup'
  if (kind === 'recovery') return method === 'recovery' ? 'recovery' : 'magiclink'
  if (kind === 'email_change_current' || kind === 'email_change_new') return 'email_change'
  return kind === 'phone' ? 'sms' : kind
}

type Link = { token: string; kind: OneTimeTokenKind; method: string; redirectTo: string }

/** The address in a mail that uses the token up. */
export function linkTo(externalUrl: string, { token, kind, method, redirectTo }: Link): string {
  return `${externalUrl}/verify?token=${token}&type=${typeOf(kind, method)}&redirect_to=${escaped(redirectTo)}`
}

/** As the protocol has it: readable unless a character of it would end it, or a mail program's idea of an address. */
const escaped = (redirectTo: string) =>
  /^[\w\-.~:/?@]*$/.test(redirectTo)
    ? redirectTo
    : new URLSearchParams({ to: redirectTo }).toString().slice('to='.length)
