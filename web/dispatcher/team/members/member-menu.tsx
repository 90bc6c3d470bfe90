import type { ReactNode } from 'react'
import { mayDo } from '#web/lib/me.ts'
import type { Me } from '#domain/schema/workspace.ts'
import type { TeamMember } from '#domain/schema/member.ts'
import { MenuItem } from '#web/ui/menu.tsx'

/** What can be done about a member. */
export type Deed = 'edit' | 'suspend' | 'resume' | 'remove' | 'offer' | 'leave'

const words: Record<Deed, string> = {
  edit: 'Change role…',
  suspend: 'Suspend…',
  resume: 'Let in again',
  remove: 'Remove…',
  offer: 'Hand over ownership…',
  leave: 'Leave workspace…',
}

/** What somebody may do about a member, as the server decides too. */
export function deedsFor(me: Pick<Me, 'user_id' | 'role' | 'driver_id'>, member: TeamMember): Deed[] {
  const mayManage = mayDo(me as Me, 'manage_workspace')
  if (member.user_id === me.user_id) return mayManage ? ['edit', 'leave'] : ['leave']
  if (!mayManage || (member.role === 'owner' && me.role !== 'owner')) return []
  const isActive = member.state === 'active'
  const mayInherit = me.role === 'owner' && isActive && member.role !== 'owner' && member.role !== 'client'
  return ['edit', ...(mayInherit ? ['offer' as const] : []), isActive ? 'suspend' : 'resume', 'remove']
}

/** The items of the menu at the end of a member's row, if there are any. */
export function memberItems(deeds: readonly Deed[], onStart: (deed: Deed) => void): ReactNode {
  if (!deeds.length) return null
  return deeds.map((deed) => (
    <MenuItem
      key={deed}
      isDestructive={deed === 'suspend' || deed === 'remove' || deed === 'leave'}
      onAction={() => onStart(deed)}
    >
      {words[deed]}
    </MenuItem>
  ))
}
