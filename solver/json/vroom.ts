/** VROOM's JSON: the problem that comes in and the plan that goes out. Seconds and meters, whole numbers. */

/** Longitude, then latitude, in degrees. */
export type Coordinates = [number, number]
/** First and last moment, both included. */
export type TimeWindow = [number, number]

/** Ours: when work should begin, and what beginning outside it costs. `time_windows` stay hard. */
export type VroomSoftTimeWindow = {
  window: TimeWindow
  cost_per_hour_early?: number
  cost_per_hour_late?: number
}

export type VroomJob = {
  id: number
  description?: string
  location?: Coordinates
  location_index?: number
  setup?: number
  service?: number
  delivery?: number[]
  pickup?: number[]
  /** VROOM's older name for `delivery`. */
  amount?: number[]
  skills?: number[]
  priority?: number
  /** Ours: what leaving the job out costs. With a prize a job is optional, and its priority has no meaning. */
  prize?: number
  /** Ours: names that the problem's rules on groups speak of. */
  groups?: string[]
  time_windows?: TimeWindow[]
  /** Ours: its goods are at the depot from then on; the trip that serves it cannot begin before. */
  release?: number
  soft_time_window?: VroomSoftTimeWindow
  setup_per_type?: Record<string, number>
  service_per_type?: Record<string, number>
}

/** One end of a shipment. Ids of pickups are unique among pickups, those of deliveries among deliveries. */
export type VroomShipmentStep = Pick<
  VroomJob,
  | 'id'
  | 'description'
  | 'location'
  | 'location_index'
  | 'setup'
  | 'service'
  | 'time_windows'
  | 'soft_time_window'
  | 'setup_per_type'
  | 'service_per_type'
>

/** Something to be picked up and delivered by the same vehicle, in this order. */
export type VroomShipment = {
  pickup: VroomShipmentStep
  delivery: VroomShipmentStep
  amount?: number[]
  skills?: number[]
  priority?: number
  /** Ours, as for jobs. */
  prize?: number
  groups?: string[]
}

export type VroomCosts = {
  fixed?: number
  per_hour?: number
  per_task_hour?: number
  per_km?: number
  /** Ours: of waiting on the way, from the departure on. */
  per_waiting_hour?: number
}

export type VroomVehicle = {
  id: number
  profile?: string
  description?: string
  start?: Coordinates
  start_index?: number
  end?: Coordinates
  end_index?: number
  capacity?: number[]
  costs?: VroomCosts
  type?: string
  skills?: number[]
  time_window?: TimeWindow
  speed_factor?: number
  max_tasks?: number
  max_travel_time?: number
  max_distance?: number
  /** Ours: seconds from leaving the start to arriving at the end, with all waiting, work and breaks. */
  max_shift?: number
  breaks?: VroomBreak[]
  /** Ours: it may come back for more and make several trips. */
  reload?: VroomReload
  /** A route to start the search from; in plan mode the route itself. */
  steps?: VroomVehicleStep[]
}

/** Ours. At a depot what was picked up for it is unloaded, and the deliveries of the next trip are loaded. */
export type VroomReload = {
  /** Where; the vehicle's start unless told. */
  depots?: VroomDepot[]
  /** Seconds for unloading and loading, each time. */
  service?: number
  /** The most trips, the first one included. */
  max_trips?: number
}

export type VroomDepot = {
  location?: Coordinates
  location_index?: number
}

export type VroomBreak = {
  id: number
  description?: string
  time_windows?: TimeWindow[]
  service?: number
  /** The most that may be on board meanwhile. */
  max_load?: number[]
  /** Ours: the most seconds of driving, or of driving and work, without such a break. It is taken as often as need be. */
  after_driving?: number
  after_working?: number
}

/**
 * Ours: what may not be changed any more. Done is history, position keeps its place at the head of the route, loaded
 * is on board; loaded and vehicle may be served in any order, by this vehicle alone.
 */
export type Lock = 'done' | 'position' | 'loaded' | 'vehicle'

export type VroomVehicleStep = {
  type: 'start' | 'job' | 'pickup' | 'delivery' | 'break' | 'reload' | 'end'
  id?: number
  /** In plan mode only: when work has to begin here, whatever the windows say. */
  service_at?: number
  service_after?: number
  service_before?: number
  lock?: Lock
  /** Ours: when a done step was reached and left. */
  arrival?: number
  departure?: number
}

/** Ours: rules on jobs that carry the named groups. */
export type GroupRules = {
  /** Of each list, no two different groups may share a vehicle. */
  apart?: string[][]
  /** All jobs of each of these groups go on one vehicle, or are left out together. */
  together?: string[]
}

/** Ours: the plan before this one, and how far the new one may be from it. */
export type PreviousPlan = {
  routes: PreviousRoute[]
  /** At most so many jobs on another vehicle than before; a shipment counts once. */
  max_moved?: number
  /** What each of them costs. */
  cost_per_moved?: number
  /** Work begins at most so many seconds before or after what was promised. */
  promise_tolerance?: number
}

export type PreviousRoute = {
  vehicle: number
  steps: PreviousStep[]
}

export type PreviousStep = {
  type: 'job' | 'pickup' | 'delivery'
  id: number
  /** When work was promised to begin. */
  promised?: number
}

/** Ours: each route costs strength × measure², which is least where the total is split evenly. */
export type Balance = {
  of: 'time' | 'tasks' | 'load'
  strength: number
}

export type VroomMatrices = {
  durations?: number[][]
  distances?: number[][]
  costs?: number[][]
}

