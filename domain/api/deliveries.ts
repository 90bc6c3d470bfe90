import { z } from 'zod'
import { readRanges } from '../number-ranges.ts'
import { Day, DayTime, Instant } from '../time.ts'
import {
  Delivery,
  DeliveryChange,
  DeliveryHistory,
  DeliveryInOrder,
  DeliveryPage,
  DeliveryRow,
  DeliveryStatus,
  NewDelivery,
  NewOrder,
} from '../schema/delivery.ts'
import { createdDeliveryExample, deliveryExample, newDeliveryExample, newOrderExample } from './delivery-examples.ts'
import { DeliveryKind, Tag } from '../schema/order.ts'
import { Outcomes } from '../schema/outcomes.ts'
import { FailureReason } from '../schema/status.ts'
import { endpoint, idParams, pageQuery, text } from './endpoint.ts'
import { deliveryBatchSize, DeliveryImportReply, ImportPart, isAllOrNothing, isDryRun, rowsOf } from './import.ts'

const tag = 'Deliveries'

export const deliverySorts = [
  'number',
  'scheduled_date',
  'recipient_name',
  'delivery_address',
  'status',
  'priority',
] as const

export const DeliveryFilter = z.strictObject({
  q: z.string().max(200).optional().describe('Words in the number, reference, address, recipient, phone or notes'),
  status: z
    .string()
    .max(200)
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(DeliveryStatus))
    .optional()
    .describe('States, separated by commas'),
  day: z
    .union([Day, z.literal('none')])
    .optional()
    .describe('Of this day, or `none` for orders without a day'),
  date_from: Day.optional(),
  date_to: Day.optional(),
  has_location: z.enum(['true', 'false']).optional(),
  client_id: z
    .union([z.uuid(), z.literal('none')])
    .optional()
    .describe('Of this client, or `none` for your own'),
  depot_id: z.uuid().optional().describe('Of this depot'),
  kind: DeliveryKind.optional(),
  tag: Tag.optional().describe('With this tag'),
  order_reference: text(100).min(1).optional().describe('Of this order'),
  rating: z.enum(['low', 'any']).optional().describe('Only what recipients rated: with 1 or 2 of 5, or at all'),
  failure_reason: FailureReason.optional().describe('Only those that failed for this reason'),
  proof: z
    .enum(['missing', 'complete'])
    .optional()
    .describe('Delivered ones that lack proof which was asked for, or that lack none'),
  numbers: z
    .string()
    .max(4000)
    .refine((text) => readRanges(text) !== undefined, 'Write numbers like 1-3,7.')
    .optional()
    .describe('Numbers and ranges of numbers, separated by commas, such as 1-3,7'),
})

export const listDeliveries = endpoint({
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/deliveries',
  may: 'see_deliveries',
  tag,
  summary: 'List deliveries, with search, filters, sorting and paging',
  query: DeliveryFilter.extend({
    sort: z.enum(deliverySorts).default('number'),
    order: z.enum(['asc', 'desc']).default('desc'),
    ...pageQuery,
  }),
  reply: DeliveryPage,
})

export const getDelivery = endpoint({
  id: 'getDelivery',
  method: 'GET',
  path: '/v1/deliveries/:id',
  may: 'see_deliveries',
  tag,
  summary: 'One delivery, with the others of its order',
  params: idParams,
  reply: DeliveryInOrder,
  example: { reply: { ...deliveryExample, order: null } },
  record: 'shown',
})

export const createDelivery = endpoint({
  id: 'createDelivery',
  method: 'POST',
  path: '/v1/deliveries',
  may: 'add_deliveries',
  tag,
  summary: 'Create a delivery',
  body: NewDelivery,
  reply: Delivery,
  status: 201,
  idempotent: true,
  example: { body: newDeliveryExample, reply: createdDeliveryExample },
  record: 'shown',
})

export const createOrder = endpoint({
  id: 'createOrder',
  method: 'POST',
  path: '/v1/orders',
  may: 'add_deliveries',
  tag,
  summary: 'Create an order of several deliveries, all or none: one vehicle brings them on one day',
  body: NewOrder,
  reply: z.object({ order_reference: z.string(), data: z.array(Delivery) }),
  status: 201,
  idempotent: true,
  example: { body: newOrderExample },
})

