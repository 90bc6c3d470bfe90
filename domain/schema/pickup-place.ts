import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { Day, Instant } from '../time.ts'
import { DeliveryStatus } from './delivery.ts'
import { DepotAlias } from './depot.ts'
import { InternationalPhone } from './phone.ts'
import { Week } from './shift.ts'
import { Version } from './version.ts'

/** How many other names a pickup place may have. */
const mostAliases = 50

/** How long a pickup slot can be, in minutes. */
export const slotLengths = [5, 10, 15, 30] as const

/** The longest that anything is prepared: a day. */
export const mostPreparationMinutes = 1440

const fields = {
  name: text(100).min(1, 'Enter a name.'),
  address: text(300).min(1, 'Enter an address.'),
  location: Location,
  aliases: z
    .array(DepotAlias)
    .max(mostAliases, `At most ${mostAliases} other names.`)
    .describe('Other ways in which pickup addresses name it'),
  week: Week.describe('When it is open on each day of the week; null for a day on which it is closed'),
  preparation_minutes: z
    .int('Enter a whole number of minutes.')
    .min(0, 'Minutes cannot be negative.')
    .max(mostPreparationMinutes, 'At most 1,440 minutes.')
    .describe('How long an order usually takes to be ready'),
  slot_minutes: z
    .union(
      slotLengths.map((minutes) => z.literal(minutes)),
      'A slot is 5, 10, 15 or 30 minutes.',
    )
    .nullable()
    .describe('How long a pickup slot is; null without slots'),
  slot_orders: z
    .int('Enter a whole number.')
    .min(1, 'At least 1 order.')
    .max(500, 'At most 500 orders.')
    .nullable()
    .describe('How many orders are picked up in one slot at most; null without slots'),
  service_minutes: z
    .number()
    .min(0, 'Minutes cannot be negative.')
    .max(240, 'At most 240 minutes.')
    .describe('How long a driver needs at the counter'),
  parking: text(500).nullable().describe('Where drivers park, and how they get in'),
  contact_name: text(200).nullable(),
  contact_phone: InternationalPhone.nullable(),
  client_id: z.uuid().toLowerCase().nullable().describe('Whose place it is; null if it is for everybody’s orders'),
  active: z.boolean(),
}

type Slots = { slot_minutes?: number | null | undefined; slot_orders?: number | null | undefined }

/** Why a place cannot have these slots: one half is missing. Undefined if it can, or if only one half is known. */
export function pickupSlotsProblem({
  slot_minutes,
  slot_orders,
}: Slots): { path: string; message: string } | undefined {
  if (slot_minutes === undefined || slot_orders === undefined) return undefined
  if (slot_minutes !== null && slot_orders === null) {
    return { path: 'slot_orders', message: 'Enter how many orders are picked up in one slot.' }
  }
  if (slot_minutes === null && slot_orders !== null) {
    return { path: 'slot_minutes', message: 'Choose how long a slot is.' }
  }
  return undefined
}

function checkSlots(place: Slots, context: z.RefinementCtx): void {
  const problem = pickupSlotsProblem(place)
  if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message })
}

const usualDay = { start: '10:00', end: '22:00' }

/** When a new place is open. */
export const usualWeek: Week = {
  mon: usualDay,
  tue: usualDay,
  wed: usualDay,
  thu: usualDay,
  fri: usualDay,
  sat: usualDay,
  sun: usualDay,
}

/** A kitchen or shop where drivers pick orders up. */
export const PickupPlace = z
  .object({
    id: z.uuid(),
    ...fields,
    contact_phone: z.string().nullable(),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'PickupPlace' })
export type PickupPlace = z.infer<typeof PickupPlace>

export const NewPickupPlace = z
  .strictObject({
    name: fields.name,
    address: fields.address,
    location: fields.location,
    aliases: fields.aliases.default([]),
    week: fields.week.default(usualWeek),
    preparation_minutes: fields.preparation_minutes.default(15),
    slot_minutes: fields.slot_minutes.default(null),
    slot_orders: fields.slot_orders.default(null),
    service_minutes: fields.service_minutes.default(3),
    parking: fields.parking.default(null),
    contact_name: fields.contact_name.default(null),
    contact_phone: fields.contact_phone.default(null),
    client_id: fields.client_id.default(null),
    active: fields.active.default(true),
  })
  .superRefine(checkSlots)
  .meta({ id: 'NewPickupPlace' })
export type NewPickupPlace = z.output<typeof NewPickupPlace>

export const PickupPlaceChange = z
  .strictObject(fields)
  .partial()
  .superRefine(checkSlots)
  .meta({ id: 'PickupPlaceChange' })
