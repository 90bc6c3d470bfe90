import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { listInvitations, resendInvitation } from '#domain/api/invitations.ts'
import type { Invitation } from '#domain/schema/invitation.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { invitationColumns, whoOf } from './invitation-columns.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** The invitations that wait, for those who may invite. */
export function Invitations() {
  return useMay('manage_workspace') ? <OpenInvitations /> : null
}

type Doing = { what: 'link' | 'withdraw'; invitation: Invitation }

function OpenInvitations() {
  const { workspace } = useMe()
  const queryClient = useQueryClient()
  const fresh = useFresh()
  const [doing, setDoing] = useState<Doing>()
  const list = useInfiniteQuery({
    queryKey: keys.invitations.list('waiting'),
    queryFn: ({ pageParam, signal }) => call(listInvitations, { query: { cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages[0]?.total ?? 0
  const columns = useMemo(() => invitationColumns(workspace.time_zone), [workspace.time_zone])
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keys.invitations.all })
  const close = () => setDoing(undefined)
  const resend = useMutation({
    mutationFn: (invitation: Invitation) => call(resendInvitation, { params: { id: invitation.id } }),
    onSuccess: (invitation) =>
      toast({ title: `Sent again to ${whoOf(invitation)}`, description: 'It is valid for another 7 days.' }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: refresh,
  })
  const menuOf = (invitation: Invitation) => (
    <>
      <MenuItem onAction={() => resend.mutate(invitation)}>
        {invitation.sent_at ? 'Send again' : 'Keep for another 7 days'}
      </MenuItem>
      {invitation.state === 'open' && (
        <MenuItem onAction={() => setDoing({ what: 'link', invitation })}>Copy link</MenuItem>
      )}
      <MenuItem isDestructive onAction={() => setDoing({ what: 'withdraw', invitation })}>
        Withdraw
      </MenuItem>
    </>
  )
  return (
    <Card
      title="Invitations"
      description={
        total > 0
          ? `${total.toLocaleString('en-US')} ${total === 1 ? 'invitation is' : 'invitations are'} waiting for an answer.`
          : 'People who were invited and have not joined yet.'
      }
      isPadded={false}
    >
      <div className="border-t">
        {list.isLoadingError ? (
          <div className="p-4">
            <LoadError
              title="The invitations could not be loaded"
              error={list.error}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
            />
          </div>
        ) : (
          <Table
            label="Invitations"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowText={whoOf}
            rowMenu={menuOf}
            isLoading={list.isPending}
            fresh={fresh}
            empty={
              <EmptyState icon={<MailPlus />} title="No open invitations">
                Invite one person, or paste a whole column of addresses.
              </EmptyState>
            }
          />
        )}
        {list.hasNextPage && (
          <div className="border-t p-3 text-center">
            <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
      {doing?.what === 'link' && <LinkDialog invitation={doing.invitation} onClose={close} />}
      {doing?.what === 'withdraw' && (
        <WithdrawDialog invitation={doing.invitation} onClose={close} onWithdrawn={refresh} />
      )}
    </Card>
  )
}
