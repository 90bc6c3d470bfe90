import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { Day, Instant, DayTime } from '../time.ts'
import { DeliveryStatus, locationFields } from './delivery.ts'
import { Version } from './version.ts'

/** An address as it is written. It needs a letter or digit, since punctuation does not tell addresses apart. */
const spelling = text(300).refine((value) => /[\p{L}\p{N}]/u.test(value), 'Write the address.')

const fields = {
  label: text(100).min(1).nullable().describe('What you call the place, such as a shop’s name'),
  address: spelling,
  aliases: z.array(spelling).max(20, 'At most 20 other spellings.').describe('Other ways to write the address'),
  location: Location.describe('The pin, which every delivery to this address gets'),
  entrance: Location.nullable().describe('The door'),
  parking: Location.nullable().describe('Where to park'),
  gate_code: text(100).min(1).nullable(),
  service_minutes: z
    .number()
    .min(0, 'Service time cannot be negative.')
    .max(480, 'At most 480 minutes.')
    .nullable()
    .describe('Usual minutes at the door, for deliveries that do not say'),
  notes: text(2000).min(1).nullable().describe('What the driver should know'),
}

/** An entry of the workspace's address book. */
export const AddressEntry = z
  .object({
    id: z.uuid(),
    ...fields,
    confirmed_by_name: z.string().describe('Who set the pin'),
    confirmed_at: Instant,
    open_deliveries: z.int().describe('How many open deliveries go there'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'AddressEntry' })
export type AddressEntry = z.infer<typeof AddressEntry>

export const NewAddress = z
  .strictObject({
    label: fields.label.default(null),
    address: fields.address,
    aliases: fields.aliases.default([]),
    location: fields.location,
    entrance: fields.entrance.default(null),
    parking: fields.parking.default(null),
    gate_code: fields.gate_code.default(null),
    service_minutes: fields.service_minutes.default(null),
    notes: fields.notes.default(null),
  })
  .meta({ id: 'NewAddress' })
export type NewAddress = z.infer<typeof NewAddress>

export const AddressChange = z.strictObject(fields).partial().meta({ id: 'AddressChange' })
export type AddressChange = z.infer<typeof AddressChange>

export const AddressPage = page(AddressEntry).meta({ id: 'AddressPage' })

/** A place to choose while somebody types an address. */
export const AddressSuggestion = z
  .object({
    source: z.enum(['book', 'geocoder']),
    label: z.string().describe('The address, as the book or the geocoder writes it'),
    name: z.string().nullable().describe('What the place is called'),
    location: Location,
    confidence: z.number().min(0).max(1),
    provider: z.string().nullable(),
    kind: z.string().nullable(),
    address_id: z.uuid().nullable().describe('The entry of the address book'),
  })
  .meta({ id: 'AddressSuggestion' })
export type AddressSuggestion = z.infer<typeof AddressSuggestion>

/** A place of a delivery: where it is brought, or where it is picked up. */
export const PlaceOf = z.enum(['delivery', 'pickup']).meta({ id: 'PlaceOf' })
export type PlaceOf = z.infer<typeof PlaceOf>

/** A delivery whose position somebody should look at. */
export const DoubtfulDelivery = z
  .object({
    id: z.uuid(),
    number: z.int(),
    version: Version,
    status: DeliveryStatus,
    of: PlaceOf.describe('Which of its places is meant: the next fields are about that one'),
    delivery_address: z.string(),
    delivery_location: Location.nullable(),
    ...locationFields,
    recipient_name: z.string().nullable().describe('Who receives it, or hands it over'),
    scheduled_date: Day.nullable(),
    window_start: DayTime.nullable(),
    window_end: DayTime.nullable(),
    priority: z.int(),
    risk: z.number().describe('How much it endangers the day; the list is ordered by it'),
    same_address: z.int().describe('How many other open deliveries go to the same address'),
    book: z
      .object({ address_id: z.uuid(), location: Location })
      .nullable()
      .describe('The address book’s pin, if it differs'),
  })
  .meta({ id: 'DoubtfulDelivery' })
export type DoubtfulDelivery = z.infer<typeof DoubtfulDelivery>

export const AddressReview = z
  .object({
    data: z.array(DoubtfulDelivery),
    total: z.int().describe('Doubtful deliveries, also beyond the ones listed'),
    without_location: z.int(),
    not_planned: z.int().describe('Those whose position is too rough for a route'),
    looking_up: z.int().describe('Addresses that the geocoder has not been asked about yet'),
  })
  .meta({ id: 'AddressReview' })
export type AddressReview = z.infer<typeof AddressReview>
