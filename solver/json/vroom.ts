/** VROOM's JSON: problems and plans. Seconds and meters are integers. */

/** Longitude, then latitude, in degrees. */
export type Coordinates = [number, number]
/** First and last moment, both included. */
export type TimeWindow = [number, number]

/** Ours: when work should begin, and what it costs to begin outside. `time_windows` stay hard. */
export type VroomSoftTimeWindow = {
  window: TimeWindow
  cost_per_hour_early?: number
  cost_per_hour_late?: number
}

/** Ours: a job, or a shipment by the id of its pickup. */
export type VroomOrderReference = {
  type: 'job' | 'shipment'
  id: number
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
  /** Ours: the cost of leaving the job out. A job with a prize is optional, and its priority has no effect. */
  prize?: number
  /** Ours: group names that the problem's group rules refer to. */
  groups?: string[]
  /** Ours: the district it lies in, for vehicles with `max_districts`. */
  district?: string
  /** Ours: what the same vehicle has finished before it begins this. */
  after?: VroomOrderReference[]
  /** Ours: vehicles with `urgent_first` serve what is more urgent before the rest of their route; 0 by default. */
  urgency?: number
  /** Ours: the most seconds from leaving the depot, on the trip that brings it, until work begins. */
  max_ride?: number
  time_windows?: TimeWindow[]
  /** Ours: when its goods are at the depot; the trip that serves it cannot start earlier. */
  release?: number
  soft_time_window?: VroomSoftTimeWindow
  setup_per_type?: Record<string, number>
  service_per_type?: Record<string, number>
}

/** One end of a shipment. Ids are unique among pickups and among deliveries. */
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

/** Something that the same vehicle picks up and then delivers. */
export type VroomShipment = {
  pickup: VroomShipmentStep
  delivery: VroomShipmentStep
  amount?: number[]
  skills?: number[]
  priority?: number
  /** Ours, as for jobs. */
  prize?: number
  groups?: string[]
  /** Ours: it counts once, whatever its two places are. */
  district?: string
  after?: VroomOrderReference[]
  /** Ours: of both ends, as for jobs. */
  urgency?: number
  /** Ours: the most seconds on board, from the end of the pickup's service until work begins at the delivery. */
  max_ride?: number
  /** Ours: the most seconds on board beyond the drive straight from the pickup to the delivery. */
  max_detour?: number
}

export type VroomCosts = {
  fixed?: number
  per_hour?: number
  per_task_hour?: number
  per_km?: number
  /** Ours: the cost of waiting after the departure. */
  per_waiting_hour?: number
  /** Ours: the cost of each visit to an address; jobs one after another at one address are one visit. */
  per_stop?: number
  /** Ours: by quantity, the cost of each unit that a job delivers or picks up. A shipment counts once. */
  per_unit?: number[]
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
  /** Ours: the most seconds from leaving the start to arriving at the end, including waiting, work and breaks. */
  max_shift?: number
  /** Ours: the most districts that the jobs of its route lie in. */
  max_districts?: number
  /** Ours: what finishing later costs, in steps that get dearer; `time_window` stays hard. */
  overtime?: VroomOvertimeStep[]
  breaks?: VroomBreak[]
  /** Ours: it is loaded and unloaded from one end, so what was loaded last is handed over first. */
  last_in_first_out?: boolean
  /** Ours: on its route, no job comes after a less urgent one. */
  urgent_first?: boolean
  /** Ours: groups that may share this vehicle, although others keep them apart. */
  mixes?: string[]
  /** Ours: the vehicle may reload and make several trips. */
  reload?: VroomReload
  /** The route to start searching from; in plan mode, the route to time. */
  steps?: VroomVehicleStep[]
}

/** Ours: from this moment until the next step, each hour until the vehicle finishes costs so much more. */
export type VroomOvertimeStep = {
  from: number
  cost_per_hour: number
}

/** Ours. At a depot, the vehicle unloads its pickups and loads the deliveries of the next trip. */
export type VroomReload = {
  /** The vehicle's start by default. */
  depots?: VroomDepot[]
  /** Seconds for unloading and loading at each visit. */
  service?: number
  /** The most trips, including the first. */
  max_trips?: number
  /** The most meters of one trip, such as the range of a battery that is charged in between. */
  max_distance?: number
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
  /** The most that may be on board during the break. */
  max_load?: number[]
  /** Ours: the most seconds of driving, or of driving and work, without this break. It repeats as often as needed. */
  after_driving?: number
  after_working?: number
}

/**
 * Ours: what may no longer change. `done` is history, `position` keeps its place at the head of the route, `loaded`
 * is on board. This vehicle serves `loaded` and `vehicle` steps in any order.
 */
export type Lock = 'done' | 'position' | 'loaded' | 'vehicle'

export type VroomVehicleStep = {
  type: 'start' | 'job' | 'pickup' | 'delivery' | 'break' | 'reload' | 'end'
  id?: number
  /** Only in plan mode: when work must begin here, regardless of windows. */
  service_at?: number
  service_after?: number
  service_before?: number
  lock?: Lock
  /** Ours: arrival and departure of a step that is done. */
  arrival?: number
  departure?: number
}

/** Ours: rules on jobs in the named groups. */
export type GroupRules = {
  /** No two different groups of a list may share a vehicle. */
  apart?: string[][]
  /** Goods of two different groups of a list are never on board at the same time. */
  apart_on_board?: string[][]
  /** All jobs of such a group go on one vehicle, or are left out together. */
  together?: string[]
  /** Of the jobs of such a group at most one is served, such as those for the places where one parcel may be handed over. */
  one_of?: string[]
}

