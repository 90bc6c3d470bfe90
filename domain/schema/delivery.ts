import { z } from 'zod'
import { misfitReasons, misfitWitnesses } from '../chain/misfit.ts'
import { deliveryEventKinds } from '../delivery-event-kinds.ts'
import { locationSources } from '../address/position.ts'
import { locationFlags } from '../address/red-flags.ts'
import { page, text } from '../api/endpoint.ts'
import { deliveryStates } from '../delivery-state.ts'
import { Location } from '../geo.ts'
import { messageLanguages } from '../messages/languages.ts'
import { checkOrder, type CheckedOrder } from '../orders/check-order.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { CustomValues } from './custom-field.ts'
import { Goods } from './goods.ts'
import {
  DeliveryKind,
  MinorUnits,
  mostMoreWindows,
  mostOtherPlaces,
  mostParcels,
  OtherPlace,
  Parcel,
  Requirement,
  requirementNames,
  Tag,
  TimeWindow,
} from './order.ts'
import { Phone } from './phone.ts'
import { shopPlatforms } from './integration.ts'
import { ProofKind } from './proof-kind.ts'
import { statusFields } from './status.ts'
import { Version } from './version.ts'
import { Wishes } from './wishes.ts'

export const DeliveryStatus = z.enum(deliveryStates).meta({ id: 'DeliveryStatus' })

/** Where the delivery came from. References are unique within a source. */
const deliverySources = [
  'manual',
  'csv',
  'api',
  'sample',
  'recurring',
  'driver',
  'order_page',
  ...shopPlatforms,
] as const
export const DeliverySource = z.enum(deliverySources).meta({ id: 'DeliverySource' })

/** 1 urgent, 2 normal, 3 whenever it fits. */
export const DeliveryPriority = z.int().min(1, 'Priority is 1, 2 or 3.').max(3, 'Priority is 1, 2 or 3.')

/** A requirement such as `cold`, which the driver or vehicle must meet. */
export const Skill = text(40).toLowerCase().min(1)
export const Skills = z.array(Skill).max(20)

export const LocationSource = z.enum(locationSources).meta({ id: 'LocationSource' })
export const LocationFlag = z.enum(locationFlags).meta({ id: 'LocationFlag' })

/** Where a delivery's position came from, and how far to trust it. */
export const locationFields = {
  location_source: LocationSource.nullable().describe('Where the position came from; null without one'),
  location_confidence: z.number().min(0).max(1).nullable().describe('From 0 to 1; below 0.6 the position is doubtful'),
  location_provider: z.string().nullable().describe('The geocoder that found it'),
  location_kind: z.string().nullable().describe('What the geocoder found, such as house, street or area'),
  located_at: Instant.nullable(),
  location_search: z.enum(['not_found']).nullable().describe('not_found if the geocoder does not know the address'),
  location_flags: z.array(LocationFlag).describe('What is suspicious about the position'),
}

/** The same about where a delivery is picked up, if that is not a depot. */
export const pickupLocationFields = {
  pickup_location_source: locationFields.location_source,
  pickup_location_confidence: locationFields.location_confidence,
  pickup_location_provider: locationFields.location_provider,
  pickup_location_kind: locationFields.location_kind,
  pickup_located_at: locationFields.located_at,
  pickup_location_search: locationFields.location_search,
}

/** What the sender of a position may say about it. */
const saidLocation = {
  location_source: LocationSource.describe(
    'Who found the position: book, dispatcher, driver and recipient confirmed it. By default, a dispatcher did if a member calls, and it was given if a program calls',
  ),
  location_confidence: z.number().min(0).max(1).describe('How sure the sender is, from 0 to 1'),
}
const saidPickupLocation = {
  pickup_location_source: saidLocation.location_source,
  pickup_location_confidence: saidLocation.location_confidence,
}

const minutes = (most: number) =>
  z.number().min(0, 'Minutes cannot be negative.').max(most, `At most ${most} minutes.`).nullable()
