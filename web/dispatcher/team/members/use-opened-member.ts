import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { getMember } from '#domain/api/members.ts'
import type { TeamMember } from '#domain/schema/member.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

const parameters = { edit: 'member', offer: 'hand_over' } as const
type Purpose = keyof typeof parameters

/** The member in the address, to edit or to hand the workspace over to. A link may name one who is not in the list. */
export function useOpenedMember(rows: readonly TeamMember[]) {
  const [params, setParams] = useSearchParams()
  const [purpose, parameter] = params.has(parameters.edit)
    ? (['edit', 'member'] as const)
    : (['offer', 'hand_over'] as const)
  const id = params.get(parameter) ?? undefined
  const listed = rows.find(({ user_id }) => user_id === id)
  const { data } = useQuery({
    queryKey: keys.members.one(id ?? ''),
    queryFn: ({ signal }) => call(getMember, { params: { id: id! }, signal }),
    enabled: id !== undefined && !listed,
    retry: false,
  })
  const member = listed ?? (id === undefined ? undefined : data)
  const set = (change: (params: URLSearchParams) => void) =>
    setParams(
      (now) => {
        for (const each of Object.values(parameters)) now.delete(each)
        change(now)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    edited: purpose === 'edit' ? member : undefined,
    heir: purpose === 'offer' ? member : undefined,
    open: (what: Purpose, userId: string) => set((now) => now.set(parameters[what], userId)),
    close: () => set(() => {}),
  }
}
