import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { confirmOwnerFirst } from '../../owner-check.ts'
import { deletionQuery } from '../account-query.ts'
import { DeletionForm } from './deletion-form.tsx'

type DeletionDialogProps = { isOpen: boolean; onClose: () => void }

/**
 * Explains what deleting the account does, asks what happens to its workspaces, and has the person type a
 * confirmation.
 */
export function DeletionDialog({ isOpen, onClose }: DeletionDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(is) => !is && onClose()}
      size="medium"
      title="Delete your account?"
      description="Nothing is deleted for 7 days. Until then you can sign in and undo it. After that, nobody can."
    >
      <Content onClose={onClose} />
    </Dialog>
  )
}

function Content({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(deletionQuery)
  if (error) {
    return <ErrorPanel message={error.message} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-3 py-2">
        <span className="sr-only">Checking what will be deleted</span>
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-9 w-full" />
      </div>
    )
  }
  if (!data.needs_sign_in) return <DeletionForm deletion={data} onClose={onClose} />
  const confirm = async () => {
    if (await confirmOwnerFirst()) await refetch()
  }
  return (
    <div className="grid gap-5">
      <p>
        You signed in a while ago. Confirm that it is you, so that nobody else on this device can delete your account.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>Keep my account</Button>
        <Button variant="primary" onPress={() => void confirm()}>
          Confirm that it is me
        </Button>
      </div>
    </div>
  )
}
