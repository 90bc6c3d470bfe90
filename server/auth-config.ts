import { readJwk, type SigningKey } from './auth/keys/signing-keys.ts'
import type { AuthSettings, OidcProvider } from './auth/settings.ts'
import { StartError } from './start-error.ts'

type Read = {
  whole(name: string, fallback: number, min: number, max: number): number
  flag(name: string, fallback: boolean): boolean
  webAddress(name: string): string | undefined
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * The settings of the sign-in service.
 * @throws StartError naming the setting and what it should look like
 */
export function readAuthConfig(
  env: NodeJS.ProcessEnv,
  read: Read,
  { publicUrl, hasMail }: { publicUrl: string; hasMail: boolean },
): AuthSettings {
  return {
    siteUrl: read.webAddress('AUTH_SITE_URL') ?? publicUrl,
    externalUrl: `${publicUrl}/auth/v1`,
    redirectAllowList: list(env.AUTH_REDIRECT_ALLOW_LIST),
    signupDisabled: read.flag('AUTH_DISABLE_SIGNUP', false),
    emailAutoconfirm: read.flag('AUTH_EMAIL_AUTOCONFIRM', !hasMail),
    phoneAutoconfirm: read.flag('AUTH_PHONE_AUTOCONFIRM', false),
    anonymous: read.flag('AUTH_ANONYMOUS', false),
    manualLinking: read.flag('AUTH_MANUAL_LINKING', false),
    jwtSecret: jwtSecret(env),
    jwtKeys: jwtKeys(env),
    jwtExpirySeconds: read.whole('AUTH_JWT_EXPIRY', 3600, 60, 604_800),
    passwordMinLength: read.whole('AUTH_PASSWORD_MIN_LENGTH', 6, 6, 72),
    // Colons separate the sets; a colon within a set is written \:
    passwordRequiredCharacters: (env.AUTH_PASSWORD_REQUIRED_CHARACTERS ?? '')
      .split(/(?<!\\):/)
      .map((set) => set.replaceAll('\\:', ':'))
      .filter(Boolean),
    refuseCommonPasswords: read.flag('AUTH_REFUSE_COMMON_PASSWORDS', true),
    freeTries: read.whole('AUTH_FREE_TRIES', 10, 3, 10_000_000),
    refreshReuseSeconds: read.whole('AUTH_REFRESH_REUSE_INTERVAL', 10, 0, 3600),
    mailMinGapSeconds: read.whole('AUTH_MAIL_MIN_GAP', 60, 0, 86_400),
    secureEmailChange: read.flag('AUTH_SECURE_EMAIL_CHANGE', true),
    reauthentication: read.flag('AUTH_REAUTHENTICATION', false),
    freshSeconds: read.whole('AUTH_FRESH_SECONDS', 900, 60, 315_360_000),
    currentPasswordRequired: read.flag('AUTH_CURRENT_PASSWORD_REQUIRED', false),
    sessionMaxSeconds: read.whole('AUTH_SESSION_MAX', 0, 0, 315_360_000) || undefined,
    sessionInactivitySeconds: read.whole('AUTH_SESSION_INACTIVITY', 0, 0, 315_360_000) || undefined,
    testOtp: testOtp(env),
    mailTemplates: env.AUTH_MAIL_TEMPLATES || undefined,
    appRegistration: read.flag('AUTH_APP_REGISTRATION', false),
    providers: providers(env, read),
    passkeys: passkeys(env, publicUrl),
    issuerName: env.AUTH_ISSUER_NAME || 'Karta',
  }
}

const list = (raw: string | undefined): string[] =>
  (raw ?? '')
    .split(/,(?![^{]*\})/)
    .map((each) => each.trim())
    .filter(Boolean)

function jwtSecret(env: NodeJS.ProcessEnv): string | undefined {
  const secret = env.AUTH_JWT_SECRET || undefined
  // HS256 needs a key of 256 bits. A shorter one could be guessed from a single token.
  if (secret && Buffer.byteLength(secret) < 32) throw new StartError('AUTH_JWT_SECRET must be 32 characters or longer.')
  return secret
}

function jwtKeys(env: NodeJS.ProcessEnv): SigningKey[] | undefined {
  const raw = env.AUTH_JWT_KEYS
  if (!raw) return undefined
  // The message never repeats the keys themselves.
  const wrong = new StartError('AUTH_JWT_KEYS must be a JSON array of JWKs, or {"keys": […]}.')
  let parsed: unknown
  try {
    parsed = JSON.parse(raw)
  } catch {
    throw wrong
  }
  const set: unknown = Array.isArray(parsed) ? parsed : (parsed as { keys?: unknown } | null)?.keys
  if (!Array.isArray(set) || set.length === 0) throw wrong
  const keys = set.map((jwk: unknown, index) => {
    if (typeof jwk !== 'object' || jwk === null) throw wrong
    try {
      return readJwk(jwk as Record<string, unknown>)
    } catch (error) {
      throw new StartError(`AUTH_JWT_KEYS: key ${index + 1} cannot be used, since ${(error as Error).message}.`)
    }
  })
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) {
    throw new StartError('AUTH_JWT_KEYS: two keys have the same kid.')
  }
  if (keys.filter(({ signs }) => signs).length !== 1) {
    throw new StartError('AUTH_JWT_KEYS: exactly one key must sign, so have "sign" in its key_ops.')
  }
  return keys
}

