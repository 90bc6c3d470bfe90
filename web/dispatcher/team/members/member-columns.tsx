import { ShieldCheck, ShieldOff } from 'lucide-react'
import type { TeamMember } from '#domain/schema/member.ts'
import { formatAgo, formatDate } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { depotWords } from './depot-words.ts'
import { roleWords } from './role-words.ts'

type Column = TableColumn<TeamMember>

/** What the columns need besides the members. */
type Around = { ownId: string; now: Date; timeZone: string; depots: readonly { id: string; name: string }[] }

const dayMs = 86_400_000

/** The columns of the list. Only owners and admins learn of accounts and of when somebody was here. */
export function memberColumns(around: Around, maySeeAccounts: boolean): Column[] {
  const { depots } = around
  const accounts: Column[] = [
    { id: 'email', header: 'Email', hideBelow: 'xl', cell: (member) => member.email ?? member.phone ?? '–' },
  ]
  const use: Column[] = [
    {
      id: 'seen',
      header: 'Last seen',
      width: 'w-32',
      cell: (member) => seenWords(member, around),
    },
    {
      id: 'factor',
      header: 'Second factor',
      width: 'w-28',
      hideBelow: 'lg',
      cell: (member) => <Factor isOn={member.has_second_factor === true} />,
    },
  ]
  return [
    {
      id: 'name',
      header: 'Member',
      isRowHeader: true,
      width: 'w-[22%]',
      title: (member) => member.name,
      cell: (member) => <Name member={member} isSelf={member.user_id === around.ownId} />,
    },
    ...(maySeeAccounts ? accounts : []),
    { id: 'role', header: 'Role', width: 'w-26', cell: (member) => <RoleOf member={member} /> },
    { id: 'state', header: 'State', width: 'w-28', cell: (member) => <StateBadge state={member.state} /> },
    ...(maySeeAccounts ? use : []),
    { id: 'driver', header: 'Drives as', width: 'w-32', hideBelow: 'xl', cell: (member) => member.driver?.name ?? '–' },
    ...(depots.length > 1
      ? [
          {
            id: 'depots',
            header: 'Depots',
            width: 'w-32',
            hideBelow: '2xl' as const,
            cell: (member: TeamMember) => depotWords(member.depot_ids, depots),
          },
        ]
      : []),
  ]
}

function Name({ member, isSelf }: { member: TeamMember; isSelf: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <Avatar name={member.name} size="small" />
      <span className="truncate font-medium">{member.name}</span>
      {isSelf && <span className="text-ink-muted">(you)</span>}
    </span>
  )
}

/** Owners handle prescriptions in any case. */
function RoleOf({ member: { role, handles_prescriptions } }: { member: TeamMember }) {
  return (
    <>
      {roleWords[role].label}
      {handles_prescriptions && <span className="block text-[0.8125rem] text-ink-muted">Prescriptions</span>}
    </>
  )
}

function Factor({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? ShieldCheck : ShieldOff
  return (
    <span className="flex items-center gap-1.5">
      <Icon aria-hidden="true" className={isOn ? 'size-4 text-success-ink' : 'size-4 text-ink-faint'} />
      {isOn ? 'On' : 'Off'}
    </span>
  )
}

/** To the minute, as it is noted: `now`, `12 min ago`, or the day. */
function seenWords({ user_id, last_seen_at: at }: TeamMember, { ownId, now, timeZone }: Around): string {
  if (user_id === ownId) return 'Now'
  if (!at) return 'Never'
  const ms = now.getTime() - Date.parse(at)
  if (ms < 120_000) return 'Now'
  return ms < dayMs ? formatAgo(at, now) : formatDate(at, timeZone)
}

/** A member on a phone. */
export function MemberCard({ member, around }: { member: TeamMember; around: Around }) {
  const facts = [
    member.has_second_factor !== null && `Seen: ${seenWords(member, around).toLowerCase()}`,
    member.has_second_factor !== null && `Second factor ${member.has_second_factor ? 'on' : 'off'}`,
    member.driver && `Drives as ${member.driver.name}`,
    member.handles_prescriptions && 'Handles prescriptions',
    member.depot_ids && depotWords(member.depot_ids, around.depots),
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Name member={member} isSelf={member.user_id === around.ownId} />
        {member.state !== 'active' && <StateBadge state={member.state} />}
      </div>
      <p className="mt-1.5 text-[0.8125rem]">{roleWords[member.role].label}</p>
      {(member.email ?? member.phone) && (
        <p className="mt-0.5 truncate text-[0.8125rem] text-ink-muted">{member.email ?? member.phone}</p>
      )}
      <p className="mt-0.5 text-[0.8125rem] text-ink-muted">{facts.filter(Boolean).join(' · ')}</p>
    </>
  )
}
