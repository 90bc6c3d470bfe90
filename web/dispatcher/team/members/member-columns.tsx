import type { TeamMember } from '#domain/schema/member.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { roleWords } from './role-words.ts'

/** The columns of the list of members. */
export const memberColumns = (ownId: string): TableColumn<TeamMember>[] => [
  {
    id: 'name',
    header: 'Member',
    isRowHeader: true,
    title: (member) => member.name,
    cell: (member) => (
      <span className="font-medium">{member.user_id === ownId ? `${member.name} (you)` : member.name}</span>
    ),
  },
  { id: 'role', header: 'Role', width: 'w-32', cell: (member) => roleWords[member.role].label },
  {
    id: 'state',
    header: 'State',
    width: 'w-32',
    cell: (member) => <StateBadge state={member.state === 'active' ? 'active' : 'inactive'} />,
  },
]
