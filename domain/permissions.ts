export const roles = ['owner', 'admin', 'dispatcher', 'driver', 'viewer'] as const
export type Role = (typeof roles)[number]

/** What a role may do in its workspace. The only place where permissions are decided. */
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

/** What an API key may be: somebody who changes operations, or somebody who looks on. */
export type KeyRole = Extract<Role, 'dispatcher' | 'viewer'>

/** What a program may do at all. The rest, such as making keys, takes a member who signed in. */
const byKey: readonly Action[] = ['change_operations', 'see_operations']

/** Whether any API key may do `action`; its role decides whether this one may. */
export function isForKeys(action: Action): boolean {
  return byKey.includes(action)
}
