import { startOfMonth, parseDate, type CalendarDate } from '@internationalized/date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createPayRule } from '#domain/api/pay.ts'
import { dayOf } from '#domain/time.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { activeDriversQuery } from '../queries.ts'
import { MoneyField } from '../records/money-field.tsx'

const orZero = (amount: number) => (Number.isNaN(amount) ? 0 : amount)

/** Says what all drivers, or one, earn from a day on. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { workspace } = useMe()
  const drivers = useQuery(activeDriversQuery).data ?? []
  const [driverId, setDriver] = useState<string | null>(null)
  const [day, setDay] = useState<CalendarDate | null>(startOfMonth(parseDate(dayOf(new Date(), workspace.time_zone))))
  const [rates, setRates] = useState({ per_hour: NaN, per_stop: NaN, per_km: NaN })
  const [paysBreaks, setPaysBreaks] = useState(false)
  const key = useRef(newIdempotencyKey())
  const add = useMutation({
    mutationFn: () => {
      const { per_hour, per_stop, per_km } = rates
      const amounts = { per_hour: orZero(per_hour), per_stop: orZero(per_stop), per_km: orZero(per_km) }
      const body = { driver_id: driverId, valid_from: day!.toString(), ...amounts, pays_breaks: paysBreaks }
      return call(createPayRule, { body, idempotencyKey: key.current })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.pay.all })
      toast({ tone: 'success', title: 'The rule was added' })
      onClose()
    },
    onError: () => {
      key.current = newIdempotencyKey()
    },
  })
  const rate = (name: keyof typeof rates) => ({
    value: rates[name],
    onChange: (value: number) => setRates({ ...rates, [name]: value }),
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add a pay rule"
      description="It counts from its day on, until a newer one does."
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={!day} isPending={add.isPending} onPress={() => add.mutate()}>
            Add rule
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ComboBox
          label="Driver"
          description="Empty for all drivers without a rule of their own"
          options={drivers.map(({ id, name }) => ({ id, label: name }))}
          selectedKey={driverId}
          onSelectionChange={(id) => setDriver(id === null ? null : String(id))}
        />
        <DatePicker label="From" value={day} onChange={setDay} isRequired />
        <MoneyField label="An hour" {...rate('per_hour')} />
        <MoneyField label="A stop" {...rate('per_stop')} />
        <MoneyField label="A kilometer" {...rate('per_km')} />
        <Switch isSelected={paysBreaks} onChange={setPaysBreaks}>
          Breaks are paid
        </Switch>
        {add.error && <SaveError title="The rule was not added" error={add.error} />}
      </div>
    </Dialog>
  )
}
