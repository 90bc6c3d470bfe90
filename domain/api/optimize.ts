import { z } from 'zod'
import { Operation, OperationPage } from '../schema/operation.ts'
import { VroomPlan, VroomProblem } from '../schema/vroom.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'
import { operationExample, planExample, problemExample } from './optimize-examples.ts'

const tag = 'Optimization'

/** How to search. The workspace's tier limits time and threads. */
export const OptimizeQuery = z
  .strictObject({
    time_limit_seconds: z.coerce
      .number()
      .min(0.1)
      .max(600)
      .optional()
      .describe('Search time. By default 1 second per 100 stops, within the tier'),
    iteration_limit: z.coerce
      .number()
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('Ends the search earlier; if it does, the same problem, seed and threads give the same plan'),
    threads: z.coerce.number().int().min(1).max(64).default(1),
    seed: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    plan_mode: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true')
      .describe('Keep each vehicle’s steps in order, choose times, and report violations'),
  })
  .superRefine((query, context) => {
    if (!query.plan_mode) return
    const message = 'Not allowed in plan mode, which does not search.'
    for (const name of ['time_limit_seconds', 'iteration_limit'] as const)
      if (query[name] !== undefined) context.addIssue({ code: 'custom', path: [name], message })
    if (query.threads > 1) context.addIssue({ code: 'custom', path: ['threads'], message })
  })
export type OptimizeQuery = z.output<typeof OptimizeQuery>

export const optimize = endpoint({
  id: 'optimize',
  method: 'POST',
  path: '/v1/optimize',
  may: 'change_planning',
  tag,
  summary: 'Optimize a problem in VROOM’s JSON; returns the plan, or an operation to poll',
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
  summary: 'One operation with its status and progress, and its result once it is done',
  params: idParams,
  reply: Operation,
  example: { reply: operationExample },
})

export const cancelOperation = endpoint({
  id: 'cancelOperation',
  method: 'POST',
  path: '/v1/operations/:id/cancel',
  may: 'change_planning',
  tag,
  summary: 'Cancel an operation and keep the best plan so far',
  params: idParams,
  reply: Operation,
  addsNothing: () => true,
})
