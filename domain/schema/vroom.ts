import { z } from 'zod'
import type * as solver from '#solver/index.ts'

/*
 * VROOM's JSON, for the API's documentation. The solver reads the problem itself and reports what it cannot use, so
 * nothing is checked twice.
 */

/** Exactly the solver's fields. A field added there must be described here. */
type FieldsOf<T> = { [Name in keyof Required<T>]: z.ZodType }

const Whole = z.int().min(0)
const Seconds = Whole.describe('Seconds')
const Amounts = z.array(Whole).describe('One number per quantity, as in the capacity of the first vehicle')
const Skills = z.array(Whole)
const Place = z.tuple([z.number(), z.number()]).describe('Longitude, then latitude, in degrees')
const PlaceIndex = Whole.describe('Row and column in the matrices')
const Window = z.tuple([Seconds, Seconds]).describe('First and last second')
const Windows = z.array(Window).min(1).describe('In order, without overlap')
const PerType = z.record(z.string(), Seconds).describe('Seconds by type of vehicle')

const VroomSoftTimeWindow = z
  .strictObject({
    window: Window,
    cost_per_hour_early: Whole.optional().describe('Cost of starting before the window'),
    cost_per_hour_late: Whole.optional().describe(
      'Cost of starting after the window; at least one of the two is above 0',
    ),
  } satisfies FieldsOf<solver.VroomSoftTimeWindow>)
  .meta({ id: 'VroomSoftTimeWindow' })

const VroomOrderReference = z
  .strictObject({
    type: z.enum(['job', 'shipment']),
    id: Whole.describe('Of a shipment, the id of its pickup'),
  } satisfies FieldsOf<solver.VroomOrderReference>)
  .meta({ id: 'VroomOrderReference' })

const work = {
  id: Whole,
  description: z.string().optional(),
  location: Place.optional(),
  location_index: PlaceIndex.optional(),
  setup: Seconds.optional().describe('Seconds spent once for consecutive stops at one address'),
  service: Seconds.optional().describe('Seconds of work'),
  time_windows: Windows.optional().describe('When work may start'),
  soft_time_window: VroomSoftTimeWindow.optional().describe('When work should start'),
  setup_per_type: PerType.optional(),
  service_per_type: PerType.optional(),
}

const worth = {
  skills: Skills.optional().describe('Skills the vehicle must have'),
  priority: z.int().min(0).max(100).optional(),
  prize: Whole.optional().describe('Cost of leaving it out; a prize makes it optional'),
  groups: z.array(z.string()).optional().describe('Groups it belongs to, for the rules on groups'),
  district: z.string().min(1).optional().describe('The district it lies in, for vehicles with max_districts'),
  urgency: z.int().min(0).max(100).optional().describe('Vehicles with urgent_first serve what is more urgent first'),
  after: z.array(VroomOrderReference).optional().describe('What the same vehicle has finished before it starts this'),
}

export const VroomJob = z
  .strictObject({
    ...work,
    delivery: Amounts.optional().describe('On board from the start of the route'),
    pickup: Amounts.optional().describe('On board until the end of the route'),
    amount: Amounts.optional().describe('Older name of delivery'),
    release: Seconds.optional().describe(
      'When its goods are at the depot; the trip that brings them leaves no earlier',
    ),
    max_ride: Seconds.optional().describe('Longest time from leaving the depot with it until work starts'),
    ...worth,
  } satisfies FieldsOf<solver.VroomJob>)
  .meta({ id: 'VroomJob' })

export const VroomShipmentStep = z
  .strictObject(work satisfies FieldsOf<solver.VroomShipmentStep>)
  .meta({ id: 'VroomShipmentStep' })

export const VroomShipment = z
  .strictObject({
    pickup: VroomShipmentStep,
    delivery: VroomShipmentStep,
    amount: Amounts.optional(),
    max_ride: Seconds.optional().describe(
      'Longest time on board, from the end of the pickup to the start of the delivery',
    ),
    max_detour: Seconds.optional().describe('Longest time on board beyond the drive straight to the delivery'),
    ...worth,
  } satisfies FieldsOf<solver.VroomShipment>)
  .meta({ id: 'VroomShipment' })

export const VroomBreak = z
  .strictObject({
    id: Whole,
    description: z.string().optional(),
    time_windows: Windows.optional(),
    service: Seconds.optional(),
    max_load: Amounts.optional().describe('Largest load during the break'),
    after_driving: Seconds.optional().describe('Longest driving time without such a break, instead of time_windows'),
    after_working: Seconds.optional().describe('Longest driving and working time without such a break'),
  } satisfies FieldsOf<solver.VroomBreak>)
  .meta({ id: 'VroomBreak' })

