import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { takeHandIn } from '#domain/api/cash.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { activeDriversQuery } from '../queries.ts'
import { MoneyField } from '../records/money-field.tsx'

/** Takes cash from a driver who stands at the counter with a phone that is dead. */
export function TakeDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const drivers = useQuery(activeDriversQuery).data
  const [driverId, setDriver] = useState<string | null>(null)
  const [amount, setAmount] = useState(Number.NaN)
  const [note, setNote] = useState('')
  const key = useRef(newIdempotencyKey())
  const take = useMutation({
    mutationFn: () =>
      call(takeHandIn, {
        params: { id: driverId! },
        body: { amount, note: note.trim() || null },
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ driver_name }) => {
      await client.invalidateQueries({ queryKey: keys.cash })
      toast({ tone: 'success', title: `The cash of ${driver_name} was taken` })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Take cash without the driver’s phone"
      description="Count it together. It counts at once, and the driver is asked to confirm it on the phone later."
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={driverId === null || !(amount > 0)}
            isPending={take.isPending}
            onPress={() => take.mutate()}
          >
            Take cash
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ComboBox
          label="Driver"
          options={(drivers ?? []).map(({ id, name }) => ({ id, label: name }))}
          selectedKey={driverId}
          onSelectionChange={(id) => setDriver(id === null ? null : String(id))}
          isRequired
        />
        <MoneyField label="Counted" value={amount} onChange={setAmount} />
        <TextField
          label="Note"
          description="Such as: battery is empty"
          value={note}
          onChange={setNote}
          maxLength={300}
        />
        {take.error && <SaveError title="It was not taken" error={take.error} />}
      </div>
    </Dialog>
  )
}
