import type { Invitation } from '#domain/schema/invitation.ts'
import { formatDate } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { roleWords } from '../members/role-words.ts'

/** Whom an invitation is for. */
export const whoOf = ({ email, phone }: Invitation): string => email ?? phone ?? 'Whoever has the link'

/** The columns of the list of invitations. */
export const invitationColumns = (timeZone: string): TableColumn<Invitation>[] => [
  {
    id: 'who',
    header: 'Invited',
    isRowHeader: true,
    title: whoOf,
    cell: (row) => <span className="font-medium">{whoOf(row)}</span>,
  },
  { id: 'role', header: 'Role', width: 'w-28', cell: ({ role }) => roleWords[role].label },
  {
    id: 'state',
    header: 'State',
    width: 'w-28',
    cell: ({ state, failure }) => {
      if (state === 'expired') return <Badge tone="warning">Expired</Badge>
      return failure ? <Badge tone="danger">Not sent</Badge> : <Badge tone="info">Waiting</Badge>
    },
  },
  {
    id: 'sent',
    header: 'Sent',
    width: 'w-40',
    hideBelow: 'lg',
    title: ({ failure }) => failure ?? undefined,
    cell: ({ sent_at, sent_count }) =>
      sent_at ? `${formatDate(sent_at, timeZone)}${sent_count > 1 ? ` (${sent_count}×)` : ''}` : 'Link only',
  },
  {
    id: 'until',
    header: 'Expires',
    width: 'w-32',
    cell: ({ expires_at }) => formatDate(expires_at, timeZone),
  },
  { id: 'by', header: 'By', width: 'w-40', hideBelow: 'xl', cell: ({ invited_by }) => invited_by },
]