export type PickupPlaceChange = z.infer<typeof PickupPlaceChange>

export const PickupPlacePage = page(PickupPlace).meta({ id: 'PickupPlacePage' })

/** How far a kitchen is with an order. */
export const preparationStates = ['new', 'accepted', 'preparing', 'ready', 'picked_up'] as const
export const PreparationState = z.enum(preparationStates).meta({ id: 'PreparationState' })
export type PreparationState = z.infer<typeof PreparationState>

/** An order as its kitchen sees it. */
export const Preparation = z
  .object({
    delivery_id: z.uuid(),
    pickup_place_id: z.uuid(),
    state: PreparationState,
    planned_ready_at: Instant.describe('When it was to be ready at first'),
    ready_at: Instant.describe('When it is to be ready by now'),
    slot_at: Instant.nullable().describe('When its pickup slot begins; null without one'),
    slot_ends_at: Instant.nullable(),
    accepted_at: Instant.nullable(),
    preparing_at: Instant.nullable(),
    made_ready_at: Instant.nullable().describe('When it really was ready'),
    picked_up_at: Instant.nullable(),
    version: Version,
  })
  .meta({ id: 'Preparation' })
export type Preparation = z.infer<typeof Preparation>

/** What a kitchen says about an order. */
export const PreparationChange = z
  .strictObject({
    state: PreparationState.optional(),
    more_minutes: z
      .int('Enter a whole number of minutes.')
      .min(1, 'At least 1 minute.')
      .max(mostPreparationMinutes, 'At most 1,440 minutes.')
      .optional()
      .describe('It takes so much longer than was said last, or than now if that is over'),
    ready_at: Instant.optional().describe('When it is ready instead'),
    version: Version.optional().describe('The version that you saw; if somebody changed it since, nothing happens'),
  })
  .superRefine(({ state, more_minutes, ready_at }, context) => {
    if (more_minutes !== undefined && ready_at !== undefined) {
      context.addIssue({ code: 'custom', path: ['more_minutes'], message: 'Say either more minutes or a time.' })
    }
    if (state === undefined && more_minutes === undefined && ready_at === undefined) {
      context.addIssue({ code: 'custom', path: ['state'], message: 'Say a state, more minutes or a time.' })
    }
  })
  .meta({ id: 'PreparationChange' })
export type PreparationChange = z.infer<typeof PreparationChange>

const BoardOrder = z.object({
  ...Preparation.shape,
  number: z.int(),
  reference: z.string().nullable(),
  status: DeliveryStatus,
  units: z.int(),
  notes: z.string().nullable().describe('What the order says about its pickup'),
  driver_name: z.string().nullable().describe('Null until a plan with it is approved'),
  arrival_at: Instant.nullable().describe('When the driver is expected at the place'),
  arrived_at: Instant.nullable().describe('Since when the driver is there'),
})

/** The orders of a place on a day, by pickup slot. */
export const KitchenBoard = z
  .object({
    place: PickupPlace,
    day: Day,
    now: Instant,
    opens: z.array(z.object({ from: Instant, until: Instant })).describe('When it is open on that day'),
    slots: z
      .array(z.object({ at: Instant, ends_at: Instant, orders: z.int(), left: z.int() }))
      .describe('Its slots that have orders, and those that are still to come'),
    orders: z.array(BoardOrder).describe('By slot, then by when they are ready'),
  })
  .meta({ id: 'KitchenBoard' })
export type KitchenBoard = z.infer<typeof KitchenBoard>
export type KitchenOrder = z.infer<typeof BoardOrder>

/** How long drivers waited at a place. */
export const PickupWaits = z
  .object({
    orders: z.int().describe('How many were picked up'),
    late_orders: z.int().describe('How many were ready later than was planned'),
    late_minutes: z
      .number()
      .nullable()
      .describe('How much later than planned they were ready on average; null without any'),
    waited_minutes: z.number().nullable().describe('How long drivers waited for the kitchen on average'),
    data: z.array(
      z.object({
        delivery_id: z.uuid(),
        number: z.int(),
        reference: z.string().nullable(),
        planned_ready_at: Instant,
        made_ready_at: Instant.nullable(),
        arrived_at: Instant.nullable(),
        picked_up_at: Instant,
        waited_seconds: z
          .int()
          .nullable()
          .describe('From when the driver was there until it was ready; null if unknown'),
      }),
    ),
  })
  .meta({ id: 'PickupWaits' })
export type PickupWaits = z.infer<typeof PickupWaits>
