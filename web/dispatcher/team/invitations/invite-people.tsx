import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { InviteDialog } from './invite-dialog.tsx'

/** The button that opens the dialog to invite people. */
export function InvitePeople() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<UserPlus aria-hidden="true" className="size-4" />} onPress={() => setOpen(true)}>
        Invite people
      </Button>
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  )
}
