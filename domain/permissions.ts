export const roles = ['owner', 'admin', 'dispatcher', 'driver', 'viewer'] as const
export type Role = (typeof roles)[number]

/** What each role may do in its workspace. Permissions are decided only here. */
const allowed = {
  manage_billing: ['owner'],
  manage_workspace: ['owner', 'admin'],
  change_operations: ['owner', 'admin', 'dispatcher'],
  see_operations: ['owner', 'admin', 'dispatcher', 'viewer'],
  work_own_route: ['driver'],
  see_workspace: ['owner', 'admin', 'dispatcher', 'driver', 'viewer'],
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof allowed

/** Whether `role` may do `action`. */
export function may(role: Role, action: Action): boolean {
  return (allowed[action] as readonly Role[]).includes(role)
}

/** The roles of API keys: one that changes operations and one that only reads. */
export type KeyRole = Extract<Role, 'dispatcher' | 'viewer'>

/** What API keys may do at all. Everything else, such as creating keys, requires a signed-in member. */
const byKey: readonly Action[] = ['change_operations', 'see_operations']

/** Whether any API key may do `action`. Its role decides whether a given key may. */
export function isForKeys(action: Action): boolean {
  return byKey.includes(action)
}