export const changeDelivery = endpoint({
  id: 'changeDelivery',
  method: 'PATCH',
  path: '/v1/deliveries/:id',
  // Clients change and cancel their own until they are planned.
  may: 'add_deliveries',
  tag,
  summary: 'Change some fields of a delivery',
  params: idParams,
  body: DeliveryChange,
  addsNothing: ({ status, ...rest }) => status === 'cancelled' && Object.keys(rest).length === 0,
  reply: Delivery,
  record: 'changed',
})

export const eraseDelivery = endpoint({
  id: 'eraseDelivery',
  method: 'POST',
  path: '/v1/deliveries/:id/erase',
  may: 'manage_workspace',
  tag,
  summary: 'Erase the recipient’s personal data of a delivery that has ended or was deleted, for good',
  params: idParams,
  reply: z.object({ erased_at: Instant }),
})

export const listDeliveryEvents = endpoint({
  id: 'listDeliveryEvents',
  method: 'GET',
  path: '/v1/deliveries/:id/events',
  may: 'see_deliveries',
  tag,
  summary: 'The history of a delivery, oldest first, and the first entry of its hash chain that does not fit',
  params: idParams,
  reply: DeliveryHistory,
})

/** What an import does with references that it knows and those that it does not. Without a mode, `replace`. */
export const importModes = ['replace', 'create', 'update', 'merge'] as const
export type ImportMode = (typeof importModes)[number]

const importOptions = {
  source: z.enum(['csv', 'api']).default('api'),
  import: ImportPart.optional(),
  all_or_nothing: isAllOrNothing,
  dry_run: isDryRun,
}

export const importDeliveries = endpoint({
  id: 'importDeliveries',
  method: 'POST',
  path: '/v1/deliveries/import',
  may: 'add_deliveries',
  tag,
  summary: 'Create and update many deliveries at once, which are known by their references',
  body: z.discriminatedUnion('mode', [
    z.strictObject({
      mode: z
        .enum(['replace', 'create', 'update'])
        .optional()
        .describe(
          'replace, the default, creates new references and updates known ones with all that the row says, and nothing where it is silent; create refuses known references, and update refuses new ones',
        ),
      deliveries: rowsOf(NewDelivery, deliveryBatchSize),
      ...importOptions,
    }),
    z.strictObject({
      mode: z
        .literal('merge')
        .describe('Creates new references, and changes of known ones only the fields that are given'),
      deliveries: rowsOf(DeliveryRow, deliveryBatchSize),
      new_day: Day.optional().describe('The day of new deliveries whose rows name none; known ones keep theirs'),
      ...importOptions,
    }),
    z.strictObject({
      mode: z
        .literal('sync')
        .describe('Like replace, and then cancels deliveries of these days with references that the list lacks'),
      deliveries: rowsOf(NewDelivery, deliveryBatchSize),
      days: z.array(Day).min(1).max(31).describe('The days of which this is the whole list'),
      client_id: z.uuid().toLowerCase().nullable().optional().describe('Only those of this client; null for your own'),
      ...importOptions,
    }),
  ]),
  reply: DeliveryImportReply,
  addsNothing: ({ dry_run }) => dry_run,
  idempotent: true,
})

export const countDeliveries = endpoint({
  id: 'countDeliveries',
  method: 'GET',
  path: '/v1/deliveries/counts',
  may: 'see_deliveries',
  tag,
  summary: 'How many deliveries match, in total and by state and day',
  query: DeliveryFilter.extend({
    open: z.literal('true').optional().describe('Only those that are not over, however many are'),
  }),
  reply: z.object({
    total: z.int(),
    by_status: z.record(z.string(), z.int()).describe('Whatever states are asked for'),
    without_location: z.int().describe('Whether or not they are asked for'),
    without_day: z.int().describe('Of those that match, orders without a day'),
    by_day: z
      .array(
        z.object({
          day: Day,
          pending: z.int(),
          total: z.int(),
          first_deadline: DayTime.nullable().describe('When the first window of a pending delivery ends'),
        }),
      )
      .describe('Days with open deliveries'),
  }),
})

export const readOutcomes = endpoint({
  id: 'readOutcomes',
  method: 'GET',
  path: '/v1/deliveries/outcomes',
  may: 'see_operations',
  tag,
  summary: 'How matching deliveries ended and were rated: in all, by reason, by driver and by vehicle',
  query: DeliveryFilter,
  reply: Outcomes,
})
