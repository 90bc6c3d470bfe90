import type { SigningKey } from './keys/signing-keys.ts'

/** The settings of the sign-in service. `server/auth-config.ts` reads them. */
export type AuthSettings = {
  /** Where people are sent when the address they asked for is not allowed. */
  siteUrl: string
  /** Public address of this service, `{PUBLIC_URL}/auth/v1`. Links in mails begin with it. */
  externalUrl: string
  /** Globs of other addresses that people may be sent to. */
  redirectAllowList: string[]
  signupDisabled: boolean
  /** New addresses count as confirmed without a mail. This is the default without a mail server. */
  emailAutoconfirm: boolean
  phoneAutoconfirm: boolean
  anonymous: boolean
  manualLinking: boolean
  /** Shared secret for HS256 tokens and API keys that others made. Without `jwtKeys` it also signs. */
  jwtSecret: string | undefined
  /** One of these keys signs; all of them are accepted. */
  jwtKeys: SigningKey[] | undefined
  /** How long an access token is valid, in seconds. */
  jwtExpirySeconds: number
  passwordMinLength: number
  /** Sets of characters. A password needs one from each set. */
  passwordRequiredCharacters: string[]
  /** New passwords must not be among the most common ones, nor the person's own name or address. */
  refuseCommonPasswords: boolean
  /** How many wrong passwords or codes in a row cost nothing. After that, each has to wait longer. */
  freeTries: number
  refreshReuseSeconds: number
  /** Minimum time between two mails (or texts) of the same kind to one address, in seconds. */
  mailMinGapSeconds: number
  /** A change of email address has to be confirmed from both the old and the new address. */
  secureEmailChange: boolean
  /** If the session is older than a day, a new password needs a code sent by mail. */
  reauthentication: boolean
  /** How old the last proof may be before a change of what opens the account requires another one, in seconds. */
  freshSeconds: number
  /** Setting a new password requires the current one. */
  currentPasswordRequired: boolean
  /** How long a session may last; undefined for no limit. */
  sessionMaxSeconds: number | undefined
  /** A session ends if it is not refreshed for this long; undefined for no limit. */
  sessionInactivitySeconds: number | undefined
  /** Fixed codes for these addresses, to which nothing is sent. For tests and app reviews. */
  testOtp: Map<string, string>
  /** A folder with files that replace the mail templates. */
  mailTemplates: string | undefined
  /** Apps may register themselves (RFC 7591). */
  appRegistration: boolean
  /** Outside sign-in providers, by name. Google is `google`. */
  providers: Map<string, OidcProvider>
  /** Undefined if the public address does not allow passkeys. */
  passkeys: { rpId: string; rpName: string; origins: string[] } | undefined
  /** The name that authenticator apps show. */
  issuerName: string
}

export type OidcProvider = {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Other client ids whose ID tokens are accepted, such as those of phone apps. */
  audiences: string[]
  scopes: string[]
  /** Accepts ID tokens of native apps whose nonce cannot be checked. */
  skipNonceCheck: boolean
}
