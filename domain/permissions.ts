export const roles = ['owner', 'admin', 'dispatcher', 'driver', 'viewer', 'client'] as const
export type Role = (typeof roles)[number]

/**
 * What each role may do in its workspace. Permissions are decided only here. A client, who has others deliver, sees and
 * adds their own deliveries; which rows these are is up to the database.
 */
const allowed = {
  manage_billing: ['owner'],
  export_workspace: ['owner'],
  manage_workspace: ['owner', 'admin'],
  change_fleet: ['owner', 'admin', 'dispatcher'],
  invite_drivers: ['owner', 'admin', 'dispatcher'],
  change_planning: ['owner', 'admin', 'dispatcher'],
  change_deliveries: ['owner', 'admin', 'dispatcher'],
  record_temperatures: ['owner', 'admin', 'dispatcher'],
  add_deliveries: ['owner', 'admin', 'dispatcher', 'client'],
  see_operations: ['owner', 'admin', 'dispatcher', 'viewer'],
  see_deliveries: ['owner', 'admin', 'dispatcher', 'viewer', 'client'],
  see_own_charges: ['client'],
  see_prescriptions: ['owner'],
  change_prescriptions: ['owner'],
  see_addresses: ['owner', 'admin', 'dispatcher', 'viewer'],
  see_positions: ['owner', 'admin', 'dispatcher', 'viewer'],
  work_own_route: ['driver'],
  see_workspace: roles,
  see_self: roles,
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof allowed

/** What single members may do besides what their role allows. */
const ofThoseWhoHandlePrescriptions: readonly Action[] = ['see_prescriptions', 'change_prescriptions']

/** The roles of members who can be let handle prescriptions. Owners do without. */
export const mayHandlePrescriptions = (role: Role) => role === 'admin' || role === 'dispatcher' || role === 'viewer'

export const actions = Object.keys(allowed) as Action[]

/** What somebody's rights follow from. */
export type Rights = {
  role: Role
  /** The driver's record that a member is tied to. It gives a driver's rights, whatever the role. */
  driverId?: string | null
  /** They are among those who handle prescriptions. */
  handlesPrescriptions?: boolean | undefined
  /** What an API key may do; null for everybody else. They narrow the role. */
  scopes?: readonly KeyScope[] | null
}

/** Whether a role, or somebody with these rights, may do `action`. */
export function may(who: Role | Rights, action: Action): boolean {
  const { role, driverId, scopes, handlesPrescriptions }: Rights = typeof who === 'string' ? { role: who } : who
  if (scopes && !scopes.some((scope) => (scopeAllows[scope] as readonly Action[]).includes(action))) return false
  if (handlesPrescriptions && ofThoseWhoHandlePrescriptions.includes(action)) return true
  return allows(role, action) || (Boolean(driverId) && allows('driver', action))
}

const allows = (role: Role, action: Action) => (allowed[action] as readonly Role[]).includes(role)

export const keyScopes = ['read', 'deliveries', 'planning', 'tracking', 'temperatures', 'prescriptions'] as const
export type KeyScope = (typeof keyScopes)[number]

/** What an API key with a scope may do. Everything else, such as creating keys, requires a signed-in member. */
const scopeAllows = {
  read: ['see_self', 'see_operations', 'see_deliveries', 'see_addresses', 'see_positions'],
  deliveries: ['see_self', 'see_deliveries', 'see_addresses', 'add_deliveries', 'change_deliveries'],
  planning: ['see_self', 'see_operations', 'see_deliveries', 'see_addresses', 'change_planning', 'change_fleet'],
  tracking: ['see_self', 'see_deliveries', 'see_positions'],
  temperatures: ['see_self', 'record_temperatures'],
  prescriptions: ['see_self', 'see_prescriptions', 'change_prescriptions'],
} as const satisfies Record<KeyScope, readonly Action[]>

/** The scopes of which an API key needs one to do `action`. None if no key may. */
export function scopesFor(action: Action): KeyScope[] {
  return keyScopes.filter((scope) => (scopeAllows[scope] as readonly Action[]).includes(action))
}

/** Whether any API key may do `action`. Its scopes decide whether a given key may. */
export function isForKeys(action: Action): boolean {
  return scopesFor(action).length > 0
}

/** The roles of API keys: one that changes operations and one that only reads. */
export type KeyRole = Extract<Role, 'dispatcher' | 'viewer'>

/** Scopes of keys that change something. */
const writing: readonly KeyScope[] = ['deliveries', 'planning', 'temperatures']

/** As which role the database sees a key. */
export function roleOfKey(scopes: readonly KeyScope[]): KeyRole {
  return scopes.some((scope) => writing.includes(scope)) ? 'dispatcher' : 'viewer'
}
