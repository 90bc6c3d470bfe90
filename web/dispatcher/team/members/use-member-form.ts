import { changeMember } from '#domain/api/members.ts'
import { mayHandlePrescriptions } from '#domain/permissions.ts'
import { MemberChange, type TeamMember } from '#domain/schema/member.ts'
import { call } from '#web/lib/call.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { depotWords } from './depot-words.ts'
import { roleWords } from './role-words.ts'

type Values = Pick<TeamMember, 'name' | 'role'> & {
  /** Empty for all. */
  depot_ids: string[]
  client_id: string | null
  handles_prescriptions: boolean
}

const toValues = ({ name, role, depot_ids, client_id, handles_prescriptions }: TeamMember): Values => ({
  name,
  role,
  depot_ids: depot_ids ?? [],
  client_id,
  handles_prescriptions,
})

/** Whether members of this role can be limited to depots. */
export const isLimitable = (role: TeamMember['role']) => role === 'dispatcher' || role === 'driver'

const { one, text } = partsOf<Values>()

/** The form for a member, whom others may change meanwhile. */
export function useMemberForm(
  member: TeamMember,
  { depots, clients }: Record<'depots' | 'clients', readonly { id: string; name: string }[]>,
  onSaved: () => void,
) {
  return useRecordForm({
    initial: toValues(member),
    toBody: ({ name, role, depot_ids, client_id, handles_prescriptions: handles }, base) => ({
      name,
      // An owner's role changes only when ownership is handed over, or by another owner.
      ...(role !== member.role && { role }),
      ...(role === 'client' && { client_id }),
      // Another role takes it away by itself.
      ...(mayHandlePrescriptions(role) && handles !== base.handles_prescriptions && { handles_prescriptions: handles }),
      depot_ids: isLimitable(role) && depot_ids.length > 0 ? depot_ids : null,
    }),
    schema: MemberChange,
    shared: {
      record: { ...member, id: member.user_id },
      toValues,
      parts: [
        text('Name', 'name'),
        one('Role', 'role', (role: TeamMember['role']) => roleWords[role].label),
        one('Client', 'client_id', (id: string | null) => clients.find((each) => each.id === id)?.name ?? ''),
        one('Handles prescriptions', 'handles_prescriptions', (handles: boolean) => (handles ? 'Yes' : 'No')),
        one('Depots', 'depot_ids', (ids: string[]) => depotWords(ids.length > 0 ? ids : null, depots)),
      ],
      gone: { code: 'member_not_found', noun: 'member' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeMember, { params: { id: member.user_id }, body, version })
      return { ...saved, id: saved.user_id }
    },
    onSaved,
  })
}
