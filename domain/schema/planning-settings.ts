import { z } from 'zod'
import { learnedKinds } from '../address/learned-kinds.ts'
import { TimeOfDay } from '../time.ts'
import { text } from '../api/endpoint.ts'
import { Cost, vehicleCosts } from './fleet-fields.ts'
import { Overtime } from './overtime.ts'
import { vehicleTypes } from './vehicle.ts'
import { Version } from './version.ts'

/** One number for each type of vehicle that has its own. */
const byType = <T extends z.ZodType>(value: T) => z.partialRecord(z.enum(vehicleTypes), value)

const speed = z.number().min(1, 'At least 1 km/h.').max(150, 'At most 150 km/h.')

/** From then on, traffic is so many times as fast. Two digits count. */
export const TrafficStep = z
  .strictObject({
    from: TimeOfDay,
    factor: z
      .number()
      .min(0.1, 'At least 0.1: a tenth of the usual speed.')
      .max(3, 'At most 3: three times the usual speed.')
      .transform((factor) => Math.round(factor * 100) / 100),
  })
  .meta({ id: 'TrafficStep' })
export type TrafficStep = z.infer<typeof TrafficStep>

const Traffic = z
  .array(TrafficStep)
  .max(24, 'At most 24 steps.')
  .superRefine((steps, context) => {
    const issue = (at: number, message: string) => context.addIssue({ code: 'custom', path: [at, 'from'], message })
    steps.forEach(({ from }, at) => {
      if (at === 0 && from !== '00:00') issue(at, 'The first step starts at 00:00.')
      if (at > 0 && from <= steps[at - 1]!.from) issue(at, 'Each step starts later than the one before.')
    })
  })

export const balanceMeasures = ['time', 'tasks', 'load'] as const

export const Balance = z
  .strictObject({
    of: z.enum(balanceMeasures),
    strength: z.int('Enter a whole number.').min(1, 'At least 1.').max(1_000_000, 'At most 1,000,000.'),
  })
  .meta({ id: 'Balance' })
export type Balance = z.infer<typeof Balance>

export const priorityOrders = ['any', 'urgent_first', 'by_priority'] as const

const Tag = text(40).toLowerCase().min(1, 'Enter a tag.')

const pair = z.tuple([Tag, Tag]).refine(([a, b]) => a !== b, 'Choose two different tags.')

const settings = {
  ...vehicleCosts,
  cost_per_hour_late: Cost.nullable().describe('For an hour after the preferred time of a delivery'),
  cost_per_hour_early: Cost.nullable().describe('For an hour before it'),
  overtime: Overtime.describe('After the shift, for drivers without overtime of their own; none if empty'),
  speeds: byType(speed).describe('km/h by type of vehicle; the workspace’s speed for the others'),
  service_factors: byType(z.number().min(0.1, 'At least 0.1.').max(5, 'At most 5.')).describe(
    'Minutes at the door are multiplied by this, by type of vehicle; 1 for the others',
  ),
  traffic: Traffic.describe('Steps over the day, the first from 00:00; empty for the same speed all day'),
  traffic_from: z
    .enum(['steps', 'learned'])
    .describe('Which speeds over the day count: the steps of `traffic`, or those learned from our own drives'),
  detour_factor: z
    .number()
    .min(1, 'At least 1: no road is shorter than the straight line.')
    .max(3, 'At most 3.')
    .transform((factor) => Math.round(factor * 100) / 100)
    .describe('How much longer roads are than the straight line, where no routing engine measures them'),
  balance: Balance.nullable().describe('How much routes should be alike'),
  compactness_percent: z
    .int('Enter a whole number.')
    .min(1, 'At least 1 %.')
    .max(200, 'At most 200 %.')
    .nullable()
    .describe(
      'What an hour from the middle of a route to one of its stops weighs, in percent of an hour of driving; routes need not be compact if empty',
    ),
  priority_order: z
    .enum(priorityOrders)
    .describe(
      'In which order a driver brings deliveries: in any, urgent ones before all others, or by priority from urgent to low',
    ),
  same_address_service: z
    .enum(['sum', 'longest'])
    .describe('Minutes at the door for several deliveries at one address in a row: their sum, or the longest'),
  keep_apart: z.array(pair).max(50, 'At most 50 pairs.').describe('Deliveries with these tags never share a vehicle'),
  keep_apart_on_board: z
    .array(pair)
    .max(50, 'At most 50 pairs.')
    .describe('Goods with these tags may share a vehicle, but are never on board at the same time'),
  keep_together: z
    .array(Tag)
    .max(50, 'At most 50 tags.')
    .transform((tags) => [...new Set(tags)])
    .describe('All deliveries with such a tag go on one vehicle'),
  familiar_cost: Cost.nullable().describe(
    'How much dearer a stop may get so that a driver who prefers its zone delivers it',
  ),
  learned_by_itself: z
    .array(z.enum(learnedKinds))
    .max(learnedKinds.length)
    .transform((kinds) => learnedKinds.filter((kind) => kinds.includes(kind)))
    .describe('What visits teach about addresses that goes into the address book without anybody accepting it'),
  learned_after_visits: z
    .int('Enter a whole number.')
    .min(3, 'At least 3.')
    .max(30, 'At most 30.')
    .describe('After so many visits that agree'),
  promise_tolerance_minutes: z
    .int('Enter whole minutes.')
    .min(0, 'Minutes cannot be negative.')
    .max(720, 'At most 12 hours.')
    .nullable()
    .describe('How far a new plan may move what was promised; any distance if empty'),
}

/** Speeds over the day that our own drives tell. */
export const LearnedSpeeds = z
  .object({
    drives: z.int().describe('How many drives of the last 90 days they are learned from'),
    fewest_drives: z.int().describe('With fewer, nothing is learned'),
    workdays: z.array(TrafficStep).nullable().describe('From Monday to Friday; null if there are too few drives'),
    weekends: z
      .array(TrafficStep)
      .nullable()
      .describe('On Saturdays and Sundays; those of all days if weekends have too few drives of their own'),
  })
  .meta({ id: 'LearnedSpeeds' })
export type LearnedSpeeds = z.infer<typeof LearnedSpeeds>

/** What all plans of a workspace are made with, where a vehicle or a delivery does not say otherwise. */
export const PlanningSettings = z.object({ ...settings, version: Version }).meta({ id: 'PlanningSettings' })
export type PlanningSettings = z.infer<typeof PlanningSettings>

export const PlanningSettingsChange = z.strictObject(settings).partial().meta({ id: 'PlanningSettingsChange' })
export type PlanningSettingsChange = z.infer<typeof PlanningSettingsChange>

/** The settings of a workspace that never changed them: routes are as short as possible, and nothing else counts. */
export const usualPlanningSettings: PlanningSettings = {
  cost_fixed: null,
  cost_per_km: null,
  cost_per_hour: null,
  cost_per_service_hour: null,
  cost_per_waiting_hour: null,
  cost_per_stop: null,
  cost_per_parcel: null,
  cost_per_hour_late: null,
  cost_per_hour_early: null,
  overtime: [],
  speeds: {},
  service_factors: {},
  traffic: [],
  traffic_from: 'steps',
  detour_factor: 1,
  balance: null,
  compactness_percent: null,
  priority_order: 'any',
  same_address_service: 'sum',
  keep_apart: [],
  keep_apart_on_board: [],
  keep_together: [],
  familiar_cost: null,
  learned_by_itself: [],
  learned_after_visits: 5,
  promise_tolerance_minutes: null,
  version: 1,
}
