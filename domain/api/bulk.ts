import { z } from 'zod'
import { Day } from '../time.ts'
import { DeliveryChange, DeliveryStatus } from '../schema/delivery.ts'
import { StatusStep } from '../schema/status.ts'
import { Version } from '../schema/version.ts'
import { BulkResult, Named } from './bulk-result.ts'
import { DeliveryFilter } from './deliveries.ts'
import { endpoint } from './endpoint.ts'
import { isDryRun } from './import.ts'

const tag = 'Deliveries'

/** The most deliveries that one call may name. */
export const mostNamed = 500

/** The most deliveries that one call may change by a filter. */
export const mostMatched = 5000

const isOne = (value: object) => Object.values(value).filter((each) => each !== undefined).length === 1

const { window_start, window_end, ready_time, service_minutes, setup_minutes, notes, requirements, tags, skills } =
  DeliveryChange.shape

/** Several fields at once. What is not given stays; tags and skills are added or taken away. */
export const BulkEdit = z
  .strictObject({ window_start, window_end, ready_time, service_minutes, setup_minutes, notes, requirements })
  .extend({ add_tags: tags, remove_tags: tags, add_skills: skills, remove_skills: skills })
  .refine((edit) => Object.values(edit).some((value) => value !== undefined), 'Say what to change.')
  .meta({ id: 'BulkEdit' })
export type BulkEdit = z.infer<typeof BulkEdit>

/** One change for many deliveries. */
export const BulkChange = z
  .strictObject({
    scheduled_date: DeliveryChange.shape.scheduled_date.describe('Move to this day'),
    wanted_driver_id: DeliveryChange.shape.wanted_driver_id.describe(
      'Assign this driver; null lets the planner choose',
    ),
    priority: DeliveryChange.shape.priority,
    client_id: DeliveryChange.shape.client_id.describe('Give to this client; null makes it your own'),
    depot_id: DeliveryChange.shape.depot_id.describe('Let it leave from this depot'),
    edit: BulkEdit.optional().describe('Change several fields'),
    status: z.literal('cancelled').optional().describe('Cancel'),
    reached: StatusStep.optional().describe('Say that they are in transit, have arrived, were delivered or failed'),
    deleted: z.literal(true).optional().describe('Delete'),
  })
  .refine(isOne, 'Give exactly one change.')
  .meta({ id: 'BulkChange' })
export type BulkChange = z.infer<typeof BulkChange>

export const changeInBulk = endpoint({
  id: 'changeDeliveriesInBulk',
  method: 'POST',
  path: '/v1/deliveries/bulk',
  may: 'change_deliveries',
  tag,
  summary:
    'Move, assign, prioritize, edit, give to a client or a depot, cancel or delete many deliveries; each one that allows it is changed',
  body: z
    .strictObject({
      ids: z.array(z.uuid().toLowerCase()).min(1).max(mostNamed).optional(),
      seen: z
        .array(z.strictObject({ id: z.uuid().toLowerCase(), version: Version }))
        .min(1)
        .max(mostNamed)
        .optional()
        .describe('Deliveries with the versions you saw: one is refused if somebody changed the same thing since'),
      filter: DeliveryFilter.optional().describe(`All deliveries that match, at most ${mostMatched}`),
      change: BulkChange,
    })
    .refine(({ ids, seen, filter }) => isOne({ ids, seen, filter }), {
      path: ['ids'],
      message: 'Name deliveries by ids, by seen or by a filter, one of the three.',
    }),
  addsNothing: ({ change }) => change.deleted === true || change.status === 'cancelled' || change.reached !== undefined,
  reply: BulkResult,
  idempotent: true,
})

/** The most copies that one call makes. */
export const mostCopies = 2000

/** The most copies of one delivery for one day. */
export const mostTimes = 50

export const duplicateInBulk = endpoint({
  id: 'duplicateDeliveries',
  method: 'POST',
  path: '/v1/deliveries/bulk/duplicate',
  may: 'change_deliveries',
  tag,
  summary: 'Make copies of deliveries for one or several days, all in one go',
  body: z
    .strictObject({
      ids: z.array(z.uuid().toLowerCase()).min(1).max(mostNamed).optional(),
      filter: DeliveryFilter.optional().describe('All deliveries that match'),
      days: z
        .array(Day.nullable())
        .min(1)
        .max(31)
        .describe('The days of the copies; null makes copies without a day')
        .refine((days) => new Set(days).size === days.length, 'A day is in the list twice.'),
      times: z
        .int()
        .min(1)
        .max(mostTimes)
        .default(1)
        .describe('How many copies of each delivery there are on each day'),
    })
    .refine(({ ids, filter }) => isOne({ ids, filter }), {
      path: ['ids'],
      message: 'Name deliveries by ids or by a filter, one of the two.',
    })
    .describe(
      `At most ${mostCopies} copies. They are pending and have numbers of their own, no reference, and parcels without codes. Deliveries of one order that are copied together are an order again`,
    ),
  reply: z.object({
    created: z.array(Named.extend({ copy_of: z.uuid(), scheduled_date: Day.nullable() })),
    refused: BulkResult.shape.refused.describe('Those that cannot be copied, with the reason'),
  }),
  idempotent: true,
})

export const undoInBulk = endpoint({
  id: 'undoDeliveriesInBulk',
  method: 'POST',
  path: '/v1/deliveries/bulk/undo',
  may: 'change_deliveries',
  tag,
  summary: 'Undo changes made in bulk; deliveries that changed again since stay as they are',
  body: z.strictObject({ event_ids: z.array(z.uuid().toLowerCase()).min(1).max(mostMatched) }),
  reply: BulkResult,
})

/** The most references that a file may have. */
export const mostReferences = 50_000

export const cancelMissing = endpoint({
  id: 'cancelMissingDeliveries',
  method: 'POST',
  path: '/v1/deliveries/import/missing',
  may: 'change_deliveries',
  tag,
  summary: 'Cancel what a complete list of some days no longer has; what is on its way or has ended stays',
  body: z.strictObject({
    source: z.enum(['csv', 'api']).default('api').describe('Only what came from there is missing'),
    days: z.array(Day).min(1).max(31).describe('Only deliveries of these days are missing'),
    client_id: z.uuid().toLowerCase().nullable().optional().describe('Only those of this client; null for your own'),
    references: z.array(z.string().max(100)).max(mostReferences).describe('All references that the list has'),
    dry_run: isDryRun,
  }),
  addsNothing: () => true,
  reply: z.object({
    missing: z
      .array(z.object({ id: z.uuid(), number: z.int(), reference: z.string(), status: DeliveryStatus }))
      .describe('Those that are canceled, or would be'),
    changed: BulkResult.shape.changed.describe('The entries in their histories, which can be undone'),
    refused: BulkResult.shape.refused.describe('Those that are missing too, but stay, with the reason'),
  }),
  idempotent: true,
})
