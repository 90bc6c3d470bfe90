import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { offerOwnership } from '#domain/api/members.ts'
import type { TeamMember } from '#domain/schema/member.ts'
import { call, CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Offers the workspace to a member. Whoever signed in a while ago proves first who they are, and comes back here. */
export function OfferDialog({ heir, onClose }: { heir: TeamMember; onClose: () => void }) {
  const { workspace } = useMe()
  const { pathname, search } = useLocation()
  const client = useQueryClient()
  const offer = useMutation({
    mutationFn: () => call(offerOwnership, { body: { to: heir.user_id } }),
    onSuccess: () => {
      onClose()
      toast({ title: `${heir.name} has 7 days to accept` })
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.members.all }),
  })
  const mustConfirm = offer.error instanceof CallError && offer.error.code === 'recent_sign_in_required'
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Hand ${workspace.name} over to ${heir.name}?`}
      footer={
        <>
          <Button onPress={onClose} isDisabled={offer.isPending}>
            Cancel
          </Button>
          {mustConfirm ? (
            <ButtonLink variant="primary" to={`/signin/owner?next=${encodeURIComponent(pathname + search)}`}>
              Confirm that it is you
            </ButtonLink>
          ) : (
            <Button variant="primary" isPending={offer.isPending} onPress={() => offer.mutate()}>
              Offer ownership
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3 text-ink-muted">
        <p>
          {heir.name} gets an email and can accept or decline here within 7 days. Until then, nothing changes, and you
          can take the offer back.
        </p>
        <p>
          If {heir.name} accepts, the workspace is theirs, with billing and the right to delete it. You become an admin.
        </p>
        {mustConfirm && (
          <PlainAlert>You signed in a while ago. Confirm that it is you, and you come back here.</PlainAlert>
        )}
        {offer.error && !mustConfirm && <PlainAlert>{sentenceOf(offer.error)}</PlainAlert>}
      </div>
    </Dialog>
  )
}
