import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { DeliveryStatus } from './delivery.ts'
import { HandlingMinutes } from './goods.ts'
import { Version } from './version.ts'

export const transferStates = ['planned', 'departed', 'arrived', 'canceled'] as const
export type TransferState = (typeof transferStates)[number]

/** The most deliveries of one call, and of one transfer. */
export const mostInTransferCall = 500
export const mostInTransfer = 5000

const id = z.uuid().toLowerCase()

const fields = {
  carrier: text(100)
    .min(1, 'Enter a name.')
    .nullable()
    .describe('Who drives, if somebody else does; driver_id is null then'),
  driver_id: id.nullable(),
  vehicle_id: id.nullable(),
  departs_at: Instant.describe('When it is planned to leave'),
  arrives_at: Instant.describe('When it is planned to be there'),
  handling_minutes: HandlingMinutes.describe('From its arrival until its goods can be loaded'),
  note: text(2000).nullable(),
}

/** Goods on their way from one depot to another, for the routes that leave from there. */
export const Transfer = z
  .object({
    id: z.uuid(),
    number: z.int(),
    state: z.enum(transferStates),
    day: Day.describe('The day on which it leaves, in the workspace’s time zone'),
    from_depot_id: z.uuid(),
    from_depot_name: z.string(),
    to_depot_id: z.uuid(),
    to_depot_name: z.string(),
    ...fields,
    driver_name: z.string().nullable(),
    vehicle_code: z.string().nullable(),
    expected_at: Instant.describe('When it is expected there, as of now'),
    ready_at: Instant.describe('When its goods can be loaded: after its arrival and the handling'),
    departed_at: Instant.nullable(),
    arrived_at: Instant.nullable(),
    canceled_at: Instant.nullable(),
    deliveries: z.int(),
    parcels: z.int().describe('How many there are; a delivery without parcels counts as one'),
    weight_kg: z.number(),
    volume_l: z.number(),
    units: z.int(),
    loaded: z.int().nullable().describe('Parcels on board when it left'),
    received: z.int().nullable().describe('Parcels that were there when it arrived'),
    created_by: z.string(),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'Transfer' })
export type Transfer = z.infer<typeof Transfer>

type Times = { departs_at?: string | undefined; arrives_at?: string | undefined }
type Crew = { carrier?: string | null | undefined; driver_id?: string | null | undefined }

/** Longer than this, a time was mistyped. */
const mostDays = 14

/** Why these times cannot be; undefined if they can, or if only one of them is known. */
export function transferTimesProblem({ departs_at, arrives_at }: Times): string | undefined {
  if (!departs_at || !arrives_at) return undefined
  const milliseconds = Date.parse(arrives_at) - Date.parse(departs_at)
  if (milliseconds <= 0) return 'It would arrive before it leaves.'
  return milliseconds > mostDays * 86_400_000 ? `A transfer takes at most ${mostDays} days.` : undefined
}

export const bothDrive = 'Name a carrier, or one of your drivers, not both.'

const checkTransfer = (transfer: Times & Crew, context: z.RefinementCtx) => {
  const message = transferTimesProblem(transfer)
  if (message) context.addIssue({ code: 'custom', path: ['arrives_at'], message })
  if (transfer.carrier && transfer.driver_id)
    context.addIssue({ code: 'custom', path: ['carrier'], message: bothDrive })
}

const deliveryIds = z
  .array(id)
  .min(1, 'Name at least one delivery.')
  .max(mostInTransferCall, `At most ${mostInTransferCall} deliveries at once.`)

export const NewTransfer = z
  .strictObject({
    from_depot_id: id,
    to_depot_id: id,
    carrier: fields.carrier.default(null),
    driver_id: fields.driver_id.default(null),
    vehicle_id: fields.vehicle_id.default(null),
    departs_at: fields.departs_at,
    arrives_at: fields.arrives_at,
    handling_minutes: fields.handling_minutes.optional().describe('As the depot where it arrives says, if absent'),
    note: fields.note.default(null),
    delivery_ids: deliveryIds.optional().describe('Added at once; those that do not fit are named in `refused`'),
  })
  .superRefine(checkTransfer)
  .refine(({ from_depot_id: from, to_depot_id: to }) => from !== to, {
    path: ['to_depot_id'],
    message: 'It would arrive where it leaves. Choose another depot.',
  })
  .meta({ id: 'NewTransfer' })
export type NewTransfer = z.infer<typeof NewTransfer>

export const TransferChange = z
  .strictObject({
    ...fields,
    expected_at: Instant.describe('Later or sooner than planned; routes that wait for its goods are warned'),
  })
  .partial()
  .superRefine(checkTransfer)
  .meta({ id: 'TransferChange' })
