import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { listMembers } from '#domain/api/members.ts'
import { roles } from '#domain/permissions.ts'
import { memberStates } from '#domain/schema/member.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

/** The members that the search and the filters in the address ask for. */
export function useMembers() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const role = roles.find((each) => each === params.get('role'))
  const state = memberStates.find((each) => each === params.get('state'))
  const query = useInfiniteQuery({
    queryKey: keys.members.list(search, role, state),
    queryFn: ({ pageParam, signal }) =>
      call(listMembers, { query: { q: search || undefined, role, state, cursor: pageParam, limit: 100 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  })
  const setParam = (name: string) => (value: string | undefined) =>
    setParams(
      (now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    query,
    rows: query.data?.pages.flatMap((page) => page.data) ?? [],
    total: query.data?.pages[0]?.total ?? 0,
    search,
    setSearch: setParam('q'),
    role,
    setRole: setParam('role'),
    state,
    setState: setParam('state'),
  }
}
