import { queryOptions } from '@tanstack/react-query'
import { listMembers } from '#domain/api/members.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'

/** How many members are limited to a depot, and maybe to others. */
export const limitedMembersQuery = (depotId: string) =>
  queryOptions({
    queryKey: keys.members.ofDepot(depotId),
    queryFn: async ({ signal }) => (await call(listMembers, { query: { depot_id: depotId, limit: 1 }, signal })).total,
  })

/** What a deactivated depot means for them, or nothing. */
export function sayLimited(members: number | undefined): string | undefined {
  if (!members) return undefined
  const who = members === 1 ? '1 member is' : `${countOf(members, 'member')} are`
  return `${who} limited to this depot, and stays so. Change ${members === 1 ? 'the limit' : 'their limits'} on the team page.`
}
