import { z } from 'zod'
import { learnedKinds, learnedStates } from '../address/learned-kinds.ts'
import { page } from '../api/endpoint.ts'
import { placeAdvice } from '../figures/place-advice.ts'
import { troublePartNames, troubleParts, type TroublePart } from '../figures/trouble.ts'
import { Instant } from '../time.ts'
import { FailureReason } from './status.ts'

const Part = z.object({ count: z.int(), seconds: z.int() })

/** An address with the trouble that it made in a range of days. */
export const TroublePlace = z
  .object({
    id: z.uuid().describe('What `place_id` of `GET /v1/analytics/deliveries` takes'),
    address: z.string(),
    label: z.string().nullable().describe('Its name in the address book'),
    address_id: z.uuid().nullable().describe('Its entry in the address book; null without one'),
    attempts: z.int(),
    trouble_seconds: z.int().describe('The sum of its parts'),
    parts: z
      .object(
        Object.fromEntries(troublePartNames.map((name) => [name, Part.describe(troubleParts[name].label)])) as Record<
          TroublePart,
          typeof Part
        >,
      )
      .describe('How often each happened, and what it cost. Of `service`, how many stops are known'),
    planned_service_seconds: z.int().nullable().describe('At an average stop; null if none is known'),
    actual_service_seconds: z.int().nullable(),
    reasons: z
      .array(z.object({ reason: FailureReason.nullable(), count: z.int() }))
      .describe('Why attempts failed there, the most frequent first'),
    learned: z
      .array(
        z.object({
          id: z.uuid(),
          kind: z.enum(learnedKinds),
          state: z.enum(learnedStates),
          minutes: z.number().nullable(),
        }),
      )
      .describe('What visits taught about it'),
    advice: z
      .array(
        z.object({
          kind: z.enum(placeAdvice),
          minutes: z.int().nullable().describe('How many to plan at the door, for `service`'),
        }),
      )
      .describe('What to do next'),
  })
  .meta({ id: 'TroublePlace' })
export type TroublePlace = z.infer<typeof TroublePlace>

export const TroublePlacePage = page(TroublePlace)
  .extend({
    trouble_seconds: z.int().describe('Of all addresses that match'),
    attempt_seconds: z.int().describe('What another attempt costs'),
    is_attempt_measured: z.boolean().describe('False if too few stops are known, so that it is a usual value'),
    up_to: Instant.describe('What happened until then is in the figures'),
  })
  .meta({ id: 'TroublePlacePage' })
export type TroublePlacePage = z.infer<typeof TroublePlacePage>
