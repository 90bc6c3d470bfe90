import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { getInvitationLink } from '#domain/api/invitations.ts'
import type { Invitation } from '#domain/schema/invitation.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { whoOf } from './invitation-columns.tsx'

/** The link of an invitation, to send in another way. */
export function LinkDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const link = useQuery({
    queryKey: keys.invitations.link(invitation.id),
    queryFn: ({ signal }) => call(getInvitationLink, { params: { id: invitation.id }, signal }),
    gcTime: 0,
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Invitation link"
      description={
        invitation.email
          ? `Only ${invitation.email} can accept it, once the address is confirmed.`
          : 'The first person who opens it and accepts it joins.'
      }
      footer={<Button onPress={onClose}>Done</Button>}
    >
      {link.isPending && <Spinner label="Loading the link" />}
      {link.error && (
        <LoadError title={`No link for ${whoOf(invitation)}`} error={link.error} onRetry={() => void link.refetch()} />
      )}
      {link.data && <CopyLink link={link.data.link} />}
    </Dialog>
  )
}

/** A link to copy, by button or by hand. */
export function CopyLink({ link }: { link: string }) {
  const [copying, setCopying] = useState<'copied' | 'failed'>()
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopying('copied'),
      () => setCopying('failed'),
    )
  const Icon = copying === 'copied' ? Check : Copy
  return (
    <div className="flex flex-col gap-3">
      <code className="block rounded-lg border bg-sunken p-3 font-mono text-[0.8125rem] select-all wrap-anywhere">
        {link}
      </code>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<Icon aria-hidden="true" className="size-4" />} onPress={() => void copy().catch(console.error)}>
          Copy link
        </Button>
        <output className="text-[0.8125rem] text-ink-muted">
          {copying === 'copied' && 'Copied.'}
          {copying === 'failed' && 'Your browser did not allow copying. Select the link and copy it by hand.'}
        </output>
      </div>
    </div>
  )
}
