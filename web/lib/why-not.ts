import { may, roles, type Action, type Role } from '#domain/permissions.ts'
import type { Me } from '#domain/schema/workspace.ts'

const plurals: Record<Role, string> = {
  owner: 'owners',
  admin: 'admins',
  dispatcher: 'dispatchers',
  driver: 'drivers',
  viewer: 'viewers',
  client: 'clients',
}

/**
 * Why somebody is not offered something: who may do it, and whom to ask.
 * @param actions one of which is enough
 * @param doing such as `change these settings`
 */
export function whyNot(actions: readonly Action[], doing: string, { owner_name }: Pick<Me, 'owner_name'>): string {
  const who = roles.filter((role) => actions.some((action) => may(role, action))).map((role) => plurals[role])
  const listed = new Intl.ListFormat('en', { style: 'long' }).format(who)
  return `Only ${listed} can ${doing}.${owner_name ? ` Ask ${owner_name}.` : ''}`
}