/** Ours: the previous plan, and how far the new one may depart from it. */
export type PreviousPlan = {
  routes: PreviousRoute[]
  /** The most jobs that may change vehicle; a shipment counts once. */
  max_moved?: number
  /** The cost of each such change. */
  cost_per_moved?: number
  /** Work begins at most this many seconds before or after the promised time. */
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

/** Ours: each route costs strength × measure², which is smallest when the total is split evenly. */
export type Balance = {
  of: 'time' | 'tasks' | 'load'
  strength: number
}

/** Ours: each hour of driving, without traffic, from the middle of a route to each of its jobs has a price. */
export type Compactness = {
  cost_per_hour: number
}

/** One row of a matrix. In memory it may be typed, which takes less room and time to hand to a thread. */
export type MatrixRow = number[] | Int32Array

export type VroomMatrices = {
  durations?: MatrixRow[]
  distances?: MatrixRow[]
  costs?: MatrixRow[]
}

/** From this second of the day, speeds are `factor` times those behind the travel times. */
export type VroomTrafficStep = {
  from: number
  factor: number
}

/**
 * Ours: inside the area, speeds are `factor` times those behind the travel times; with several steps, by the hour. The last
 * corner joins the first.
 */
export type VroomSpeedZone = {
  area: Coordinates[]
  speeds: VroomTrafficStep[]
}

export type VroomInput = {
  /** May be missing only if there are shipments. */
  jobs: VroomJob[]
  shipments?: VroomShipment[]
  vehicles: VroomVehicle[]
  matrices?: Record<string, VroomMatrices>
  /** VROOM's older field for the durations of profile "car". */
  matrix?: MatrixRow[]
  /** Ours: the speed between coordinates when there is no matrix; 40 by default. */
  speed_kmh?: number
  /** Ours: without a matrix, drives are this many times as long as the great circle; 1 by default. */
  detour_factor?: number
  groups?: GroupRules
  previous?: PreviousPlan
  balance?: Balance
  compactness?: Compactness
  /** Ours: speeds over the day, by profile. */
  traffic?: Record<string, VroomTrafficStep[]>
  /** Ours: areas where vehicles drive faster or slower, by profile. Where some overlap, the first one counts. */
  speed_zones?: Record<string, VroomSpeedZone[]>
  /** Ours: whether consecutive jobs at one address take the sum of their service times, or the longest one. */
  same_address_service?: 'sum' | 'longest'
}

/** What a route breaks. */
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
  | 'max_ride'
  | 'max_districts'
  | 'last_in_first_out'
  | 'urgent_first'
  | 'apart_on_board'

export type VroomViolation = {
  cause: ViolationCause
  /** Seconds of lead time or delay. */
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
  /** Ours: seconds by which work begins before or after the job's soft window, if it does. */
  earliness?: number
  lateness?: number
  load: number[]
  violations: VroomViolation[]
}

/** Ours: shares of a cost; each is present only if something has such a price. */
export type VroomCostShares = {
  stop_cost?: number
  unit_cost?: number
  waiting_cost?: number
  earliness_cost?: number
  lateness_cost?: number
  overtime_cost?: number
  /** What jobs away from the middle of their route cost. */
  compactness_cost?: number
}

export type VroomRoute = VroomCostShares & {
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
  | 'precedence'
  | 'max_ride'
  | 'max_districts'
  | 'last_in_first_out'
  | 'urgent_first'
  | 'apart_on_board'
  | 'one_of'

/** Why a job is unassigned: a stable code, and a sentence with the binding figure. */
export type UnassignedReason = {
  code: UnassignedCode
  message: string
  /** The closest vehicle, if there is one. */
  vehicle?: number
}

/** What a fix relaxes: a limit of the vehicle, a window of the job, the number of vehicles, or the prize. */
export type FixConstraint =
  | 'shift_start'
  | 'shift_end'
  | 'max_shift'
  | 'time_window'
  | 'max_ride'
  | 'capacity'
  | 'skills'
  | 'max_tasks'
  | 'max_travel_time'
  | 'max_distance'
  | 'max_districts'
  | 'last_in_first_out'
  | 'urgent_first'
  | 'vehicles'
  | 'prize'

/** The smallest change of one constraint that makes room for the job or shipment on the planned routes. */
export type UnassignedFix = {
  constraint: FixConstraint
  /** The vehicle that would take it; with `vehicles`, the one to add another of. */
  vehicle: number
  by: {
    amount: number
    unit: 'seconds' | 'meters' | 'load' | 'tasks' | 'districts' | 'skills' | 'rules' | 'vehicles' | 'cost'
  }
  /** By how much the plan's cost would rise. */
  cost: number
  message: string
  /** With `capacity`: which quantity, from 0. */
  quantity?: number
  /** With `skills`: the missing ones. */
  skills?: number[]
  /** With `time_window`: which window (from 0) of which job, and what it would have to be. */
  window?: { task: 'job' | 'pickup' | 'delivery'; index: number; time_window: TimeWindow }
}

export type VroomUnassigned = {
  id: number
  type: 'job' | 'pickup' | 'delivery'
  description?: string
  location?: Coordinates
  location_index?: number
  reason: UnassignedReason
  /** Present if a single change is enough. */
  fix?: UnassignedFix
}

export type VroomSummary = VroomCostShares & {
  cost: number
  routes: number
  unassigned: number
  setup: number
  service: number
  duration: number
  waiting_time: number
  priority: number
  /** Ours: the prizes of unassigned jobs, if any. They are not part of the cost. */
  missed_prizes?: number
  /** Ours: how many jobs changed vehicle since the previous plan, if there is one. */
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

/** What is returned instead of a plan. Code 1 is an internal error, code 2 an invalid problem. */
export type VroomFailure = {
  code: 1 | 2
  error: string
}
