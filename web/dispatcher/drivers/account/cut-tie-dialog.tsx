import { useMutation } from '@tanstack/react-query'
import { changeDriver } from '#domain/api/drivers.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { DriverAccount } from '#domain/schema/invitation.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { driver: Driver; account: DriverAccount; onClose: () => void }

/** Asks before an account stops being a driver. */
export function CutTieDialog({ driver, account, onClose }: Props) {
  const { name = '', role, signs_in_by_code: byCode } = account.member ?? {}
  const cut = useMutation({
    mutationFn: () =>
      changeRecord(driver, { user_id: null }, (version) =>
        call(changeDriver, { params: { id: driver.id }, body: { user_id: null }, version }),
      ),
    onSuccess: () => toast({ title: `${name} is no longer the driver ${driver.name}` }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Cut the tie to ${name}?`}
      confirmLabel="Cut the tie"
      isDestructive
      isPending={cut.isPending}
      onConfirm={() => cut.mutate()}
    >
      The driver keeps the routes and history, and somebody else can be invited.{' '}
      {role === 'driver'
        ? `${name} stays a member and sees no route any more. ${byCode ? 'No code opens that account again. ' : ''}Remove them on the team page if they no longer work for you.`
        : `${name} stays a member, and no longer drives.`}
    </ConfirmDialog>
  )
}
