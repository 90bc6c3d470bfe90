import { z } from 'zod'
import { etaBases, observedKinds } from '../eta/kinds.ts'
import { Instant } from '../time.ts'

const range = {
  p10_at: Instant.describe('With 10 %, the driver is there by then'),
  p50_at: Instant.describe('As likely before as after it'),
  p90_at: Instant.describe('With 90 %, the driver is there by then'),
}

/** When a driver is now expected at a stop. The plan's own time stays the plan. */
export const StopEta = z
  .object({
    stop_id: z.uuid(),
    route_id: z.uuid(),
    delivery_id: z.uuid().nullable(),
    ...range,
    basis: z.enum(etaBases).describe('What it starts from: where the driver is, what they last did, or the plan alone'),
    planned_at: Instant,
    due_at: Instant.nullable().describe('The end of the window, or what was promised if that is sooner'),
    late_seconds: z.int().nullable().describe('How long after that the driver is expected; negative before it'),
    computed_at: Instant,
  })
  .meta({ id: 'StopEta' })
export type StopEta = z.infer<typeof StopEta>

/** What was said of a stop at some time, and when the driver came. */
export const SaidEta = z
  .object({
    stop_id: z.uuid(),
    said_at: Instant,
    ...range,
    basis: z.enum(etaBases),
    arrived_at: Instant.nullable(),
    within: z.boolean().nullable().describe('Whether the driver came within the range; null before they came'),
  })
  .meta({ id: 'SaidEta' })
export type SaidEta = z.infer<typeof SaidEta>

const Learned = z.object({
  observations: z.int(),
  factor: z.number().describe('What planned times are multiplied with, besides the other groups’ factors'),
})

/** What was learned from what drives and stops took. */
export const EtaModel = z
  .object({
    kinds: z.array(
      z.object({
        kind: z.enum(observedKinds),
        all: Learned,
        spread: z.number().describe('Of what remains unexplained: the standard deviation of logarithms'),
        hours: z.array(Learned.extend({ hour: z.int() })),
        areas: z.array(Learned.extend({ lat: z.number(), lng: z.number(), size: z.number().describe('Degrees') })),
        drivers: z.array(Learned.extend({ driver_id: z.uuid(), driver_name: z.string() })),
      }),
    ),
    judged: z
      .object({
        said: z.int().describe('Ranges of the last 30 days whose driver has come'),
        within: z.int().describe('How many of these held the arrival'),
        probability: z.number().describe('How many should'),
        error_seconds: z.int().nullable().describe('The median of how far the middle was from the arrival'),
        leads: z
          .array(
            z.object({
              from_minutes: z.int().describe('How long before the expected arrival it was said, at least'),
              to_minutes: z.int().describe('And less than this'),
              said: z.int(),
              width: z
                .object({
                  early: z.number().describe('Of the half before the middle'),
                  late: z.number().describe('Of the half after it'),
                })
                .describe('What ranges are multiplied with, as the last 30 nights taught; 1 as the model alone says'),
              levels: z.array(
                z.object({
                  probability: z.number(),
                  within: z.int().describe('How many ranges of this probability held the arrival'),
                }),
              ),
            }),
          )
          .describe('Stated against held: by lead time and probability, of at most the last 20,000 ranges'),
      })
      .describe('How good the ranges were that were said 10 minutes to 2 hours before'),
  })
  .meta({ id: 'EtaModel' })
export type EtaModel = z.infer<typeof EtaModel>
