import { z } from 'zod'
import { changePlan, previewPlanChange, undoPlanChange } from '#domain/api/plan-changes.ts'
import type { PlanChangeResult, PlanEdit } from '#domain/schema/plan-change.ts'
import { Day } from '#domain/time.ts'
import { asked, asking, askPerson, tool, type Work } from '../tool.ts'
import { effectText, lines, routeLine } from '../words.ts'
import { PlanShown, RouteShown, toPlan, toRoute } from './shapes.ts'

const output = z.object({
  ...asked,
  sentence: z.string().describe('What was done, or would be'),
  change_id: z.string().nullable().describe('To take it back with undo_change'),
  effect: z.object({
    distance_km: z.number(),
    driving_seconds: z.number(),
    late_stops: z.number(),
    cost: z.number().nullable().describe('In minor units of the currency'),
    broken_promises: z.number(),
    recipients_to_tell: z.number(),
  }),
  warnings: z.array(z.string()),
  routes: z.array(RouteShown).describe('The changed routes as they are, or would be'),
  plan: PlanShown,
})

type Changing = { plan_id: string; confirm?: string | undefined }
type Declared<I extends z.ZodObject> = {
  name: string
  title: string
  description: string
  input: I
  edit: (input: z.output<I>) => PlanEdit
}

/** A change of a plan that says first what it would do, and does it once the person agrees. */
const changing = <I extends z.ZodObject>({ edit, description, input, ...named }: Declared<I>) =>
  tool({
    ...named,
    description: `${description} Works on drafts, approved and dispatched plans. Says first what would change, and asks.`,
    may: 'change_planning',
    kind: 'changes',
    input: input.extend({ plan_id: z.uuid(), ...asking }),
    output,
    async run(given, work) {
      const { plan_id: id, confirm } = given as unknown as Changing
      const body = { changes: [edit(given as unknown as z.output<I>)] }
      if (!confirm) {
        const tried = await work.api(previewPlanChange, { params: { id }, body })
        const made = work.confirmations.make(named.name, given, tried.plan.version)
        return say(tried, work, { done: false, confirm: made })
      }
      const version = work.confirmations.take(named.name, given, confirm)
      return say(await work.api(changePlan, { params: { id }, body, version }), work, { done: true, confirm: null })
    },
  })

function say(
  { id, plan, sentence, routes, effect, warnings }: PlanChangeResult,
  { timeZone, currency }: Work,
  answer: { done: boolean; confirm: string | null },
) {
  return {
    text: lines(
      answer.done ? `Done: ${sentence}` : `This would happen: ${sentence}`,
      `It comes to ${effectText(effect, currency)}.`,
      warnings.map((warning) => `Careful: ${warning.sentence}`),
      routes.map((route) => routeLine(route, timeZone)),
      !answer.done && askPerson,
    ),
    data: {
      ...answer,
      sentence,
      change_id: id,
      effect: {
        distance_km: effect.distance_km,
        driving_seconds: effect.driving_seconds,
        late_stops: effect.late_stops,
        cost: effect.cost,
        broken_promises: effect.promises.length,
        recipients_to_tell: effect.recipients.length,
      },
      warnings: warnings.map((warning) => warning.sentence),
      routes: routes.map(toRoute),
      plan: toPlan(plan),
    },
  }
}

const place = z
  .int()
  .min(1)
  .max(10_000)
  .optional()
  .describe('Its place among the stops of the route, from 1; the cheapest one if absent')
const toRouteOrDriver = {
  route_id: z.uuid().optional().describe('The route to go to'),
  driver_id: z.uuid().optional().describe('Instead of a route: a driver, who gets a new one if they have none'),
}

const moveStops = changing({
  name: 'move_stops',
  title: 'Move stops',
  description: 'Move deliveries to another route, driver or place of their route.',
  input: z.strictObject({ delivery_ids: z.array(z.uuid()).min(1).max(500), ...toRouteOrDriver, place }),
  edit: ({ delivery_ids, route_id, driver_id, place: position }) => ({
    type: 'move',
    delivery_ids,
    route_id,
    driver_id,
    position,
  }),
})

const insertOrder = changing({
  name: 'insert_order',
  title: 'Insert a late order',
  description:
    'Put a pending delivery into a plan that was made without it, at the cheapest place unless one is named.',
  input: z.strictObject({ delivery_id: z.uuid(), ...toRouteOrDriver, place }),
  edit: ({ delivery_id, route_id, driver_id, place: position }) => ({
    type: 'insert',
    delivery_id,
    route_id,
    driver_id,
    position,
  }),
})

const takeOff = changing({
  name: 'take_off_plan',
  title: 'Take deliveries off a plan',
  description: 'Take deliveries off their routes; they are pending again, for the same or another day.',
  input: z.strictObject({ delivery_ids: z.array(z.uuid()).min(1).max(500), day: Day.optional() }),
  edit: ({ delivery_ids, day }) => ({ type: 'remove', delivery_ids, scheduled_date: day }),
})

const assignDriver = changing({
  name: 'assign_driver',
  title: 'Give a route to another driver',
  description: 'Give a whole route to another driver.',
  input: z.strictObject({ route_id: z.uuid(), driver_id: z.uuid() }),
  edit: ({ route_id, driver_id }) => ({ type: 'driver', route_id, driver_id }),
})

const assignVehicle = changing({
  name: 'assign_vehicle',
  title: 'Give a route another vehicle',
  description: 'Give a route another vehicle.',
  input: z.strictObject({ route_id: z.uuid(), vehicle_id: z.uuid().nullable().describe('Null for none') }),
  edit: ({ route_id, vehicle_id }) => ({ type: 'vehicle', route_id, vehicle_id }),
})

const undo = tool({
  name: 'undo_change',
  title: 'Undo a change',
  description: 'Take back a change of a plan that was just made.',
  may: 'change_planning',
  kind: 'changes',
  input: z.strictObject({ plan_id: z.uuid(), change_id: z.uuid() }),
  output,
  run: async ({ plan_id: id, change_id }, work) =>
    say(await work.api(undoPlanChange, { params: { id, change_id } }), work, { done: true, confirm: null }),
})

export const changeTools = [moveStops, insertOrder, takeOff, assignDriver, assignVehicle, undo]
