import { checkEmail } from '../accounts/addresses.ts'
import { AuthError } from '../protocol/errors.ts'

/** Whom a provider vouches for. */
export type Profile = {
  /** Name of the provider in the settings. */
  provider: string
  /** Who it is there. */
  subject: string
  /** In lower case. */
  email: string
  isEmailVerified: boolean
  /** The identity's data, which the person's own metadata gets too. */
  data: Record<string, unknown>
}

const maxLength = 1024

/**
 * The profile out of what the provider said, of which only known members are kept.
 * @throws AuthError `email_address_not_provided`
 */
export function toProfile(provider: string, issuer: string, claims: Record<string, unknown>): Profile {
  const subject = String(claims.sub)
  const email = emailOf(claims.email)
  // Some providers send the text.
  const isEmailVerified = claims.email_verified === true || claims.email_verified === 'true'
  const [name, picture, username] = [claims.name, claims.picture, claims.preferred_username].map(asText)
  return {
    provider,
    subject,
    email,
    isEmailVerified,
    data: {
      ...(picture && { avatar_url: picture, picture }),
      ...(name && { full_name: name, name }),
      ...(username && { preferred_username: username, user_name: username }),
      email,
      email_verified: isEmailVerified,
      iss: issuer,
      phone_verified: false,
      provider_id: subject,
      sub: subject,
    },
  }
}

function emailOf(claim: unknown): string {
  try {
    return checkEmail(typeof claim === 'string' ? claim : '')
  } catch {
    throw new AuthError('email_address_not_provided')
  }
}

/** All of it is stored and travels in every access token: a picture may be given as megabytes of text. */
function asText(claim: unknown): string | undefined {
  const isText = typeof claim === 'string' && claim.length <= maxLength
  return isText && claim.isWellFormed() && !claim.includes('\0') ? claim : undefined
}