/** `address:code,address:code`; a phone number without its `+`. */
function testOtp(env: NodeJS.ProcessEnv): Map<string, string> {
  const pairs = list(env.AUTH_TEST_OTP).map((pair) => {
    const at = pair.search(/[:=](?=\d{6,10}$)/)
    if (at < 1) throw new StartError('AUTH_TEST_OTP must look like 15550001111:123456,test@example.com:123456.')
    return [pair.slice(0, at).replace(/^\+/, '').toLowerCase(), pair.slice(at + 1)] as const
  })
  return new Map(pairs)
}

/** Names that identities and settings already use for something else. */
const takenNames = ['google', 'email', 'phone', 'anonymous_users']

function providers(env: NodeJS.ProcessEnv, read: Read): Map<string, OidcProvider> {
  const settings = Object.keys(env).filter((name) => env[name])
  const named = settings.flatMap((name) => /^AUTH_OIDC_(\w+?)_(ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(name)?.[1] ?? [])
  const found = [...new Set(named)].map((upper) => {
    const name = upper.toLowerCase()
    if (takenNames.includes(name)) throw new StartError(`AUTH_OIDC_${upper}_… cannot be set: choose another name.`)
    return oidcProvider(env, read, `AUTH_OIDC_${upper}`, name)
  })
  if (env.GOOGLE_CLIENT_ID || env.GOOGLE_CLIENT_SECRET) {
    found.push(oidcProvider(env, read, 'GOOGLE', 'google', 'https://accounts.google.com'))
  }
  return new Map(found.map((provider) => [provider.name, provider]))
}

function oidcProvider(
  env: NodeJS.ProcessEnv,
  read: Read,
  prefix: string,
  name: string,
  usualIssuer?: string,
): OidcProvider {
  // Exactly as written: a slash at the end is part of an issuer's name.
  const issuer = (read.webAddress(`${prefix}_ISSUER`) && env[`${prefix}_ISSUER`]) ?? usualIssuer
  const [clientId, ...audiences] = list(env[`${prefix}_CLIENT_ID`])
  const clientSecret = env[`${prefix}_CLIENT_SECRET`]
  if (!issuer || !clientId || !clientSecret) {
    const missing = [!issuer && 'ISSUER', !clientId && 'CLIENT_ID', !clientSecret && 'CLIENT_SECRET'].filter(Boolean)
    throw new StartError(
      `${prefix}_${missing[0]} must be set too: it goes together with the other ${prefix}_ settings.`,
    )
  }
  const scopes = (env[`${prefix}_SCOPES`] ?? '').split(/[\s,]+/).filter(Boolean)
  return {
    name,
    issuer,
    clientId,
    clientSecret,
    audiences,
    scopes: scopes.length ? scopes : ['openid', 'email', 'profile'],
    skipNonceCheck: read.flag(`${prefix}_SKIP_NONCE_CHECK`, false),
  }
}

/** Browsers allow passkeys only over HTTPS or on this machine, and never for an IP address. */
function passkeys(env: NodeJS.ProcessEnv, publicUrl: string): AuthSettings['passkeys'] {
  const { protocol, hostname } = new URL(publicUrl)
  const rpId = env.AUTH_PASSKEY_RP_ID || hostname
  if (env.AUTH_PASSKEY_RP_ID && hostname !== rpId && !hostname.endsWith(`.${rpId}`)) {
    throw new StartError(`AUTH_PASSKEY_RP_ID must be ${hostname} or a domain above it, not "${rpId}".`)
  }
  const isUsable = (protocol === 'https:' || loopback.test(hostname)) && !/^[\d.]+$|:/.test(rpId)
  if (!isUsable) return undefined
  const extra = list(env.AUTH_PASSKEY_ORIGINS)
  return {
    rpId,
    rpName: env.AUTH_PASSKEY_RP_NAME || 'Karta',
    origins: [new URL(publicUrl).origin, ...extra],
  }
}
