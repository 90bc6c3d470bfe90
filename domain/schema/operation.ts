import { z } from 'zod'
import { page } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { VroomPlan } from './vroom.ts'

/** `queued → running → succeeded`. `failed` and `cancelled` are also final. An interrupted one is queued again. */
const operationStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export const OperationStatus = z.enum(operationStatuses).meta({ id: 'OperationStatus' })
export type OperationStatus = z.infer<typeof OperationStatus>

/** Progress of the search, updated about once a second. */
export const OperationProgress = z
  .object({
    elapsed_seconds: z.number(),
    iterations: z.int(),
    cost: z.number().describe('Cost of the best plan so far'),
    routes: z.int(),
    unassigned: z.int(),
  })
  .meta({ id: 'OperationProgress' })
export type OperationProgress = z.infer<typeof OperationProgress>

export const OperationSummary = z
  .object({
    id: z.uuid(),
    status: OperationStatus,
    stops: z.int().describe('Jobs plus both ends of each shipment'),
    vehicles: z.int(),
    time_limit_seconds: z.number(),
    iteration_limit: z.int().nullable(),
    threads: z.int(),
    seed: z.int(),
    plan_mode: z.boolean(),
    cancel_requested: z.boolean(),
    progress: OperationProgress.nullable(),
    failure: z.string().nullable().describe('Why it failed, if the status is failed'),
    created_at: Instant,
    started_at: Instant.nullable(),
    finished_at: Instant.nullable(),
    expires_at: Instant.nullable().describe('When it will be deleted; null until it ends'),
  })
  .meta({ id: 'OperationSummary' })
export type OperationSummary = z.infer<typeof OperationSummary>

export const Operation = OperationSummary.extend({
  result: VroomPlan.nullable().describe('The plan; for a canceled operation, the best one found, if any'),
}).meta({ id: 'Operation' })
export type Operation = z.infer<typeof Operation>

export const OperationPage = page(OperationSummary).meta({ id: 'OperationPage' })