const degrees = z.number().min(-90, 'At least -90 °C.').max(90, 'At most 90 °C.').nullable()
const pieces = z.int('Enter a whole number.').min(0, 'The number cannot be negative.').max(100_000)

/**
 * What an order says besides the main things, with what it means if it is not said. All times of day are `DayTime`, starts
 * too: in a night shift, a second window can be from 25:00 to 27:00.
 */
export const orderFields = {
  kind: DeliveryKind,
  pickup_location: Location.nullable().describe('Where it is picked up, unless that is a depot'),
  pickup_name: text(200).nullable().describe('Who hands it over'),
  pickup_phone: Phone.nullable(),
  pickup_notes: text(2000).nullable(),
  pickup_window_start: DayTime.nullable(),
  pickup_window_end: DayTime.nullable(),
  pickup_service_minutes: minutes(480).describe('How long picking it up takes; as long as handing it over if empty'),
  pickup_place_id: z
    .uuid()
    .toLowerCase()
    .nullable()
    .describe('The kitchen or shop where it is picked up; found by the pickup address unless given'),
  preparation_minutes: z
    .int('Enter a whole number of minutes.')
    .min(0, 'Minutes cannot be negative.')
    .max(1440, 'At most 1,440 minutes.')
    .nullable()
    .describe('How long it takes to be ready at its pickup place; as long as is usual there if empty'),
  more_windows: z
    .array(TimeWindow)
    .max(mostMoreWindows, `At most ${mostMoreWindows} more windows.`)
    .describe('Windows besides window_start and window_end; it is delivered in one of them'),
  place_name: text(100).min(1).nullable().describe('What the delivery address is called, such as Home'),
  other_places: z
    .array(OtherPlace)
    .max(mostOtherPlaces, `At most ${mostOtherPlaces} other places.`)
    .describe(
      'Where it may be handed over instead. Planning chooses the place; approving a plan makes the chosen one the delivery address, and the address that it had another place',
    ),
  preferred_start: DayTime.nullable().describe('With preferred_end, when it should be delivered if possible'),
  preferred_end: DayTime.nullable(),
  ready_time: DayTime.nullable().describe('When its goods are ready at the depot or at its pickup place'),
  setup_minutes: minutes(240).describe('For parking and walking; only once for deliveries at one place'),
  max_ride_minutes: z
    .number()
    .positive('Minutes on board are more than 0.')
    .max(2880, 'At most 2,880 minutes.')
    .nullable()
    .describe('How long it may be on board at most'),
  max_detour_minutes: z
    .number()
    .min(0, 'Minutes cannot be negative.')
    .max(2880, 'At most 2,880 minutes.')
    .nullable()
    .describe('How much longer than the direct ride it may be on board, if it is picked up on the way'),
  units: pieces.describe('How many pieces; the number of parcels unless given'),
  return_weight_kg: z.number().min(0, 'Weight cannot be negative.').max(100_000).nullable(),
  return_volume_l: z.number().min(0, 'Volume cannot be negative.').max(1_000_000).nullable(),
  return_units: pieces
    .nullable()
    .describe('What an exchange collects, like weight_kg, volume_l and units of what it brings'),
  parcels: z.array(Parcel).max(mostParcels, `At most ${mostParcels} parcels.`),
  requirements: z
    .array(Requirement)
    .max(requirementNames.length)
    .describe('What the driver must bring as proof, or check at the door'),
  minimum_age: z
    .int('Enter a whole number of years.')
    .min(1, 'An age is from 1 to 99 years.')
    .max(99, 'An age is from 1 to 99 years.')
    .nullable()
    .describe('With the requirement age; 18 unless given'),
  cash_amount: MinorUnits.nullable().describe(
    'What the driver collects, in the smallest unit of the workspace’s currency, such as cents',
  ),
  temperature_min_c: degrees,
  temperature_max_c: degrees,
  tags: z.array(Tag).max(20, 'At most 20 tags.').describe('Words to find and group deliveries by'),
  custom: CustomValues.describe('Values of the workspace’s own fields, by key'),
  order_reference: text(100)
    .min(1)
    .nullable()
    .describe(
      'Deliveries of one client and day with the same one are one order: one vehicle brings all of them, or none',
    ),
  order_step: z
    .int('Steps are whole numbers.')
    .min(1, 'Steps are counted from 1.')
    .max(1000)
    .nullable()
    .describe('Within an order, all steps with a lower number are done before'),
  worth: MinorUnits.nullable().describe(
    'If given, the delivery is optional: it is left out of plans where bringing it costs more than this, in the smallest unit of the currency',
  ),
  earliest_date: Day.nullable().describe('Of an order without a day: the first day that is right'),
  latest_date: Day.nullable().describe('Of an order without a day: the last day that is right'),
  recipient_language: z
    .enum(messageLanguages)
    .nullable()
    .describe('In which language the recipient is written to; the one of the tracking settings if empty'),
  is_confidential: z
    .boolean()
    .describe('Its tracking page and what is sent to the recipient show no names and no contents'),
}

