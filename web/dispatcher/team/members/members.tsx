import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { TeamMember } from '#domain/schema/member.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { depotChoicesQuery } from '../../queries.ts'
import { OfferDialog } from '../ownership/offer-dialog.tsx'
import { LeaveDialog, RemoveDialog, SuspendDialog, useResume } from './end-dialog.tsx'
import { MemberCard, memberColumns } from './member-columns.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { deedsFor, memberItems, type Deed } from './member-menu.tsx'
import { MembersCount, MembersToolbar } from './members-toolbar.tsx'
import { useMembers } from './use-members.ts'
import { useOpenedMember } from './use-opened-member.ts'

type Doing = { deed: 'suspend' | 'remove' | 'leave'; member: TeamMember }

/** The members of the workspace: everybody sees who they are, owners and admins change what they may do. */
export function Members() {
  const members = useMembers()
  const { query, rows } = members
  const me = useMe()
  const mayManage = useMay('manage_workspace')
  const depots = useQuery(depotChoicesQuery).data
  const now = useNow()
  const fresh = useFresh()
  const resume = useResume()
  const [doing, setDoing] = useState<Doing>()
  const opened = useOpenedMember(rows)
  const around = useMemo(
    () => ({ ownId: me.user_id, now, timeZone: me.workspace.time_zone, depots: depots ?? [] }),
    [me.user_id, now, me.workspace.time_zone, depots],
  )
  const columns = useMemo(() => memberColumns(around, mayManage), [around, mayManage])
  const close = () => setDoing(undefined)
  const start = (member: TeamMember, deed: Deed) => {
    if (deed === 'resume') void resume(member)
    else if (deed === 'edit' || deed === 'offer') opened.open(deed, member.user_id)
    else setDoing({ deed, member })
  }
  const mayEdit = (member: TeamMember) => deedsFor(me, member).includes('edit')
  if (query.isLoadingError) {
    return (
      <LoadError
        title="The members could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  return (
    <section aria-label="Members">
      <MembersToolbar members={members} />
      <Card isPadded={false}>
        <Table
          label="Members"
          columns={columns}
          rows={rows}
          rowKey={(member) => member.user_id}
          rowText={(member) => member.name}
          isLoading={query.isPending}
          isRefreshing={query.isPlaceholderData}
          fresh={fresh}
          onOpen={mayManage ? (id) => opened.open('edit', id) : undefined}
          rowMenu={(member) => memberItems(deedsFor(me, member), (deed) => start(member, deed))}
          card={(member) => <MemberCard member={member} around={around} />}
          empty={
            <EmptyState icon={<UsersRound />} title="No members match">
              Change the search or the filters.
            </EmptyState>
          }
        />
      </Card>
      <MembersCount members={members} />
      <NotOffered action="manage_workspace" doing="change members" className="mt-3" />
      {opened.edited && (
        <MemberDrawer
          key={opened.edited.user_id}
          member={opened.edited}
          isEditable={mayEdit(opened.edited)}
          onClose={opened.close}
        />
      )}
      {opened.heir && <OfferDialog heir={opened.heir} onClose={opened.close} />}
      {doing?.deed === 'suspend' && <SuspendDialog member={doing.member} onClose={close} />}
      {doing?.deed === 'remove' && <RemoveDialog member={doing.member} onClose={close} />}
      {doing?.deed === 'leave' && <LeaveDialog onClose={close} />}
    </section>
  )
}
