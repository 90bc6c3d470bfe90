import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { getInvitationLink, inviteDriver } from '#domain/api/invitations.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { call, CallError } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CopyLink } from '../../team/invitations/link-dialog.tsx'

export type Way = 'email' | 'text' | 'link'
type Props = { driver: Driver; way: Way; byMail: boolean; onClose: () => void }

const titles: Record<Way, string> = { email: 'by email', text: 'by text', link: 'by link' }

/** Invites a driver at an address, or makes a link to hand over. */
export function InviteDriverDialog({ driver, way, byMail, onClose }: Props) {
  const [address, setAddress] = useState((way === 'text' ? driver.phone : driver.email) ?? '')
  const [note, setNote] = useState('')
  const invite = useMutation({
    mutationFn: async () => {
      const { id } = await call(inviteDriver, {
        params: { id: driver.id },
        body: {
          email: way === 'email' ? address.trim() : null,
          phone: way === 'text' ? address : null,
          note: way === 'email' ? note : '',
        },
      })
      const isHandedOver = way === 'link' || (way === 'email' && !byMail)
      return isHandedOver ? (await call(getInvitationLink, { params: { id } })).link : undefined
    },
    onSuccess: (link) => link === undefined && onClose(),
  })
  const problem =
    invite.error instanceof CallError
      ? invite.error.problems.find(({ path }) => path === 'email' || path === 'phone')?.message
      : undefined
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Invite ${driver.name} ${titles[way]}`}
      footer={
        invite.data ? (
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form="invite-driver" isPending={invite.isPending}>
              {way === 'link' ? 'Create link' : 'Send invitation'}
            </Button>
          </>
        )
      }
    >
      {invite.data ? (
        <div className="grid gap-3">
          {way === 'email' && <Banner>This server sends no mail. Copy the link and send it yourself.</Banner>}
          <CopyLink link={invite.data} />
        </div>
      ) : (
        <Form
          id="invite-driver"
          validationBehavior="aria"
          onSubmit={(event) => {
            event.preventDefault()
            invite.mutate()
          }}
          className="flex flex-col gap-4"
        >
          {invite.error && !problem && <LoadError title="The driver was not invited" error={invite.error} />}
          {way === 'email' && (
            <TextField
              label="Email"
              type="email"
              autoFocus
              isRequired
              value={address}
              onChange={setAddress}
              errorMessage={problem}
            />
          )}
          {way === 'text' && (
            <TextField
              label="Phone"
              type="tel"
              autoFocus
              isRequired
              description="With its country code. Whoever has this phone joins with one press, without a password."
              value={address}
              onChange={setAddress}
              errorMessage={problem}
            />
          )}
          {way === 'link' && (
            <p className="text-ink-muted">
              The first person who opens the link and accepts it becomes this driver. It is valid for 7 days.
            </p>
          )}
          {way === 'email' && (
            <TextArea
              label="Note"
              description="A few words in the mail, if you like."
              maxLength={1000}
              rows={2}
              value={note}
              onChange={setNote}
            />
          )}
        </Form>
      )}
    </Dialog>
  )
}
