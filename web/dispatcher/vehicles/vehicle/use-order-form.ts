import { changeWorkOrder, createWorkOrder } from '#domain/api/work-orders.ts'
import type { MaintenanceSchedule } from '#domain/schema/maintenance.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { NewWorkOrder, type WorkOrder, type WorkOrderState } from '#domain/schema/work-order.ts'
import { call } from '#web/lib/call.ts'
import { numberOrNull, textOrNull } from '#web/lib/field-values.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { stateWords } from './order-words.ts'

const toValues = (row: WorkOrder | undefined, title = '') => ({
  title: row?.title ?? title,
  note: row?.note ?? '',
  vendor: row?.vendor ?? '',
  state: row?.state ?? ('open' as const),
  from_day: row?.from_day ?? null,
  until_day: row?.until_day ?? null,
  parts_cost: row?.parts_cost ?? 0,
  labor_cost: row?.labor_cost ?? 0,
  odometer_km: row?.odometer_km ?? Number.NaN,
  done_on: row?.done_on ?? null,
})

const { one, text, number } = partsOf<ReturnType<typeof toValues>>()
const day = (label: string, name: 'from_day' | 'until_day' | 'done_on') =>
  one<string | null>(label, name, (value) => (value ? formatDay(value) : ''))
const partsIn = (money: (minorUnits: number) => string) => [
  text('Work', 'title'),
  text('Notes', 'note'),
  text('Workshop', 'vendor'),
  one<WorkOrderState>('State', 'state', (state) => stateWords[state]),
  day('First day out of plans', 'from_day'),
  day('Last day out of plans', 'until_day'),
  number('Parts', 'parts_cost', money),
  number('Labor', 'labor_cost', money),
  number('Odometer', 'odometer_km'),
  day('Done on', 'done_on'),
]

type About = { vehicle: Vehicle; row: WorkOrder | undefined; schedule: MaintenanceSchedule | undefined }

/** The form for a work order of a vehicle. */
export function useOrderForm({ vehicle, row, schedule }: About, onSaved: () => void) {
  const parts = partsIn((minorUnits) => formatMoney(minorUnits, row?.currency ?? 'USD'))
  return useRecordForm({
    initial: toValues(row, schedule?.name),
    toBody: (values) => ({
      ...values,
      vehicle_id: vehicle.id,
      ...(!row && { schedule_id: schedule?.id ?? null }),
      note: textOrNull(values.note),
      vendor: textOrNull(values.vendor),
      parts_cost: numberOrNull(values.parts_cost) ?? 0,
      labor_cost: numberOrNull(values.labor_cost) ?? 0,
      odometer_km: numberOrNull(values.odometer_km),
    }),
    schema: NewWorkOrder,
    shared: row && { record: row, toValues, parts, gone: { code: 'work_order_not_found', noun: 'work order' } },
    save: ({ vehicle_id, schedule_id, check_id, ...body }, { idempotencyKey, version }) =>
      row
        ? call(changeWorkOrder, { params: { id: row.id }, body, version })
        : call(createWorkOrder, { body: { vehicle_id, schedule_id, check_id, ...body }, idempotencyKey }),
    onSaved,
  })
}
