import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'
import { deletionQuery } from '../account-query.ts'
import { Section } from '../section.tsx'

/** Deletes the account, after 7 days in which the person can change their mind. */
export function DeleteAccount() {
  const { data } = useQuery(deletionQuery)
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      id="delete-account"
      title="Delete account"
      description="This ends your access and deletes your data. You have 7 days to change your mind."
      actions={
        !data?.due_at && (
          <Button variant="danger-quiet" className="max-sm:-ml-3.5" onPress={() => setOpen(true)}>
            Delete Account
          </Button>
        )
      }
    >
      {data?.due_at && (
        <p className="text-ink-muted">
          Your account is scheduled for deletion. You can undo that at the top of this page.
        </p>
      )}
      <DeletionDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Section>
  )
}