export const VroomCosts = z
  .strictObject({
    fixed: Whole.optional(),
    per_hour: Whole.optional().describe('Cost of driving; 3600 by default'),
    per_task_hour: Whole.optional(),
    per_km: Whole.optional(),
    per_waiting_hour: Whole.optional().describe('Cost of waiting during the route'),
    per_stop: Whole.optional().describe('Cost of each address visited, however many jobs are done there'),
    per_unit: Amounts.optional().describe('Cost of each unit delivered or picked up, by quantity'),
  } satisfies FieldsOf<solver.VroomCosts>)
  .meta({ id: 'VroomCosts' })

const OvertimeStep = z
  .strictObject({
    from: Seconds.describe('Second of the problem from which this step counts'),
    cost_per_hour: Whole.describe('Extra cost of each hour until the vehicle finishes, or until the next step'),
  } satisfies FieldsOf<solver.VroomOvertimeStep>)
  .meta({ id: 'VroomOvertimeStep' })

const VroomDepot = z
  .strictObject({
    location: Place.optional(),
    location_index: PlaceIndex.optional(),
  } satisfies FieldsOf<solver.VroomDepot>)
  .meta({ id: 'VroomDepot' })

const VroomReload = z
  .strictObject({
    depots: z.array(VroomDepot).min(1).optional().describe('The vehicle’s start by default'),
    service: Seconds.optional().describe('Seconds of unloading and loading, each time'),
    max_trips: z.int().min(1).optional().describe('Including the first one'),
    max_distance: z.int().min(0).optional().describe('Meters of one trip, such as the range of a battery'),
  } satisfies FieldsOf<solver.VroomReload>)
  .meta({ id: 'VroomReload' })

export const VroomVehicleStep = z
  .strictObject({
    type: z.enum(['start', 'job', 'pickup', 'delivery', 'break', 'reload', 'end']),
    id: Whole.optional(),
    service_at: Seconds.optional().describe('In plan mode: when work starts, regardless of windows'),
    service_after: Seconds.optional(),
    service_before: Seconds.optional(),
    lock: z
      .enum(['done', 'position', 'loaded', 'vehicle'])
      .optional()
      .describe(
        'done: finished; position: keeps its place; loaded: on board; loaded and vehicle keep only the vehicle',
      ),
    arrival: Seconds.optional().describe('When a done step was reached'),
    departure: Seconds.optional().describe('When a done step was left'),
  } satisfies FieldsOf<solver.VroomVehicleStep>)
  .meta({ id: 'VroomVehicleStep' })

export const VroomVehicle = z
  .strictObject({
    id: Whole,
    profile: z.string().optional().describe('Selects its matrices; "car" by default'),
    description: z.string().optional(),
    start: Place.optional(),
    start_index: PlaceIndex.optional(),
    end: Place.optional(),
    end_index: PlaceIndex.optional(),
    capacity: z.array(Whole).optional().describe('The capacity of the first vehicle sets the number of quantities'),
    costs: VroomCosts.optional(),
    type: z.string().optional(),
    skills: Skills.optional(),
    time_window: Window.optional(),
    speed_factor: z.number().min(0.01).max(5).optional(),
    max_tasks: Whole.optional(),
    max_travel_time: Seconds.optional(),
    max_distance: Whole.optional().describe('Meters'),
    overtime: z
      .array(OvertimeStep)
      .optional()
      .describe('What finishing later costs, in steps that get dearer; time_window stays hard'),
    max_shift: Seconds.optional().describe('Longest time from leaving the start to arriving at the end'),
    breaks: z.array(VroomBreak).optional(),
    reload: VroomReload.optional().describe('Lets it return for more and make several trips'),
    max_districts: Whole.optional().describe('The most districts that the stops of its route may lie in'),
    last_in_first_out: z
      .boolean()
      .optional()
      .describe('It is loaded and unloaded from one end: what was loaded last is handed over first'),
    urgent_first: z.boolean().optional().describe('On its route, nothing comes after something less urgent'),
    mixes: z
      .array(z.string())
      .optional()
      .describe('Groups that may share this vehicle, although groups.apart has them'),
    steps: z
      .array(VroomVehicleStep)
      .optional()
      .describe('A route to start the search from; in plan mode, the route itself'),
  } satisfies FieldsOf<solver.VroomVehicle>)
  .meta({ id: 'VroomVehicle' })

const Matrix = z.array(z.array(Whole)).describe('Square, with integers, from row to column')

