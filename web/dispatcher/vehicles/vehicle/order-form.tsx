import { useQueryClient } from '@tanstack/react-query'
import type { MaintenanceSchedule } from '#domain/schema/maintenance.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { workOrderStates, type WorkOrder, type WorkOrderState } from '#domain/schema/work-order.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MoneyField } from '../../records/money-field.tsx'
import { RecordDrawer } from '../../records/record-drawer.tsx'
import { DayField } from './day-field.tsx'
import { stateWords } from './order-words.ts'
import { useOrderForm } from './use-order-form.ts'

type OrderFormProps = {
  vehicle: Vehicle
  row?: WorkOrder | undefined
  schedule?: MaintenanceSchedule | undefined
  onClose: () => void
}

/** Adds or edits a work order. */
export function OrderForm({ vehicle, row, schedule, onClose }: OrderFormProps) {
  const client = useQueryClient()
  const { workspace } = useMe()
  const mayChange = useMay('change_fleet')
  const form = useOrderForm({ vehicle, row, schedule }, () => {
    onClose()
    void client.invalidateQueries({ queryKey: ['vehicles'] })
    toast({ title: row ? 'The work order was saved' : 'The work order was added' })
  })
  const { values, set, field, problemOf } = form
  const isOver = row?.state === 'done' || row?.state === 'canceled'
  return (
    <RecordDrawer
      title={row ? row.title : 'Add work order'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_fleet" doing="change work orders" />}
      submitLabel={row ? 'Save' : 'Add work order'}
      onClose={onClose}
    >
      {schedule && <p className="text-ink-muted">{`Once it is done, ${schedule.name} counts from that day.`}</p>}
      {row?.check_id && (
        <p className="text-ink-muted">A driver’s check found this. Done, the vehicle may drive again.</p>
      )}
      <TextField label="What has to be done" isRequired autoFocus={!row} {...field('title')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="State"
          options={workOrderStates.map((id) => ({ id, label: stateWords[id] }))}
          isDisabled={isOver}
          {...field('state')}
          onChange={(value) => set('state', value as WorkOrderState)}
        />
        <TextField label="Workshop" {...field('vendor')} />
        <DayField
          label="First day out of plans"
          value={values.from_day}
          onChange={(day) => set('from_day', day)}
          errorMessage={problemOf('from_day')}
          description="Empty: plans keep the vehicle."
        />
        <DayField
          label="Last day out of plans"
          value={values.until_day}
          onChange={(day) => set('until_day', day)}
          errorMessage={problemOf('until_day')}
          description="Empty: until the order is done."
        />
        <CostField label="Parts" row={row} value={values.parts_cost} onChange={(cost) => set('parts_cost', cost)} />
        <CostField label="Labor" row={row} value={values.labor_cost} onChange={(cost) => set('labor_cost', cost)} />
        {values.state === 'done' && (
          <>
            <DayField
              label="Done on"
              value={values.done_on}
              onChange={(day) => set('done_on', day)}
              errorMessage={problemOf('done_on')}
              description="Today, if you leave it empty."
            />
            <NumberField label="Odometer" unit="km" minValue={0} {...field('odometer_km')} />
          </>
        )}
      </div>
      <TextArea label="Notes" {...field('note')} />
      {row && (
        <p className="text-[0.8125rem] text-ink-muted">
          {`Added by ${row.created_by}, ${formatDateTime(row.created_at, workspace.time_zone)}.`}
        </p>
      )}
    </RecordDrawer>
  )
}

type CostFieldProps = { label: string; row: WorkOrder | undefined; value: number; onChange: (cost: number) => void }

/** Costs stay in the currency that the workspace had when the order was made. */
function CostField({ row, ...field }: CostFieldProps) {
  return <MoneyField {...field} {...(row && { currency: row.currency })} />
}
