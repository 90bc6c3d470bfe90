/**
 * The key of every read that React Query caches, from the general to the particular: invalidating
 * `keys.deliveries.all` marks every read of deliveries as stale, whatever page asked for it.
 */
export const keys = {
  session: ['session'],
  workspaces: ['workspaces'],
  me: ['me'],
  liveStart: ['live-start'],
  configuration: ['configuration'],
  account: {
    all: ['account'],
    facts: ['account', 'facts'],
    sessions: ['account', 'sessions'],
    deletion: ['account', 'deletion'],
    passkeys: ['account', 'passkeys'],
    factors: ['account', 'factors'],
    recoveryCodes: ['account', 'recovery-codes'],
  },
  // These two create something on the server. They stay apart, so that a change of the account does not run them again.
  newFactor: ['new-factor'],
  newRecoveryCodes: ['new-recovery-codes'],
  deliveries: {
    all: ['deliveries'],
    list: (filter: string, cursor: string | undefined) => ['deliveries', 'list', filter, cursor],
    ofDay: (day: string) => ['deliveries', 'of-day', day],
    pendingOf: (day: string) => ['deliveries', 'pending-of', day],
    manifest: (filter: string) => ['deliveries', 'manifest', filter],
    one: (id: string) => ['deliveries', 'one', id],
    history: (id: string) => ['deliveries', 'history', id],
    openDays: ['deliveries', 'counts', 'open-days'],
    countsOfDay: (day: string) => ['deliveries', 'counts', 'of-day', day],
    countsOf: (filter: string) => ['deliveries', 'counts', 'of', filter],
  },
  addresses: {
    all: ['addresses'],
    search: (q: string, isAsked: boolean) => ['addresses', 'search', q, isAsked],
    review: (day: string | undefined) => ['addresses', 'review', day],
    countOf: (day: string) => ['addresses', 'count-of', day],
    list: (search: string) => ['addresses', 'list', search],
    one: (id: string) => ['addresses', 'one', id],
  },
  plans: {
    all: ['plans'],
    recent: ['plans', 'recent'],
    ofDay: (day: string) => ['plans', 'of-day', day],
    summary: (id: string) => ['plans', 'summary', id],
    sheets: (id: string) => ['plans', 'sheets', id],
    /** Holds the time of the last change, so that a changed plan is a different read. */
    whole: (id: string, updatedAt: string) => ['plans', 'whole', id, updatedAt],
  },
  drivers: {
    list: (search: string, shown: string) => ['drivers', 'list', search, shown],
    active: ['drivers', 'active'],
    dashboard: ['drivers', 'dashboard'],
    account: (id: string) => ['drivers', 'account', id],
  },
  vehicles: {
    list: (search: string, shown: string) => ['vehicles', 'list', search, shown],
    every: ['vehicles', 'every'],
    choices: ['vehicles', 'choices'],
    dashboard: ['vehicles', 'dashboard'],
  },
  depots: {
    list: (search: string, shown: string) => ['depots', 'list', search, shown],
    choices: ['depots', 'choices'],
    every: ['depots', 'every'],
    hasOne: ['depots', 'has-one'],
  },
  invitations: {
    all: ['invitations'],
    list: (state: string) => ['invitations', 'list', state],
    link: (id: string) => ['invitation-link', id],
    own: ['invitations', 'own'],
    here: ['invitations', 'here'],
    shown: (token: string) => ['invitations', 'shown', token],
  },
  clients: {
    all: ['clients'],
    list: (search: string, shown: string) => ['clients', 'list', search, shown],
    every: ['clients', 'every'],
  },
  importComparison: (id: string) => ['import-comparison', id],
  /** What the palette finds, of all kinds of records. */
  found: (text: string) => ['found', text],
  members: {
    all: ['members'],
    one: (id: string) => ['members', 'one', id],
    list: (search: string, role: string | undefined, state: string | undefined) => [
      'members',
      'list',
      search,
      role,
      state,
    ],
    offer: ['members', 'offer'],
  },
  myRoute: ['my-route'],
  integrations: ['integrations'],
  apiKeys: ['api-keys'],
  apiUsage: ['api-usage'],
  quotas: ['quotas'],
  personalData: {
    erasures: ['personal-data', 'erasures'],
    retention: ['personal-data', 'retention'],
    preview: (days: string) => ['personal-data', 'preview', days],
  },
} as const