export const VroomMatrices = z
  .strictObject({
    durations: Matrix.describe('Seconds from row to column'),
    distances: Matrix.optional().describe('Meters; required for per_km and max_distance'),
    costs: Matrix.optional().describe('Cost of driving, if it differs from the time'),
  } satisfies FieldsOf<solver.VroomMatrices>)
  .meta({ id: 'VroomMatrices' })

const VroomGroupRules = z
  .strictObject({
    apart: z.array(z.array(z.string())).optional().describe('Two different groups of one list never share a vehicle'),
    apart_on_board: z
      .array(z.array(z.string()))
      .optional()
      .describe('Goods of two different groups of one list are never on board at the same time'),
    together: z
      .array(z.string())
      .optional()
      .describe('All jobs of each group go on one vehicle or are left out together'),
    one_of: z
      .array(z.string())
      .optional()
      .describe('Of the jobs of each group at most one is served: the one that costs least'),
  } satisfies FieldsOf<solver.GroupRules>)
  .meta({ id: 'VroomGroupRules' })

const PreviousStep = z.strictObject({
  type: z.enum(['job', 'pickup', 'delivery']),
  id: Whole,
  promised: Seconds.optional().describe('When work was promised to start'),
} satisfies FieldsOf<solver.PreviousStep>)

const PreviousRoute = z.strictObject({
  vehicle: Whole,
  steps: z.array(PreviousStep),
} satisfies FieldsOf<solver.PreviousRoute>)

const VroomPreviousPlan = z
  .strictObject({
    routes: z.array(PreviousRoute),
    max_moved: Whole.optional().describe('The most jobs that may change vehicles'),
    cost_per_moved: Whole.optional(),
    promise_tolerance: Seconds.optional().describe('The most seconds that work may start before or after the promise'),
  } satisfies FieldsOf<solver.PreviousPlan>)
  .meta({ id: 'VroomPreviousPlan', description: 'The previous plan, and how far the new one may differ from it.' })

const VroomBalance = z
  .strictObject({
    of: z.enum(['time', 'tasks', 'load']),
    strength: z.number().min(0).describe('Each route adds strength × measure² to the cost'),
  } satisfies FieldsOf<solver.Balance>)
  .meta({ id: 'VroomBalance' })

const VroomCompactness = z
  .strictObject({
    cost_per_hour: Whole.max(1_000_000).describe('Price of an hour from the middle of a route to each of its stops'),
  } satisfies FieldsOf<solver.Compactness>)
  .meta({ id: 'VroomCompactness' })

const VroomTrafficStep = z
  .strictObject({
    from: Whole.max(86_399).describe('Second of the day; the first step starts at 0'),
    factor: z.number().min(0.01).max(5).describe('Multiplies the speeds that the travel times are based on'),
  } satisfies FieldsOf<solver.VroomTrafficStep>)
  .meta({ id: 'VroomTrafficStep' })

const VroomSpeedZone = z
  .strictObject({
    area: z.array(Place).min(3).max(1000).describe('The corners of its border; the last one joins the first'),
    speeds: z.array(VroomTrafficStep).min(1).describe('Factors from 0.1 to 5 on the speed there, by time of day'),
  } satisfies FieldsOf<solver.VroomSpeedZone>)
  .meta({ id: 'VroomSpeedZone' })

export const VroomProblem = z
  .strictObject({
    jobs: z.array(VroomJob).optional().describe('Optional if there are shipments'),
    shipments: z.array(VroomShipment).optional(),
    vehicles: z.array(VroomVehicle).min(1),
    matrices: z.record(z.string(), VroomMatrices).optional().describe('By profile, all of the same size'),
    matrix: Matrix.optional().describe('Older form of the durations of profile "car"'),
    speed_kmh: z
      .number()
      .min(0.1)
      .max(1000)
      .optional()
      .describe('Speed between coordinates, without matrices; 40 by default'),
    detour_factor: z
      .number()
      .min(1)
      .max(5)
      .optional()
      .describe('How much longer drives are than the great circle, without matrices; 1 by default'),
    groups: VroomGroupRules.optional(),
    previous: VroomPreviousPlan.optional(),
    balance: VroomBalance.optional(),
    compactness: VroomCompactness.optional(),
    traffic: z
      .record(z.string(), z.array(VroomTrafficStep).min(1))
      .optional()
      .describe('Speeds by time of day, per profile'),
    speed_zones: z
      .record(z.string(), z.array(VroomSpeedZone).min(1))
      .optional()
      .describe('Areas where vehicles are faster or slower, per profile; where some overlap, the first one counts'),
    same_address_service: z
      .enum(['sum', 'longest'])
      .optional()
      .describe('Total service time of consecutive jobs at one address; "sum" by default'),
  } satisfies FieldsOf<solver.VroomInput>)
  .meta({
    id: 'VroomProblem',
    description: 'A problem in VROOM’s JSON, with our additions. Unknown fields are rejected.',
  })
