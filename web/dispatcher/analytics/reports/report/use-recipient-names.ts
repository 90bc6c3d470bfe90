import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../report-queries.ts'

/** What these members are called. Those who left are not in it. */
export function useRecipientNames(ids: readonly string[]): Map<string, string> {
  const members = useQuery({ ...membersQuery, enabled: ids.length > 0 }).data ?? []
  return new Map(members.map(({ user_id, name }) => [user_id, name]))
}