const fields = {
  reference: text(100)
    .min(1)
    .nullable()
    .describe('Your own ID, unique per source; sending it again updates the delivery'),
  pickup_address: text(300).nullable().describe('Where it is picked up; the depot if empty'),
  delivery_address: text(300).min(1, 'Enter the delivery address.'),
  delivery_location: Location.nullable().describe('Required for planning'),
  recipient_name: text(200).nullable(),
  recipient_phone: Phone.nullable(),
  recipient_email: z.email('Enter an email address like name@example.com.').max(254).nullable(),
  scheduled_date: Day.nullable().describe(
    "The delivery day in the workspace's time zone; null for an order without a day, which is in no day's plan",
  ),
  window_start: DayTime.nullable(),
  window_end: DayTime.nullable(),
  service_minutes: z.number().min(0, 'Service time cannot be negative.').max(480, 'At most 480 minutes.'),
  weight_kg: z.number().min(0, 'Weight cannot be negative.').max(100_000),
  volume_l: z.number().min(0, 'Volume cannot be negative.').max(1_000_000),
  priority: DeliveryPriority,
  skills: Skills,
  notes: text(2000).nullable(),
  wanted_driver_id: z
    .uuid()
    .toLowerCase()
    .nullable()
    .describe('The driver who must deliver it; the planner chooses if empty'),
  client_id: z.uuid().toLowerCase().nullable().describe('Whose delivery it is; null if it is your own'),
}

/** Where it leaves from. */
const depotId = z.uuid().toLowerCase()

/** By another name than the ID. */
const named = {
  client: text(100).min(1).describe('Instead of client_id: the client’s ID, name or reference'),
  depot: text(100).min(1).describe('Instead of depot_id: the depot’s ID or name'),
  pickup_place: text(100).min(1).describe('Instead of pickup_place_id: the place’s ID or name'),
}

/** Says each thing that does not fit at its field. */
function sayProblems({ value, issues }: z.core.ParsePayload<Partial<CheckedOrder>>): void {
  for (const { path, message } of checkOrder(value))
    issues.push({ code: 'custom', path: [path], message, input: value })
}

type Dated = Partial<Record<'scheduled_date' | 'scheduled_time' | 'earliest_date' | 'latest_date', string | null>>

/** That there is no day yet has to be said: it is easily forgotten. */
export const hasDay = ({ scheduled_date, scheduled_time, earliest_date, latest_date }: Dated) =>
  scheduled_date !== undefined || Boolean(scheduled_time ?? earliest_date ?? latest_date)

