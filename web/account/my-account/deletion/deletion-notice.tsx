import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { withdrawAccountDeletion } from '#domain/api/account.ts'
import { call } from '#web/lib/call.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { toast } from '#web/ui/toast.tsx'
import { deletionQuery, refreshAccount } from '../account-query.ts'
import { timeOf } from '../../when.ts'

/** Shown above everything else while a deletion is scheduled: when it happens, and how to cancel it. */
export function DeletionNotice() {
  const { data } = useQuery(deletionQuery)
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: () => call(withdrawAccountDeletion, {}),
    onSuccess: async () => {
      await refreshAccount(client)
      toast({ title: 'Your account stays' })
    },
  })
  if (!data?.due_at) return null
  return (
    <div className="grid gap-3">
      <Banner
        tone="danger"
        icon={<Trash2 />}
        actions={
          <Button size="small" isPending={undo.isPending} onPress={() => undo.mutate()}>
            Undo the deletion
          </Button>
        }
      >
        Your account will be deleted on {timeOf(data.due_at)}.
      </Banner>
      {undo.error && <PlainAlert>{undo.error.message}</PlainAlert>}
    </div>
  )
}
