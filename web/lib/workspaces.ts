import { queryOptions } from '@tanstack/react-query'
import { listWorkspaces } from '#domain/api/workspaces.ts'
import type { Membership } from '#domain/schema/workspace.ts'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { pageQueryClient } from './query-client.ts'

/** The workspaces that the person belongs to, the last one used first. */
export const workspacesQuery = queryOptions({
  queryKey: keys.workspaces,
  queryFn: async ({ signal }) => (await call(listWorkspaces, { signal })).data,
  staleTime: 60_000,
})

/** The workspace that the person used last on any device, as the server says now. */
export async function lastWorkspace(): Promise<string | undefined> {
  return toOpen(await pageQueryClient().fetchQuery({ ...workspacesQuery, staleTime: 0 }))?.id
}

/** Of workspaces in the order of their use, the one to open. One that is closed is better than none: its page says why. */
export function toOpen(memberships: readonly Membership[]): Membership | undefined {
  const active = memberships.filter(({ state }) => state === 'active')
  return active.find(({ is_open }) => is_open) ?? active[0] ?? memberships[0]
}
