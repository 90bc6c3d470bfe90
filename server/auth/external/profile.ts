import { checkEmail } from '../accounts/addresses.ts'
import { AuthError } from '../protocol/errors.ts'

/** The person whom a provider vouches for. */
export type Profile = {
  /** The provider's name in the settings. */
  provider: string
  /** The person's id at the provider. */
  subject: string
  /** In lowercase. */
  email: string
  isEmailVerified: boolean
  /** The identity's data. It also fills gaps in the person's own metadata. */
  data: Record<string, unknown>
}

const maxLength = 1024

/**
 * Makes a profile from what the provider said. Only known members are kept.
 * @throws AuthError `email_address_not_provided`
 */
export function toProfile(provider: string, issuer: string, claims: Record<string, unknown>): Profile {
  const subject = String(claims.sub)
  const email = emailOf(claims.email)
  // Some providers send it as text.
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

/** All of this is stored and part of every access token, and a picture may be megabytes of text. */
function asText(claim: unknown): string | undefined {
  const isText = typeof claim === 'string' && claim.length <= maxLength
  return isText && claim.isWellFormed() && !claim.includes('\0') ? claim : undefined
}