export type VroomProblem = z.infer<typeof VroomProblem>

const Violation = z.object({ cause: z.string(), duration: z.number().optional() })

const VroomStep = z
  .object({
    type: z.enum(['start', 'job', 'pickup', 'delivery', 'break', 'reload', 'end']),
    id: z.int().optional(),
    description: z.string().optional(),
    location: Place.optional(),
    location_index: z.int().optional(),
    arrival: z.int(),
    duration: z.int().describe('Seconds driven since the start of the route'),
    distance: z.int().optional().describe('Meters driven since the start of the route'),
    setup: z.int(),
    service: z.int(),
    waiting_time: z.int(),
    earliness: z.int().optional().describe('Seconds before its soft window'),
    lateness: z.int().optional().describe('Seconds after its soft window'),
    load: z.array(z.int()).describe('Load when leaving'),
    violations: z.array(Violation),
  } satisfies FieldsOf<solver.VroomStep>)
  .meta({ id: 'VroomStep' })

const totals = {
  cost: z.int(),
  setup: z.int(),
  service: z.int(),
  duration: z.int().describe('Seconds of driving'),
  waiting_time: z.int(),
  priority: z.int(),
  distance: z.int().optional().describe('Meters, if distances are known'),
  delivery: z.array(z.int()),
  pickup: z.array(z.int()),
  violations: z.array(Violation),
  stop_cost: z.number().optional().describe('Part of the cost, if stops cost anything'),
  unit_cost: z.number().optional().describe('Part of the cost, if handing over costs anything'),
  waiting_cost: z.number().optional().describe('Part of the cost, if waiting costs anything'),
  earliness_cost: z.number().optional(),
  lateness_cost: z.number().optional(),
  overtime_cost: z.number().optional().describe('Part of the cost, if overtime costs anything'),
  compactness_cost: z.number().optional().describe('Part of the cost, for stops away from the middle of their route'),
}

const VroomRoute = z
  .object({
    vehicle: z.int(),
    description: z.string().optional(),
    ...totals,
    steps: z.array(VroomStep),
  } satisfies FieldsOf<solver.VroomRoute>)
  .meta({ id: 'VroomRoute' })

const VroomFix = z
  .object({
    constraint: z.string().describe('The constraint to relax'),
    vehicle: z.int().describe('The vehicle that would take it'),
    by: z.object({ amount: z.number(), unit: z.string() }),
    cost: z.number().describe('How much the cost of the plan would rise'),
    message: z.string(),
    quantity: z.int().optional(),
    skills: z.array(z.int()).optional(),
    window: z
      .object({ task: z.enum(['job', 'pickup', 'delivery']), index: z.int(), time_window: z.tuple([z.int(), z.int()]) })
      .optional(),
  } satisfies FieldsOf<solver.UnassignedFix>)
  .meta({ id: 'VroomFix', description: 'The smallest change to one constraint that would make it fit.' })

const VroomUnassigned = z
  .object({
    id: z.int(),
    type: z.enum(['job', 'pickup', 'delivery']),
    description: z.string().optional(),
    location: Place.optional(),
    location_index: z.int().optional(),
    reason: z
      .object({
        code: z.string(),
        message: z.string(),
        vehicle: z.int().optional().describe('The vehicle that comes closest'),
      })
      .describe('Why it is on no route, with the limiting figure'),
    fix: VroomFix.optional(),
  } satisfies FieldsOf<solver.VroomUnassigned>)
  .meta({ id: 'VroomUnassigned' })

export const VroomPlan = z
  .object({
    code: z.literal(0),
    summary: z
      .object({
        ...totals,
        routes: z.int(),
        unassigned: z.int(),
        missed_prizes: z.int().optional(),
        moved: z.int().optional().describe('Jobs that changed vehicles since the previous plan'),
        computing_times: z.object({ loading: z.int(), solving: z.int() }).describe('Milliseconds'),
      } satisfies FieldsOf<solver.VroomSummary>)
      .meta({ id: 'VroomSummary' }),
    unassigned: z.array(VroomUnassigned),
    routes: z.array(VroomRoute),
  })
  .meta({ id: 'VroomPlan', description: 'A plan in VROOM’s JSON. It may have further fields.' })
export type VroomPlan = z.infer<typeof VroomPlan>
