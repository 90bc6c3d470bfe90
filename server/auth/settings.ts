import type { SigningKey } from './keys/signing-keys.ts'

/** What of the sign-in service can be set from outside; `server/auth-config.ts` reads it. */
export type AuthSettings = {
  /** Where people go when an address they ask to be sent to is not allowed. */
  siteUrl: string
  /** Public address of this service, `{PUBLIC_URL}/auth/v1`: mail links begin with it. */
  externalUrl: string
  /** Globs of further addresses that people may be sent to. */
  redirectAllowList: string[]
  signupDisabled: boolean
  /** New addresses count as confirmed without a mail. The default while no mail server is set. */
  emailAutoconfirm: boolean
  phoneAutoconfirm: boolean
  anonymous: boolean
  manualLinking: boolean
  /** Shared secret for HS256 tokens and API keys made elsewhere. Without `jwtKeys` it signs, too. */
  jwtSecret: string | undefined
  /** Keys of which one signs and all are believed. */
  jwtKeys: SigningKey[] | undefined
  /** Life of an access token, in seconds. */
  jwtExpirySeconds: number
  passwordMinLength: number
  /** Sets of characters of each of which a password needs one. */
  passwordRequiredCharacters: string[]
  refreshReuseSeconds: number
  /** Least time between two mails (or texts) of a kind to one address, in seconds. */
  mailMinGapSeconds: number
  /** A change of address asks both the old and the new one. */
  secureEmailChange: boolean
  /** A new password needs a code from the mailbox when the session is older than a day. */
  reauthentication: boolean
  /** A new password needs the current one. */
  currentPasswordRequired: boolean
  /** A session ends this long after it began; undefined for never. */
  sessionMaxSeconds: number | undefined
  /** A session ends when it was not refreshed for this long; undefined for never. */
  sessionInactivitySeconds: number | undefined
  /** Calls that one address may make in 5 minutes, by group of endpoints. */
  rateLimits: Record<RateLimitGroup, number>
  /** Codes that work for these addresses without anything being sent: for tests and app reviews. */
  testOtp: Map<string, string>
  /** Folder whose files replace the mail templates. */
  mailTemplates: string | undefined
  /** Outside sign-in providers by name; Google is `google`. */
  providers: Map<string, OidcProvider>
  /** Undefined where the public address cannot carry passkeys. */
  passkeys: { rpId: string; rpName: string; origins: string[] } | undefined
  /** Name that authenticator apps show. */
  issuerName: string
}

export type OidcProvider = {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Further client ids whose ID tokens are taken, such as those of phone apps. */
  audiences: string[]
  scopes: string[]
  /** ID tokens of native apps whose nonce cannot be checked are taken. */
  skipNonceCheck: boolean
}

/** `sign_up` also holds one-time codes, recovery and changes of the account. */
export const rateLimitGroups = {
  token: { setting: 'AUTH_RATE_LIMIT_TOKEN', perWindow: 150 },
  signUp: { setting: 'AUTH_RATE_LIMIT_SIGN_UP', perWindow: 30 },
  verify: { setting: 'AUTH_RATE_LIMIT_VERIFY', perWindow: 30 },
  factors: { setting: 'AUTH_RATE_LIMIT_FACTORS', perWindow: 75 },
  anonymous: { setting: 'AUTH_RATE_LIMIT_ANONYMOUS', perWindow: 5 },
  /** Mails of the whole server, in an hour. */
  mails: { setting: 'AUTH_RATE_LIMIT_MAILS', perWindow: 1000 },
  /** Texts of the whole server, in an hour. */
  sms: { setting: 'AUTH_RATE_LIMIT_SMS', perWindow: 100 },
} as const

export type RateLimitGroup = keyof typeof rateLimitGroups