export type TransferChange = z.infer<typeof TransferChange>

export const TransferPage = page(Transfer).meta({ id: 'TransferPage' })

/** Deliveries to put on a transfer or to take off it. */
export const TransferDeliveries = z.strictObject({ delivery_ids: deliveryIds }).meta({ id: 'TransferDeliveries' })

/** Why a delivery is not on a transfer, or stays on it. */
export const RefusedOnTransfer = z
  .object({
    delivery_id: z.uuid(),
    number: z.int().nullable().describe('Null if there is no such delivery'),
    code: z.enum([
      'not_found',
      'not_pending',
      'return',
      'picked_up_elsewhere',
      'already_on_it',
      'on_another_transfer',
      'elsewhere',
      'loop',
      'too_early',
      'there_already',
      'not_on_it',
      'full',
    ]),
    sentence: z.string(),
  })
  .meta({ id: 'RefusedOnTransfer' })
export type RefusedOnTransfer = z.infer<typeof RefusedOnTransfer>
export type TransferRefusal = RefusedOnTransfer['code']

/** A transfer after deliveries were put on it or taken off, with an answer for each. */
export const TransferAnswer = z
  .object({
    transfer: Transfer,
    done: z.array(z.object({ delivery_id: z.uuid(), number: z.int() })),
    refused: z.array(RefusedOnTransfer),
  })
  .meta({ id: 'TransferAnswer' })
export type TransferAnswer = z.infer<typeof TransferAnswer>

/** A delivery on a transfer, with what is to be counted. */
export const TransferItem = z
  .object({
    delivery_id: z.uuid(),
    number: z.int(),
    reference: z.string().nullable(),
    status: DeliveryStatus,
    delivery_address: z.string(),
    recipient_name: z.string().nullable(),
    client_name: z.string().nullable(),
    codes: z.array(z.string()).describe('What its labels say, for a scanner'),
    parcels: z.int(),
    weight_kg: z.number(),
    volume_l: z.number(),
    units: z.int(),
    loaded: z.int().nullable().describe('Parcels on board when it left'),
    received: z.int().nullable().describe('Parcels that were there when it arrived'),
    goes_on_to: z.string().nullable().describe('The depot that it has to be at later'),
  })
  .meta({ id: 'TransferItem' })
export type TransferItem = z.infer<typeof TransferItem>
export const TransferItemPage = page(TransferItem).meta({ id: 'TransferItemPage' })

const counts = z
  .array(
    z.strictObject({
      delivery_id: id,
      parcels: z.int('Enter a whole number.').min(0, 'A count cannot be negative.').max(10_000),
    }),
  )
  .max(mostInTransfer, `At most ${mostInTransfer} deliveries.`)
  .refine((all) => new Set(all.map(({ delivery_id }) => delivery_id)).size === all.length, {
    message: 'Name each delivery once.',
  })

/** It leaves. What was not counted is on board as a whole. */
export const TransferDeparture = z
  .strictObject({
    departed_at: Instant.optional().describe('Now, if absent'),
    loaded: counts.default([]).describe('Where not all parcels are on board; what has none stays behind'),
  })
  .meta({ id: 'TransferDeparture' })
export type TransferDeparture = z.infer<typeof TransferDeparture>

/** It is there. Said again, it counts what was found since. */
export const TransferArrival = z
  .strictObject({
    arrived_at: Instant.optional().describe('Now, if absent'),
    received: counts.default([]).describe('Where not all parcels that were on board are there'),
  })
  .meta({ id: 'TransferArrival' })
export type TransferArrival = z.infer<typeof TransferArrival>

/** Goods that are at one depot and have to be at another, and the vehicles that could bring them. */
export const TransferGroup = z
  .object({
    from_depot_id: z.uuid(),
    from_depot_name: z.string(),
    to_depot_id: z.uuid(),
    to_depot_name: z.string(),
    is_suggested: z
      .boolean()
      .describe('They leave from the first depot so far, but the second one is closer, or has the territory'),
    delivery_ids: z.array(z.uuid()).max(mostInTransferCall),
    deliveries: z.int(),
    parcels: z.int(),
    weight_kg: z.number(),
    volume_l: z.number(),
    units: z.int(),
    distance_km: z.number().describe('Between the depots, in a straight line'),
    fits: z
      .array(z.object({ vehicle_id: z.uuid(), code: z.string() }))
      .max(10)
      .describe('Vehicles that have room for all of it, the smallest first'),
  })
  .meta({ id: 'TransferGroup' })
export type TransferGroup = z.infer<typeof TransferGroup>
