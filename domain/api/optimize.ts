import { z } from 'zod'
import { Operation, OperationPage } from '../schema/operation.ts'
import { VroomPlan, VroomProblem } from '../schema/vroom.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'
import { operationExample, planExample, problemExample } from './optimize-examples.ts'

const tag = 'Optimization'

/** How to search. The tier of the workspace has the last word on time and threads. */
export const OptimizeQuery = z
  .strictObject({
    time_limit_seconds: z.coerce
      .number()
      .min(0.1)
      .max(600)
      .optional()
      .describe('Of searching. Unless told 1 second for every 100 stops, as far as the tier allows'),
    iteration_limit: z.coerce
      .number()
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('Ends the search earlier; where it does, the same problem, seed and threads give the same plan'),
    threads: z.coerce.number().int().min(1).max(64).default(1),
    seed: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    plan_mode: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true')
      .describe('Keep the steps of every vehicle in their order: choose times, and report what the routes break'),
  })
  .superRefine((query, context) => {
    if (!query.plan_mode) return
    const message = 'It has no meaning in plan mode: nothing is searched for.'
    for (const name of ['time_limit_seconds', 'iteration_limit'] as const)
      if (query[name] !== undefined) context.addIssue({ code: 'custom', path: [name], message })
    if (query.threads > 1) context.addIssue({ code: 'custom', path: ['threads'], message })
  })
export type OptimizeQuery = z.output<typeof OptimizeQuery>

export const optimize = endpoint({
  id: 'optimize',
  method: 'POST',
  path: '/v1/optimize',
  may: 'change_operations',
  tag,
  summary: 'Plan the routes of a problem in VROOM’s JSON: the plan at once, or an operation to ask for it',
  query: OptimizeQuery,
  body: VroomProblem,
  reply: VroomPlan,
  later: Operation,
  idempotent: true,
  example: { body: problemExample, reply: planExample },
})

export const listOperations = endpoint({
  id: 'listOperations',
  method: 'GET',
  path: '/v1/operations',
  may: 'see_operations',
  tag,
  summary: 'List operations, newest first, without their results',
  query: z.strictObject(pageQuery),
  reply: OperationPage,
})

export const getOperation = endpoint({
  id: 'getOperation',
  method: 'GET',
  path: '/v1/operations/:id',
  may: 'see_operations',
  tag,
  summary: 'One operation: its status and progress, and its result when it is done',
  params: idParams,
  reply: Operation,
  example: { reply: operationExample },
})

export const cancelOperation = endpoint({
  id: 'cancelOperation',
  method: 'POST',
  path: '/v1/operations/:id/cancel',
  may: 'change_operations',
  tag,
  summary: 'Stop searching and keep the best plan so far',
  params: idParams,
  reply: Operation,
})
