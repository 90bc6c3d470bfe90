import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmHandIn } from '#domain/api/cash.ts'
import type { CashHandIn } from '#domain/schema/cash.ts'
import { call } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MoneyField } from '../records/money-field.tsx'

/** Somebody says how much of a driver's cash they counted. A difference needs a reason. */
export function CountDialog({ handIn, onClose }: { handIn: CashHandIn; onClose: () => void }) {
  const client = useQueryClient()
  const { currency } = useMe().workspace
  const [counted, setCounted] = useState(Number.NaN)
  const [reason, setReason] = useState('')
  const differs = !Number.isNaN(counted) && counted !== handIn.amount
  const confirm = useMutation({
    mutationFn: () =>
      call(confirmHandIn, {
        params: { id: handIn.id },
        body: { counted, reason: differs ? reason.trim() : null },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.cash })
      toast({ tone: 'success', title: 'The cash was counted' })
      onClose()
    },
  })
  const isReady = !Number.isNaN(counted) && (!differs || reason.trim() !== '')
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Count the cash of ${handIn.driver_name}`}
      description={`The driver says ${formatMoney(handIn.amount, currency)}. What you count is what counts; a difference stays with the driver.`}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!isReady}
            isPending={confirm.isPending}
            onPress={() => confirm.mutate()}
          >
            Confirm
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <MoneyField label="Counted" value={counted} onChange={setCounted} />
        {differs && (
          <TextField label="Why is it different?" value={reason} onChange={setReason} maxLength={300} isRequired />
        )}
        {confirm.error && <SaveError title="It was not confirmed" error={confirm.error} />}
      </div>
    </Dialog>
  )
}
