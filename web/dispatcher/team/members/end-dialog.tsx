import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { leaveWorkspace, removeMember, resumeMember, suspendMember } from '#domain/api/members.ts'
import type { TeamMember } from '#domain/schema/member.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { toast } from '#web/ui/toast.tsx'

type DialogProps = { member: TeamMember; onClose: () => void }

/** Asks before a member is suspended. It can be undone, except for their keys. */
export function SuspendDialog({ member, onClose }: DialogProps) {
  const resume = useResume()
  return (
    <EndDialog
      title={`Suspend ${member.name}?`}
      confirmLabel="Suspend"
      onClose={onClose}
      act={() =>
        changeRecord(member, { state: 'suspended' }, (version) =>
          call(suspendMember, { params: { id: member.user_id }, version }),
        )
      }
      onDone={(suspended) =>
        toast({
          title: `${member.name} is suspended`,
          action: { label: 'Undo', onPress: () => void resume(suspended) },
        })
      }
    >
      <p>They can no longer open this workspace, on any device: open pages and uploads end at once.</p>
      <p className="mt-2">
        API keys that they made stop working for good. Their work stays, and you can let them in again at any time.
      </p>
    </EndDialog>
  )
}

/** Asks before a member is removed, which takes a new invitation to undo. */
export function RemoveDialog({ member, onClose }: DialogProps) {
  const { workspace } = useMe()
  return (
    <EndDialog
      title={`Remove ${member.name}?`}
      confirmLabel="Remove member"
      onClose={onClose}
      act={() => call(removeMember, { params: { id: member.user_id } })}
      onDone={() => toast({ title: `${member.name} was removed` })}
    >
      <p>
        They no longer belong to {workspace.name}: open pages and uploads end at once, and API keys that they made stop
        working for good.
      </p>
      <p className="mt-2">
        Their work stays, with their name in every history.
        {member.driver && ` The driver ${member.driver.name} stays too, without an account.`} To let them in again, you
        have to invite them.
      </p>
    </EndDialog>
  )
}

/** Asks before somebody leaves. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useMe()
  const client = useQueryClient()
  return (
    <EndDialog
      title={`Leave ${workspace.name}?`}
      confirmLabel="Leave workspace"
      onClose={onClose}
      act={() => call(leaveWorkspace, {})}
      // The next call is refused, and the page says where else to go.
      onDone={() => void client.invalidateQueries({ queryKey: keys.me })}
    >
      You can no longer open it, and API keys that you made stop working for good. Your work stays. To come back, you
      need an invitation.
    </EndDialog>
  )
}

/** Lets somebody in again. */
export function useResume() {
  const client = useQueryClient()
  return async (member: TeamMember) => {
    try {
      await changeRecord(member, { state: 'active' }, (version) =>
        call(resumeMember, { params: { id: member.user_id }, version }),
      )
      toast({ title: `${member.name} may work here again`, description: 'API keys that were revoked stay revoked.' })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
    void client.invalidateQueries({ queryKey: keys.members.all })
  }
}

type EndDialogProps<T> = {
  title: string
  confirmLabel: string
  children: ReactNode
  onClose: () => void
  act: () => Promise<T>
  onDone: (result: T) => void
}

function EndDialog<T>({ title, confirmLabel, children, onClose, act, onDone }: EndDialogProps<T>) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: act,
    onSuccess: (result) => {
      onClose()
      onDone(result)
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.members.all }),
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      confirmLabel={confirmLabel}
      isDestructive
      isPending={end.isPending}
      onConfirm={() => end.mutate()}
    >
      {children}
      {end.error && (
        <div className="mt-3">
          <PlainAlert>{sentenceOf(end.error)}</PlainAlert>
        </div>
      )}
    </ConfirmDialog>
  )
}
