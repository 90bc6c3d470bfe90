import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Crown } from 'lucide-react'
import { useState } from 'react'
import { acceptOwnership, declineOwnership, getOwnershipOffer, withdrawOwnershipOffer } from '#domain/api/members.ts'
import type { OwnershipOffer } from '#domain/schema/member.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The open offer to hand over the workspace: its two sides answer it or take it back. Nothing without one. */
export function OfferNotice() {
  const me = useMe()
  const client = useQueryClient()
  const [isAccepting, setAccepting] = useState(false)
  const { data } = useQuery({
    queryKey: keys.members.offer,
    queryFn: ({ signal }) => call(getOwnershipOffer, { signal }),
  })
  const answer = useMutation({
    mutationFn: ({ act }: { act: () => Promise<void>; said: string }) => act(),
    onSuccess: (_, { said }) => toast({ title: said }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => {
      setAccepting(false)
      void client.invalidateQueries()
    },
  })
  const mayWithdraw = useMay('manage_billing')
  const offer = data?.offer
  if (!offer) return null
  const until = formatDateTime(offer.expires_at, me.workspace.time_zone)
  const isHeir = offer.to.user_id === me.user_id
  return (
    <div className="mb-4">
      <Banner
        tone="brand"
        icon={<Crown />}
        actions={
          isHeir ? (
            <>
              <Button
                size="small"
                onPress={() =>
                  answer.mutate({
                    act: () => call(declineOwnership, { body: { id: offer.id } }),
                    said: 'You declined the offer',
                  })
                }
              >
                Decline
              </Button>
              <Button size="small" variant="primary" onPress={() => setAccepting(true)}>
                Accept…
              </Button>
            </>
          ) : (
            mayWithdraw && (
              <Button
                size="small"
                isPending={answer.isPending}
                onPress={() =>
                  answer.mutate({ act: () => call(withdrawOwnershipOffer, {}), said: 'The offer was taken back' })
                }
              >
                Take the offer back
              </Button>
            )
          )
        }
      >
        {wordsOf(offer, me.user_id, me.workspace.name)} Open until {until}.
      </Banner>
      <ConfirmDialog
        isOpen={isAccepting}
        onOpenChange={setAccepting}
        title={`Become the owner of ${me.workspace.name}?`}
        confirmLabel="Accept ownership"
        isPending={answer.isPending}
        onConfirm={() =>
          answer.mutate({
            act: () => call(acceptOwnership, { body: { id: offer.id } }),
            said: `You own ${me.workspace.name} now`,
          })
        }
      >
        You are responsible for it then, with billing and the right to delete it. {offer.from.name} becomes an admin.
      </ConfirmDialog>
    </div>
  )
}

function wordsOf({ from, to }: OwnershipOffer, ownId: string, workspace: string): string {
  if (to.user_id === ownId) return `${from.name} offers you the ownership of ${workspace}.`
  return from.user_id === ownId
    ? `You offered the ownership of ${workspace} to ${to.name}.`
    : `${from.name} offered the ownership of ${workspace} to ${to.name}.`
}
