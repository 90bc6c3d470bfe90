import { StartError } from '../start-error.ts'

/**
 * What a server does: `web` answers calls and serves pages, `live` holds sockets, and `worker` does background work and plans.
 * Every server answers monitors.
 */
export const nodeRoles = ['web', 'live', 'worker'] as const
export type NodeRole = (typeof nodeRoles)[number]

/**
 * Reads `ROLES`.
 * @throws StartError naming what it should look like
 */
export function readNodeRoles({ ROLES: raw, DATABASE_URL: databaseUrl }: NodeJS.ProcessEnv): NodeRole[] {
  if (!raw) return [...nodeRoles]
  const given = raw.split(',').map((each) => each.trim())
  const unknown = given.find((each) => !nodeRoles.includes(each as NodeRole))
  if (unknown !== undefined) {
    throw new StartError(`ROLES must be some of ${nodeRoles.join(', ')}, with commas, not "${unknown}".`)
  }
  const roles = nodeRoles.filter((role) => given.includes(role))
  if (roles.length < nodeRoles.length && !databaseUrl) {
    throw new StartError('ROLES needs DATABASE_URL: the embedded database has one server, which does everything.')
  }
  return roles
}
