type Limit = {
  setting: string
  /** How many calls, in how many seconds. */
  calls: number
  seconds: number
  /** The share of them that may come at once. */
  atOnce: number
  /** Whose calls are counted together. A caller is a person or an API key, once that is certain, or else an address. */
  of: 'caller' | 'address' | 'session' | 'workspace' | 'server'
  /** Every endpoint counts for itself. */
  perEndpoint?: true
}

/** Every limit on what comes in, with the setting that changes it. */
export const limitTable = {
  /** The API: all of `/v1`, `/auth/v1` and the other services of the official client, and whatever is not served. */
  api: { setting: 'RATE_LIMIT_PER_MINUTE', calls: 1200, seconds: 60, atOnce: 1, of: 'caller' },
  /** All API keys of a workspace together, however many it has. */
  programs: { setting: 'RATE_LIMIT_PROGRAMS_PER_MINUTE', calls: 2400, seconds: 60, atOnce: 0.25, of: 'workspace' },
  /** Handshakes of sockets. After a restart of the server, everybody behind an address comes back at once. */
  sockets: { setting: 'REALTIME_RATE_LIMIT_SOCKETS', calls: 12_000, seconds: 60, atOnce: 1, of: 'address' },
  /** Pages, files and the map, and what browsers and monitors ask by themselves. */
  site: { setting: 'RATE_LIMIT_SITE_PER_MINUTE', calls: 12_000, seconds: 60, atOnce: 1, of: 'address' },
  /** Files that are uploaded to the storage service, each part of a resumable upload for itself. */
  uploads: { setting: 'RATE_LIMIT_UPLOADS_PER_MINUTE', calls: 600, seconds: 60, atOnce: 1, of: 'caller' },
  /** What trackers send, each token from each address for itself. Late batches come one by one. */
  trackers: { setting: 'RATE_LIMIT_TRACKERS_PER_MINUTE', calls: 600, seconds: 60, atOnce: 1, of: 'address' },
  /** What connected shops send and ask, each connection from each address for itself: webhooks, and rates at checkouts. */
  shops: { setting: 'RATE_LIMIT_SHOPS_PER_MINUTE', calls: 6000, seconds: 60, atOnce: 1, of: 'address' },
  /** Logs of phones that cannot sign in any more. */
  logs: { setting: 'RATE_LIMIT_LOGS_PER_MINUTE', calls: 60, seconds: 60, atOnce: 0.5, of: 'address' },
  /** Signing in. */
  token: { setting: 'AUTH_RATE_LIMIT_TOKEN', calls: 150, seconds: 300, atOnce: 0.2, of: 'address', perEndpoint: true },
  /** Refreshes of one session, wherever it is used. */
  refresh: { setting: 'AUTH_RATE_LIMIT_REFRESH', calls: 150, seconds: 300, atOnce: 0.2, of: 'session' },
  /** Signing up, asking for codes, recovery and changes to an account. */
  signUp: {
    setting: 'AUTH_RATE_LIMIT_SIGN_UP',
    calls: 30,
    seconds: 300,
    atOnce: 0.2,
    of: 'address',
    perEndpoint: true,
  },
  /** Using codes and links. */
  verify: { setting: 'AUTH_RATE_LIMIT_VERIFY', calls: 30, seconds: 300, atOnce: 0.2, of: 'address', perEndpoint: true },
  /** Second factors and passkeys. */
  factors: {
    setting: 'AUTH_RATE_LIMIT_FACTORS',
    calls: 75,
    seconds: 300,
    atOnce: 0.2,
    of: 'address',
    perEndpoint: true,
  },
  anonymous: { setting: 'AUTH_RATE_LIMIT_ANONYMOUS', calls: 5, seconds: 300, atOnce: 0.2, of: 'address' },
  /** Apps of others that trade codes for tokens. The server of an app does so for all its users. */
  appTokens: {
    setting: 'AUTH_RATE_LIMIT_APP_TOKENS',
    calls: 600,
    seconds: 300,
    atOnce: 0.2,
    of: 'address',
    perEndpoint: true,
  },
  /** Apps that register themselves. */
  appRegistrations: {
    setting: 'AUTH_RATE_LIMIT_APP_REGISTRATIONS',
    calls: 20,
    seconds: 3600,
    atOnce: 1,
    of: 'address',
  },
  /** Messages through the forms. Counted in any 10 minutes, and each once, however often it is tried. */
  contact: { setting: 'CONTACT_RATE_LIMIT', calls: 5, seconds: 600, atOnce: 1, of: 'address' },
  /** Customers on order pages. Each question looks at all coming days. */
  orders: { setting: 'RATE_LIMIT_ORDERS_PER_MINUTE', calls: 60, seconds: 60, atOnce: 0.5, of: 'address' },
  /** What recipients change or write on tracking pages. */
  recipients: { setting: 'RATE_LIMIT_RECIPIENTS', calls: 120, seconds: 600, atOnce: 0.3, of: 'address' },
  /** Invitations of a workspace by mail and text. Counted in the database. */
  invitations: { setting: 'INVITATIONS_PER_DAY', calls: 2000, seconds: 86_400, atOnce: 1, of: 'workspace' },
  /** Sign-in mails and texts of all servers together. Counted in the database. */
  mails: { setting: 'AUTH_RATE_LIMIT_MAILS', calls: 1000, seconds: 3600, atOnce: 1, of: 'server' },
  sms: { setting: 'AUTH_RATE_LIMIT_SMS', calls: 100, seconds: 3600, atOnce: 1, of: 'server' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable

/** How many calls each limit allows. */
export type Limits = Record<LimitName, number>

/** Even a small share of a limit lets a page make the calls that it makes at once. */
const atOnceAtLeast = 30

/** How many calls may come at once. */
export function burstOf(name: LimitName, calls: number): number {
  return Math.min(calls, Math.max(atOnceAtLeast, calls * limitTable[name].atOnce))
}
