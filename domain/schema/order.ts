import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { DayTime } from '../time.ts'

/*
 * What an order can say besides where and when: parcels, several windows, requirements.
 */

/**
 * A return is collected at the delivery address and brought to the depot. An exchange brings something there and collects
 * something else.
 */
export const deliveryKinds = ['delivery', 'return', 'exchange'] as const
export const DeliveryKind = z.enum(deliveryKinds).meta({ id: 'DeliveryKind' })
export type DeliveryKind = z.infer<typeof DeliveryKind>

/** What the driver has to bring home as proof, or to check at the door. */
export const requirementNames = ['photo', 'signature', 'pin', 'scan', 'age', 'identity'] as const
export const Requirement = z.enum(requirementNames).meta({ id: 'Requirement' })
export type Requirement = z.infer<typeof Requirement>

/** Years of age that a recipient must have where nobody says how many. */
export const usualMinimumAge = 18

export const TimeWindow = z.object({ start: DayTime, end: DayTime }).meta({ id: 'TimeWindow' })
export type TimeWindow = z.infer<typeof TimeWindow>

/** Windows besides the first one. */
export const mostMoreWindows = 5

/** Places besides the delivery address. */
export const mostOtherPlaces = 4

/** Another place where a delivery may be handed over, such as a parcel locker. */
export const OtherPlace = z
  .strictObject({
    name: text(100).min(1, 'Enter what the place is called, such as Work.'),
    address: text(300).min(1, 'Enter the address.'),
    location: Location.describe('Required: what has no position cannot be chosen'),
    windows: z
      .array(TimeWindow)
      .max(1 + mostMoreWindows, `At most ${1 + mostMoreWindows} windows.`)
      .default([])
      .describe('When it may be handed over there; at any time if empty'),
    service_minutes: z
      .number()
      .min(0, 'Minutes cannot be negative.')
      .max(480, 'At most 480 minutes.')
      .nullable()
      .default(null)
      .describe('How long handing over takes there; as long as at the delivery address if empty'),
  })
  .meta({ id: 'OtherPlace' })
export type OtherPlace = z.infer<typeof OtherPlace>

/** A label on shelves, skills and deliveries. */
export const Tag = text(40).toLowerCase().min(1)

/** Where a parcel lies in the vehicle. */
export const ParcelPlace = z
  .strictObject({
    row: z.enum(['front', 'middle', 'back']),
    side: z.enum(['left', 'right']).nullable().default(null),
    level: z.enum(['floor', 'shelf']).nullable().default(null),
  })
  .meta({ id: 'ParcelPlace' })
export type ParcelPlace = z.infer<typeof ParcelPlace>

const size = z.number().positive('A size is more than 0 cm.').max(2000, 'At most 2,000 cm.').nullable().default(null)

export const Parcel = z
  .strictObject({
    code: text(100)
      .min(1)
      .nullable()
      .default(null)
      .describe('What its label says in a barcode; no other open delivery has it'),
    description: text(200).min(1).nullable().default(null),
    weight_kg: z.number().min(0, 'Weight cannot be negative.').max(100_000).nullable().default(null),
    volume_l: z.number().min(0, 'Volume cannot be negative.').max(1_000_000).nullable().default(null),
    length_cm: size,
    width_cm: size,
    height_cm: size,
    place: ParcelPlace.nullable().default(null).describe('Where it lies in the vehicle'),
  })
  .meta({ id: 'Parcel' })
export type Parcel = z.infer<typeof Parcel>

export const mostParcels = 100

/** An amount of money in the smallest unit of the workspace's currency, such as cents. */
export const MinorUnits = z
  .int('Enter a whole amount, such as cents.')
  .min(0, 'An amount cannot be negative.')
  .max(1e12)