/** From this second of the day on, speeds are so many times those that travel times are for. */
export type VroomTrafficStep = {
  from: number
  factor: number
}

export type VroomInput = {
  /** May be missing only where there are shipments. */
  jobs: VroomJob[]
  shipments?: VroomShipment[]
  vehicles: VroomVehicle[]
  matrices?: Record<string, VroomMatrices>
  /** VROOM's older way to give the durations of profile "car". */
  matrix?: number[][]
  /** Our addition: the speed used between coordinates when there is no matrix. 40 unless told. */
  speed_kmh?: number
  groups?: GroupRules
  previous?: PreviousPlan
  balance?: Balance
  /** Ours: speeds over the day, by profile. */
  traffic?: Record<string, VroomTrafficStep[]>
  /** Ours: whether jobs that follow each other at one address take as long as all of them, or as the longest. */
  same_address_service?: 'sum' | 'longest'
}

/** What a route of plan mode breaks. */
export type ViolationCause =
  | 'lead_time'
  | 'delay'
  | 'load'
  | 'max_tasks'
  | 'skills'
  | 'precedence'
  | 'missing_break'
  | 'max_travel_time'
  | 'max_load'
  | 'max_distance'
  /** Ours. */
  | 'max_shift'

export type VroomViolation = {
  cause: ViolationCause
  /** Seconds, of a lead time or a delay. */
  duration?: number
}

export type VroomStep = {
  /** `reload` is ours: a visit to a depot between two trips. */
  type: 'start' | 'job' | 'pickup' | 'delivery' | 'break' | 'reload' | 'end'
  id?: number
  description?: string
  location?: Coordinates
  location_index?: number
  arrival: number
  duration: number
  distance?: number
  setup: number
  service: number
  waiting_time: number
  /** Ours: seconds by which work begins before or after the job's soft window; only where it does. */
  earliness?: number
  lateness?: number
  load: number[]
  violations: VroomViolation[]
}

/** Ours: what timing adds to a cost, and is part of it; each is there only where something has such a price. */
export type VroomTimingCosts = {
  waiting_cost?: number
  earliness_cost?: number
  lateness_cost?: number
}

export type VroomRoute = VroomTimingCosts & {
  vehicle: number
  description?: string
  cost: number
  setup: number
  service: number
  duration: number
  waiting_time: number
  priority: number
  distance?: number
  delivery: number[]
  pickup: number[]
  steps: VroomStep[]
  violations: VroomViolation[]
}

export type UnassignedCode =
  | 'no_vehicle'
  | 'skills'
  | 'capacity'
  | 'time_window'
  | 'shift'
  | 'max_tasks'
  | 'max_travel_time'
  | 'max_distance'
  | 'stopped_early'
  | 'shipment'
  | 'not_worth'
  | 'not_in_steps'
  | 'trips'
  | 'release'
  | 'group'
  | 'max_moved'

/** Why a job is on no route: a stable code and a sentence with the figure that binds. */
export type UnassignedReason = {
  code: UnassignedCode
  message: string
  /** The vehicle that comes closest, where one does. */
  vehicle?: number
}

/** What a fix relaxes: something of the vehicle, the window of a job, the number of vehicles, or the prize. */
export type FixConstraint =
  | 'shift_start'
  | 'shift_end'
  | 'max_shift'
  | 'time_window'
  | 'capacity'
  | 'skills'
  | 'max_tasks'
  | 'max_travel_time'
  | 'max_distance'
  | 'vehicles'
  | 'prize'

/** The smallest change of one constraint after which the job or shipment has a place on the routes as planned. */
export type UnassignedFix = {
  constraint: FixConstraint
  /** The vehicle that would take it; with `vehicles` the one to have one more of. */
  vehicle: number
  by: { amount: number; unit: 'seconds' | 'meters' | 'load' | 'tasks' | 'skills' | 'vehicles' | 'cost' }
  /** What the plan's cost would rise by. */
  cost: number
  message: string
  /** With `capacity`: which quantity, from 0. */
  quantity?: number
  /** With `skills`: those that are missing. */
  skills?: number[]
  /** With `time_window`: which window of which job, from 0, and how it would have to be. */
  window?: { task: 'job' | 'pickup' | 'delivery'; index: number; time_window: TimeWindow }
}

export type VroomUnassigned = {
  id: number
  type: 'job' | 'pickup' | 'delivery'
  description?: string
  location?: Coordinates
  location_index?: number
  reason: UnassignedReason
  /** Where one change is enough. */
  fix?: UnassignedFix
}

export type VroomSummary = VroomTimingCosts & {
  cost: number
  routes: number
  unassigned: number
  setup: number
  service: number
  duration: number
  waiting_time: number
  priority: number
  /** Ours: the prizes of what is left out, where there are any. They are not part of the cost. */
  missed_prizes?: number
  /** Ours: how many jobs are on another vehicle than in the previous plan, where there is one. */
  moved?: number
  distance?: number
  delivery: number[]
  pickup: number[]
  violations: VroomViolation[]
  /** Milliseconds by the clock passed in; zeros without one. */
  computing_times: { loading: number; solving: number }
}

export type VroomOutput = {
  code: 0
  summary: VroomSummary
  unassigned: VroomUnassigned[]
  routes: VroomRoute[]
}

/** What is answered instead of a plan. 1 is an internal error, 2 a problem that cannot be read. */
export type VroomFailure = {
  code: 1 | 2
  error: string
}
