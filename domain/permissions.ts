export const roles = ['owner', 'admin', 'dispatcher', 'driver', 'viewer', 'client'] as const
export type Role = (typeof roles)[number]

/**
 * What each role may do in its workspace. Permissions are decided only here. A client, who has others deliver, sees and
 * adds the own deliveries; which rows these are is up to the database.
 */
const allowed = {
  manage_billing: ['owner'],
  manage_workspace: ['owner', 'admin'],
  change_fleet: ['owner', 'admin', 'dispatcher'],
  change_planning: ['owner', 'admin', 'dispatcher'],
  change_deliveries: ['owner', 'admin', 'dispatcher'],
  add_deliveries: ['owner', 'admin', 'dispatcher', 'client'],
  see_operations: ['owner', 'admin', 'dispatcher', 'viewer'],
  see_deliveries: ['owner', 'admin', 'dispatcher', 'viewer', 'client'],
  work_own_route: ['driver'],
  see_workspace: roles,
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof allowed

/** What somebody's rights follow from. */
export type Rights = {
  role: Role
  /** The driver's record that a member is tied to. It gives a driver's rights, whatever the role. */
  driverId?: string | null
}

/** Whether a role, or somebody with these rights, may do `action`. */
export function may(who: Role | Rights, action: Action): boolean {
  const { role, driverId } = typeof who === 'string' ? { role: who, driverId: null } : who
  return allows(role, action) || (Boolean(driverId) && allows('driver', action))
}

const allows = (role: Role, action: Action) => (allowed[action] as readonly Role[]).includes(role)

/** The roles of API keys: one that changes operations and one that only reads. */
export type KeyRole = Extract<Role, 'dispatcher' | 'viewer'>

/** What API keys may do at all. Everything else, such as creating keys, requires a signed-in member. */
const byKey: readonly Action[] = [
  'change_fleet',
  'change_planning',
  'change_deliveries',
  'add_deliveries',
  'see_operations',
  'see_deliveries',
]

/** Whether any API key may do `action`. Its role decides whether a given key may. */
export function isForKeys(action: Action): boolean {
  return byKey.includes(action)
}
