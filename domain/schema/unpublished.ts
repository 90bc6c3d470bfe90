import { z } from 'zod'
import { Instant } from '../time.ts'
import { PlanChangeResult, PlanEdit } from './plan-change.ts'
import { PlanSummary } from './plan.ts'

/** Why a change that was kept no longer fits the plan as it is by now. */
export const KeptProblem = z
  .object({
    code: z.string().describe('Of the error that making the change would end with'),
    sentence: z.string(),
    is_whole: z.boolean().describe('Whether nothing of the change fits; otherwise the rest of it is published'),
  })
  .meta({ id: 'KeptProblem' })
export type KeptProblem = z.infer<typeof KeptProblem>

/** A change of a dispatched plan that drivers do not see yet. */
export const UnpublishedChange = z
  .object({
    id: z.uuid(),
    at: Instant,
    by: z.string().describe('Who made it'),
    is_yours: z.boolean().describe('Whether whoever asks made it'),
    sentence: z.string().describe('What it does, in words'),
    edits: z.array(PlanEdit),
    problem: KeptProblem.nullable().describe('Null if it fits. Drop it, or do it in another way'),
  })
  .meta({ id: 'UnpublishedChange' })
export type UnpublishedChange = z.infer<typeof UnpublishedChange>

export const UnpublishedChanges = z
  .object({
    plan: PlanSummary.describe('The plan as drivers see it'),
    changes: z.array(UnpublishedChange).describe('In the order in which they are made'),
    withdrawn: z
      .array(UnpublishedChange.pick({ id: true, at: true, by: true, is_yours: true, sentence: true }))
      .describe('Those that were taken back, the last one first. They can be put back until the plan is published'),
    result: PlanChangeResult.nullable().describe('What publishing would do, all together; null if it would do nothing'),
  })
  .meta({ id: 'UnpublishedChanges' })
export type UnpublishedChanges = z.infer<typeof UnpublishedChanges>

/** The list after something was added to it, or published. */
export const UnpublishedResult = UnpublishedChanges.extend({
  change: PlanChangeResult.nullable().describe('What was added or published, by itself; null if nothing was'),
}).meta({ id: 'UnpublishedResult' })
export type UnpublishedResult = z.infer<typeof UnpublishedResult>
