import { parseDate, type CalendarDate } from '@internationalized/date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addClientCharge } from '#domain/api/client-billing.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MoneyField } from '../records/money-field.tsx'

/** Charges something that is no delivery, such as storage. */
export function ChargeDialog({ clientId, today, onClose }: { clientId: string; today: string; onClose: () => void }) {
  const client = useQueryClient()
  const [day, setDay] = useState<CalendarDate | null>(parseDate(today))
  const [text, setText] = useState('')
  const [amount, setAmount] = useState(Number.NaN)
  const [isLess, setLess] = useState(false)
  const [tax, setTax] = useState(0)
  const key = useRef(newIdempotencyKey())
  const add = useMutation({
    mutationFn: () =>
      call(addClientCharge, {
        params: { id: clientId },
        body: { day: day!.toString(), text: text.trim(), amount: isLess ? -amount : amount, tax_percent: tax },
        idempotencyKey: key.current,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.clients.billing })
      toast({ tone: 'success', title: 'The charge was added' })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Charge something else"
      description="Such as storage, or what corrects an earlier price. It is on the next invoice."
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!day || text.trim() === '' || !(amount > 0) || Number.isNaN(tax)}
            isPending={add.isPending}
            onPress={() => add.mutate()}
          >
            Add charge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextField label="What for" value={text} onChange={setText} maxLength={200} isRequired autoFocus />
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <DatePicker label="Day" value={day} onChange={setDay} isRequired />
          <MoneyField label="Amount without tax" value={amount} onChange={setAmount} />
        </div>
        <NumberField label="Tax" unit="%" minValue={0} maxValue={100} value={tax} onChange={setTax} />
        <Switch isSelected={isLess} onChange={setLess}>
          The client pays less
        </Switch>
        {add.error && <SaveError title="It was not added" error={add.error} />}
      </div>
    </Dialog>
  )
}
