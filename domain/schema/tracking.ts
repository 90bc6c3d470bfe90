import { z } from 'zod'
import { failureReasonNames } from '../failure-reasons.ts'
import { Location } from '../geo.ts'
import { messageLanguages } from '../messages/languages.ts'
import { trackingSteps } from '../tracking/step.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { DeliveryKind } from './order.ts'
import { ProofKind } from './proof-kind.ts'
import { recipientChoices } from './tracking-settings.ts'
import { Wishes } from './wishes.ts'

/** The link to a delivery's tracking page. */
export const TrackingLink = z
  .object({
    url: z.string().describe('Whoever has it sees the page, so give it to the recipient alone'),
    ended_at: Instant.nullable().describe('When it stopped working, or will; null while the delivery is on its way'),
  })
  .meta({ id: 'TrackingLink' })
export type TrackingLink = z.infer<typeof TrackingLink>

/** The arrival as a range that whoever reads it can rely on. */
export const ArrivalRange = z
  .object({
    from: Instant,
    until: Instant,
    probability: z.number().describe('How likely it is that the driver comes within the range, from 0 to 1'),
  })
  .meta({ id: 'ArrivalRange' })
export type ArrivalRange = z.infer<typeof ArrivalRange>

/** What changes while somebody watches: where the delivery is, and when it comes. */
export const TrackingProgress = z
  .object({
    step: z.enum(trackingSteps),
    arrival: ArrivalRange.nullable().describe('Null until the route has begun, or is about to'),
    stops_before: z.int().nullable().describe('How many places the driver goes to first; null unless it is on a route'),
    van: z
      .object({ lat: z.number(), lng: z.number(), at: Instant })
      .nullable()
      .describe('Where the driver is, once the stop is as near as the settings say'),
  })
  .meta({ id: 'TrackingProgress' })
export type TrackingProgress = z.infer<typeof TrackingProgress>

const TrackingPhoto = z.object({
  url: z.string().describe('Where it is read, relative to the server'),
  taken_at: Instant,
})

/** A window that can be kept for a delivery, as its recipient may choose it. */
export const TrackingSlot = z
  .object({
    day: Day,
    start: DayTime,
    end: DayTime,
    is_near: z.boolean().describe('The driver is in the street then anyway'),
  })
  .meta({ id: 'TrackingSlot' })
export type TrackingSlot = z.infer<typeof TrackingSlot>

/** Everything that a recipient sees of a delivery. Nothing of it says anything about another one. */
export const Tracking = z
  .object({
    ...TrackingProgress.shape,
    id: z.uuid().describe('The live topic is `tracking:` and this'),
    version: z.int(),
    number: z.int(),
    kind: DeliveryKind,
    language: z.enum(messageLanguages),
    time_zone: z.string(),
    is_confidential: z.boolean().describe('Names and contents are left out'),
    sender: z.object({
      name: z.string(),
      logo: z.string().nullable().describe('Where it is read, relative to the server'),
      accent: z.string().nullable(),
      contact: z.string().nullable(),
    }),
    recipient_name: z.string().nullable(),
    address: z.string(),
    place_name: z.string().nullable().describe('What the place is called, if it is one of several'),
    location: Location.nullable(),
    contents: z.array(z.string()),
    details: z.array(z.object({ label: z.string(), value: z.string() })).describe('Own fields that recipients see'),
    day: Day.nullable(),
    windows: z.array(z.object({ start: DayTime.nullable(), end: DayTime.nullable() })),
    done_at: Instant.nullable().describe('When it was delivered or failed'),
    door: z.object({
      asks: z.array(ProofKind).describe('What the driver asks for'),
      pin: z.string().nullable().describe('What the recipient tells the driver, and nobody else'),
      minimum_age: z.int().nullable(),
      cash: z.object({ amount: z.int().describe('In the smallest unit'), currency: z.string() }).nullable(),
    }),
    failure: z
      .object({
        reason: z.enum(failureReasonNames).nullable(),
        attempts: z.int(),
        most_attempts: z.int(),
        photos: z.array(TrackingPhoto),
      })
      .nullable()
      .describe('Of a delivery that failed'),
    proof: z
      .object({
        received_by: z.string().nullable(),
        has_signature: z.boolean(),
        photos: z.array(TrackingPhoto),
      })
      .nullable()
      .describe('Of a delivery that was delivered'),
    wishes: Wishes.nullable().describe(
      'What the recipient asked for; null for nothing, and of a confidential delivery',
    ),
    choices: z.array(z.enum(recipientChoices)).describe('What the recipient may change now'),
    may_notify: z.boolean().describe('A browser that subscribes is told what happens to the delivery'),
    is_window_fixed: z
      .boolean()
      .describe('The recipient could choose another window until the driver set out, and no longer can'),
    may_retry: z.boolean().describe('It failed, and the recipient may ask for another attempt'),
    rating: z.object({ stars: z.int(), comment: z.string().nullable() }).nullable(),
    asks_rating: z.boolean(),
    ends_at: Instant.nullable().describe('Until when the link works; null while the delivery is on its way'),
  })
  .meta({ id: 'Tracking' })
export type Tracking = z.infer<typeof Tracking>