export const Delivery = z
  .object({
    id: z.uuid(),
    number: z.int(),
    source: DeliverySource,
    status: DeliveryStatus,
    ...statusFields,
    ...fields,
    ...orderFields,
    depot_id: depotId.nullable().describe('Where it leaves from; null only while there is no depot'),
    ...locationFields,
    pickup_depot_id: z
      .uuid()
      .nullable()
      .describe('The depot that the pickup address means: by its name, its address or one of its aliases'),
    ...pickupLocationFields,
    recipient_phone: z.string().nullable(),
    pickup_phone: z.string().nullable(),
    wanted_driver_name: z.string().nullable(),
    scheduled_time: Instant.nullable().describe('The requested time, if any'),
    current_location: Location.nullable().describe(
      'Where the driver is while the delivery is in transit; null until the position is known',
    ),
    estimated_arrival: Instant.nullable(),
    driver_id: z.uuid().nullable(),
    driver_name: z.string().nullable(),
    goods: Goods.nullable().describe('Where its goods are, if transfers bring them to the depot that it leaves from'),
    wishes: Wishes.nullable().describe('What the recipient asked for on the tracking page'),
    rating: z.int().min(1).max(5).nullable().describe('What the recipient gave, from 1 to 5'),
    rating_comment: z.string().nullable(),
    rated_at: Instant.nullable(),
    has_prescription: z
      .boolean()
      .describe('Whether there is a prescription; only those who handle prescriptions see what it says'),
    missing_proofs: z.array(ProofKind).describe('What it lacks as proof, once it is delivered'),
    erased_at: Instant.nullable().describe('When its personal data was erased'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

/**
 * The request to create a delivery. Only the delivery address and a day (or time) are required; an order without a day says
 * `scheduled_date: null`, or between which days.
 */
export const NewDelivery = z
  .strictObject({
    reference: fields.reference.default(null),
    pickup_address: fields.pickup_address.default(null),
    delivery_address: fields.delivery_address,
    delivery_location: fields.delivery_location.default(null),
    location_source: saidLocation.location_source.optional(),
    location_confidence: saidLocation.location_confidence.optional(),
    recipient_name: fields.recipient_name.default(null),
    recipient_phone: fields.recipient_phone.default(null),
    recipient_email: fields.recipient_email.default(null),
    scheduled_date: fields.scheduled_date.optional(),
    scheduled_time: Instant.nullable()
      .default(null)
      .describe('Sets the day, and a window from 30 minutes before to 30 minutes after unless one is given'),
    window_start: fields.window_start.default(null),
    window_end: fields.window_end.default(null),
    service_minutes: fields.service_minutes.optional().describe("The workspace's setting by default"),
    weight_kg: fields.weight_kg.optional().describe('The sum of its parcels unless given'),
    volume_l: fields.volume_l.optional().describe('The sum of its parcels unless given'),
    priority: fields.priority.default(2),
    skills: fields.skills.default([]),
    notes: fields.notes.default(null),
    wanted_driver_id: fields.wanted_driver_id.optional(),
    client_id: fields.client_id.optional(),
    client: named.client.optional(),
    depot_id: depotId.nullable().optional().describe('Where it leaves from; the default depot if empty'),
    depot: named.depot.optional(),
    pickup_place: named.pickup_place.optional(),
    ...z.object({ ...orderFields, ...saidPickupLocation }).partial().shape,
  })
  .check(sayProblems)
  .refine(hasDay, { path: ['scheduled_date'], message: 'Choose a delivery day or time.' })
  .meta({ id: 'NewDelivery' })
export type NewDelivery = z.infer<typeof NewDelivery>

/** A row that is merged: fields that are not there stay the same, and a new delivery has what `NewDelivery` needs. */
export const DeliveryRow = z
  .strictObject({
    ...fields,
    scheduled_time: Instant.nullable(),
    ...orderFields,
    depot_id: depotId.nullable(),
    ...named,
    ...saidLocation,
    ...saidPickupLocation,
  })
  .partial()
  .check(sayProblems)
  .meta({ id: 'DeliveryRow' })
export type DeliveryRow = z.infer<typeof DeliveryRow>

/** A change to some fields. Omitted fields stay the same. */
export const DeliveryChange = z
  .strictObject({
    ...fields,
    ...orderFields,
    depot_id: depotId,
    ...named,
    ...saidLocation,
    ...saidPickupLocation,
    status: z.enum(['pending', 'cancelled']).describe('Cancel a delivery, or reopen a failed or canceled one'),
  })
  .partial()
  .check(sayProblems)
  .meta({ id: 'DeliveryChange' })
export type DeliveryChange = z.infer<typeof DeliveryChange>

/** How many deliveries one order may have. Cancelled ones do not count. */
export const mostInOrder = 20

/** The other deliveries of the same order, by their steps. */
export const OrderOfDelivery = z
  .object({
    reference: z.string(),
    deliveries: z.array(
      z.object({
        id: z.uuid(),
        number: z.int(),
        kind: DeliveryKind,
        status: DeliveryStatus,
        order_step: z.int().nullable(),
        delivery_address: z.string(),
        recipient_name: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'OrderOfDelivery' })
export type OrderOfDelivery = z.infer<typeof OrderOfDelivery>

/** One delivery with the others of its order. */
export const DeliveryInOrder = z
  .object({ ...Delivery.shape, order: OrderOfDelivery.nullable().describe('Null if it belongs to no order') })
  .meta({ id: 'DeliveryInOrder' })
export type DeliveryInOrder = z.infer<typeof DeliveryInOrder>

/** Deliveries that are one order: one vehicle brings all of them on one day, or none. */
export const NewOrder = z
  .strictObject({
    order_reference: text(100).min(1).optional().describe('Made of the first number unless given'),
    deliveries: z
      .array(NewDelivery)
      .min(1, 'An order has at least one delivery.')
      .max(mostInOrder, `An order has at most ${mostInOrder} deliveries.`)
      .describe('With `order_step`, to say what comes before what. All for one client and one day'),
  })
  .meta({ id: 'NewOrder' })
export type NewOrder = z.infer<typeof NewOrder>

export const DeliveryPage = page(Delivery).meta({ id: 'DeliveryPage' })

/** One entry of the append-only history. `hash` covers all of the entry and the previous entry's hash. */
export const DeliveryEvent = z
  .object({
    id: z.uuid(),
    kind: z.enum(deliveryEventKinds),
    at: Instant,
    actor_name: z.string().describe('Who did it'),
    detail: z
      .record(z.string(), z.unknown())
      .describe(
        'Changed fields as {field: {from, to}}, or {from, to, why} for a status. An erased value is {erased: true}',
      ),
    hash: z.string(),
    previous_hash: z.string().nullable(),
  })
  .meta({ id: 'DeliveryEvent' })
export type DeliveryEvent = z.infer<typeof DeliveryEvent>

/** What does not fit in a history, in words and for programs. */
const HistoryMisfit = z
  .object({
    reason: z.enum(misfitReasons),
    entry: z.int().nullable().describe('The first entry that does not fit, from 1'),
    count: z.int().nullable().describe('How many entries are missing or too many'),
    fields: z.array(z.string()),
    against: z.enum(misfitWitnesses).describe('What tells it'),
    say: z.string(),
  })
  .meta({ id: 'HistoryMisfit' })

export const DeliveryHistory = z
  .object({
    data: z.array(DeliveryEvent),
    chain_intact: z.boolean(),
    chain: z.object({
      length: z.int().describe('How many entries there are'),
      misfit: HistoryMisfit.nullable().describe('The first thing that does not fit, or null'),
      signed_on: Day.nullable().describe('The last day whose signed log covers this history, in UTC'),
      signed_length: z.int().nullable().describe('How many entries that log covers'),
      erased_at: Instant.nullable().describe('When personal data was erased'),
    }),
  })
  .meta({ id: 'DeliveryHistory' })
export type DeliveryHistory = z.infer<typeof DeliveryHistory>
