import { z } from 'zod'
import { text } from '../api/endpoint.ts'

/** How much of a plan is optimized anew. */
export const PlanScope = z
  .union([z.enum(['day', 'unassigned']), z.strictObject({ route_ids: z.array(z.uuid()).min(1).max(500) })])
  .meta({
    id: 'PlanScope',
    description:
      '`day`: all routes and what is unassigned. `unassigned`: what is planned stays with its driver. `route_ids`: these routes among themselves',
  })
export type PlanScope = z.infer<typeof PlanScope>

/** What a dispatcher wants of the routes besides being short, where the settings do not say it. */
export const PlanChoices = z
  .strictObject({
    balance: z.enum(['time', 'tasks']).optional().describe('Makes routes alike in hours, or in stops'),
    fewest_vehicles: z.boolean().optional().describe('Uses another vehicle only if something would be left out'),
    finish_early: z.boolean().optional().describe('Spreads the work so that the last driver is done early'),
    keep_order: z
      .boolean()
      .optional()
      .describe('What is planned stays with its driver and in its order; what is unassigned comes in between'),
    max_changes: z.int().min(0).max(5000).optional().describe('The most deliveries that may change their driver'),
  })
  .superRefine(({ balance, fewest_vehicles, finish_early, keep_order, max_changes }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (fewest_vehicles && (balance || finish_early)) {
      refuse('fewest_vehicles', 'Fewer vehicles make routes longer and less alike: choose one of these.')
    }
    if (balance && finish_early) refuse('balance', 'Finishing early spreads the hours already: choose one of them.')
    if (keep_order && max_changes !== undefined) {
      refuse('max_changes', 'Where the order is kept, no delivery changes its driver: leave one of them out.')
    }
  })
  .meta({ id: 'PlanChoices' })
export type PlanChoices = z.infer<typeof PlanChoices>

/** A scenario: a plan that answers a question, beside the plan that is driven. */
export const WhatIf = z
  .strictObject({
    name: text(60).min(1, 'Give it a name.'),
    without_drivers: z.array(z.uuid()).max(500).optional().describe('These drivers stay at home'),
    drivers: z
      .int()
      .min(1)
      .max(500)
      .optional()
      .describe('At most so many drivers: those with the fewest stops stay home'),
    start_later_minutes: z
      .int()
      .min(-720)
      .max(720)
      .optional()
      .describe('Everybody starts so much later; below 0, earlier'),
    keep_windows: z
      .boolean()
      .optional()
      .describe('Leaves out what would be late, where the plan that it revises is late'),
  })
  .meta({ id: 'WhatIf' })
export type WhatIf = z.infer<typeof WhatIf>

/** What makes a plan a revision or a scenario. All null for an ordinary plan. */
export const revisionFields = {
  revises: z.uuid().nullish().describe('The plan whose place this one is to take, as a whole or in part'),
  scope: PlanScope.nullish(),
  choices: PlanChoices.nullish(),
  what_if: WhatIf.nullish().describe('Of a scenario'),
}

/** What a new plan may ask for besides its day and drivers. */
export const newRevisionFields = {
  revises: z.uuid().optional().describe('A draft, approved or dispatched plan of that day, to be optimized anew'),
  scope: PlanScope.optional().describe('Of a plan that revises another one; `day` by default'),
  choices: PlanChoices.optional(),
  what_if: WhatIf.optional().describe(
    'Makes it a scenario, which is compared with others and used if somebody decides so',
  ),
}

/** The best plan so far, while a plan is calculated: enough to draw it. */
export const BestPlan = z
  .object({
    number: z.int().describe('Rises with each better plan; 0 while there is none'),
    routes: z.array(
      z.object({
        driver_id: z.uuid(),
        driver_name: z.string(),
        line: z.string().describe('Where the route goes, from stop to stop, as an encoded polyline with 5 digits'),
        numbers: z.array(z.int()).describe('The numbers of the deliveries, in their order'),
      }),
    ),
  })
  .meta({ id: 'BestPlan' })
export type BestPlan = z.infer<typeof BestPlan>
