import { z } from 'zod'
import { learnedFlags, learnedKinds, learnedStates } from '../address/learned-kinds.ts'
import { page } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { Day, Instant } from '../time.ts'
import { Version } from './version.ts'

const told = {
  id: z.uuid(),
  kind: z.enum(learnedKinds).describe('The pin, the door, where to stop, or minutes at the door'),
  state: z
    .enum(learnedStates)
    .describe(
      'gathering: seen too rarely or not agreed upon; known: the address book says the same; suggested: somebody should decide',
    ),
  decision: z.enum(['accepted', 'refused']).nullable(),
  seen: z.int().describe('How many visits say so'),
  days: z.int().describe('On how many days'),
  version: Version,
}

/** What events say of something learned: nothing that leads to an address or a recipient. */
export const LearnedNote = z.object(told).meta({ id: 'LearnedNote' })
export type LearnedNote = z.infer<typeof LearnedNote>

/** Something that the address book learned of an address from visits. */
export const LearnedPlace = z
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
    flags: z.array(z.enum(learnedFlags)).describe('Why it is suspicious. Such a place is never used by itself'),
    decided_at: Instant.nullable(),
    decided_by_name: z.string().nullable(),
    book: z
      .object({ location: Location.nullable(), minutes: z.number().nullable() })
      .describe('What the address book says of the same'),
  })
  .meta({ id: 'LearnedPlace' })
export type LearnedPlace = z.infer<typeof LearnedPlace>

export const LearnedPlacePage = page(LearnedPlace)
  .extend({ suggested: z.int().describe('How many wait for a decision') })
  .meta({ id: 'LearnedPlacePage' })

/** A visit that something was learned from, without who was visited, or by whom. */
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

export const LearnedDecision = z
  .strictObject({
    decision: z
      .enum(['accepted', 'refused'])
      .nullable()
      .describe('accepted puts it into the address book; null takes the decision back'),
  })
  .meta({ id: 'LearnedDecision' })

/** What was learned about the address of a delivery, as far as the delivery uses it. */
export const UsedLearned = z
  .object({
    kind: z.enum(learnedKinds),
    location: Location.nullable(),
    minutes: z.number().nullable(),
    seen: z.int(),
    last_at: Instant,
  })
  .meta({ id: 'UsedLearned' })
export type UsedLearned = z.infer<typeof UsedLearned>
