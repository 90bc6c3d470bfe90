import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { Kilometers } from './maintenance.ts'
import { MinorUnits } from './order.ts'
import { Version } from './version.ts'

export const workOrderStates = ['open', 'in_workshop', 'done', 'canceled'] as const
export type WorkOrderState = (typeof workOrderStates)[number]

/** States in which something is still to be done. */
export const openStates = ['open', 'in_workshop'] as const satisfies WorkOrderState[]

const fields = {
  title: text(200).min(1, 'Enter what has to be done.'),
  note: text(2000).nullable(),
  vendor: text(200).nullable().describe('The workshop'),
  state: z.enum(workOrderStates),
  from_day: Day.nullable().describe('The first day on which plans leave the vehicle out; null for none'),
  until_day: Day.nullable().describe('The last such day; null until the order is done'),
  parts_cost: MinorUnits,
  labor_cost: MinorUnits,
  odometer_km: Kilometers.nullable(),
  done_on: Day.nullable(),
}

/** Something that is to be done to a vehicle, or was. */
export const WorkOrder = z
  .object({
    id: z.uuid(),
    vehicle_id: z.uuid(),
    vehicle_code: z.string(),
    ...fields,
    currency: z.string().describe('Of the costs: the workspace’s when the order was made'),
    schedule_id: z.uuid().nullable().describe('The maintenance that it does'),
    check_id: z.uuid().nullable().describe('The driver’s check whose defects it repairs'),
    created_by: z.string(),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'WorkOrder' })
export type WorkOrder = z.infer<typeof WorkOrder>

type Span = { from_day?: string | null | undefined; until_day?: string | null | undefined; state?: string | undefined }
/** Whether the days in the workshop are in order. A vehicle that is there now is out from today, if nobody says otherwise. */
export const isSpan = ({ from_day, until_day, state }: Span) =>
  until_day == null || (from_day == null ? state === 'in_workshop' : from_day <= until_day)
export const spanMessage = { path: ['until_day'], message: 'Choose a first day, and a last day that is not before it.' }

export const NewWorkOrder = z
  .strictObject({
    ...fields,
    vehicle_id: z.uuid(),
    note: fields.note.default(null),
    vendor: fields.vendor.default(null),
    state: fields.state.default('open'),
    from_day: fields.from_day.default(null),
    until_day: fields.until_day.default(null),
    parts_cost: fields.parts_cost.default(0),
    labor_cost: fields.labor_cost.default(0),
    odometer_km: fields.odometer_km.default(null),
    done_on: fields.done_on.default(null).describe('Today, if absent and the order is done'),
    schedule_id: z.uuid().nullable().default(null),
    check_id: z.uuid().nullable().default(null),
  })
  .refine(isSpan, { ...spanMessage })
  .meta({ id: 'NewWorkOrder' })
export type NewWorkOrder = z.infer<typeof NewWorkOrder>

export const WorkOrderChange = z.strictObject(fields).partial().meta({ id: 'WorkOrderChange' })
export type WorkOrderChange = z.infer<typeof WorkOrderChange>

export const WorkOrderPage = page(WorkOrder).meta({ id: 'WorkOrderPage' })
