import { z } from 'zod'
import { learntFlags, learntKinds, learntStates } from '../address/learnt-kinds.ts'
import { page } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { Day, Instant } from '../time.ts'
import { Version } from './version.ts'

const told = {
  id: z.uuid(),
  kind: z.enum(learntKinds).describe('The pin, the door, where to stop, or minutes at the door'),
  state: z
    .enum(learntStates)
    .describe(
      'gathering: seen too rarely or not agreed upon; known: the address book says the same; suggested: somebody should decide',
    ),
  decision: z.enum(['accepted', 'refused']).nullable(),
  seen: z.int().describe('How many visits say so'),
  days: z.int().describe('On how many days'),
  version: Version,
}

/** What events say of something learnt: nothing that leads to an address or a recipient. */
export const LearntNote = z.object(told).meta({ id: 'LearntNote' })
export type LearntNote = z.infer<typeof LearntNote>

/** Something that the address book learnt of an address from visits. */
export const LearntPlace = z
  .object({
    ...told,
    address: z.string(),
    address_id: z.uuid().nullable().describe('The entry of the address book, if there is one'),
    label: z.string().nullable().describe('What the address book calls the place'),
    location: Location.nullable().describe('A median, so that single odd visits do not move it; null for minutes'),
    minutes: z.number().nullable().describe('A median too; null for places'),
    spread: z.number().describe('Half of the visits are closer to the median than this: meters, or minutes'),
    pinned: z.int().describe('How many of the visits had a pin that the recipient or driver placed'),
    first_at: Instant,
    last_at: Instant,
    flags: z.array(z.enum(learntFlags)).describe('Why it is suspicious. Such a place is never used by itself'),
    decided_at: Instant.nullable(),
    decided_by_name: z.string().nullable(),
    book: z
      .object({ location: Location.nullable(), minutes: z.number().nullable() })
      .describe('What the address book says of the same'),
  })
  .meta({ id: 'LearntPlace' })
export type LearntPlace = z.infer<typeof LearntPlace>

export const LearntPlacePage = page(LearntPlace)
  .extend({ suggested: z.int().describe('How many wait for a decision') })
  .meta({ id: 'LearntPlacePage' })

/** A visit that something was learnt from, without who was visited, or by whom. */
export const Sighting = z
  .object({
    day: Day,
    location: Location.nullable(),
    minutes: z.number().nullable(),
    accuracy_m: z.number().nullable().describe('As the phone said'),
    by: z.enum(['pin', 'proof', 'track', 'times']).describe('What it comes from'),
  })
  .meta({ id: 'Sighting' })
export type Sighting = z.infer<typeof Sighting>

export const LearntDecision = z
  .strictObject({
    decision: z
      .enum(['accepted', 'refused'])
      .nullable()
      .describe('accepted puts it into the address book; null takes the decision back'),
  })
  .meta({ id: 'LearntDecision' })

/** What was learnt about the address of a delivery, as far as the delivery uses it. */
export const UsedLearnt = z
  .object({
    kind: z.enum(learntKinds),
    location: Location.nullable(),
    minutes: z.number().nullable(),
    seen: z.int(),
    last_at: Instant,
  })
  .meta({ id: 'UsedLearnt' })
export type UsedLearnt = z.infer<typeof UsedLearnt>
