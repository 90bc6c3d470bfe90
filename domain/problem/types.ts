import type { Location } from '../geo.ts'
import type { Compartment } from '../schema/compartment.ts'
import type { OtherPlace } from '../schema/order.ts'
import type { OvertimeStep } from '../schema/overtime.ts'

type Range = { temperature_min_c?: number | null; temperature_max_c?: number | null }

/** Where a delivery is picked up on the way, if its goods do not come from its depot. */
export type PlannerPickup = {
  name: string
  address: string
  location: Location | null
  /** How sure the location is, from 0 to 1. */
  location_confidence: number | null
  window_start: string | null
  window_end: string | null
  /** As long as handing it over if null. */
  service_minutes: number | null
}

/** What planning needs to know about a delivery. Times are a `DayTime` of its day. */
export type PlannerDelivery = Range & {
  id: string
  location: Location | null
  /** How sure the location is, from 0 to 1. */
  location_confidence?: number | null
  window_start: string | null
  window_end: string | null
  more_windows?: { start: string; end: string }[]
  /** Where it may be handed over instead. */
  other_places?: OtherPlace[]
  /** Which of these it is planned at; its own address if nothing. */
  other_place?: number | null
  /** Of one that is planned at another place: the delivery as it is stored. */
  stored?: PlannerDelivery
  preferred_start?: string | null
  preferred_end?: string | null
  service_minutes: number
  setup_minutes?: number | null
  weight_kg: number
  volume_l: number
  units?: number
  /** A return is collected and brought to the depot. An exchange brings something and collects something else. */
  kind?: 'delivery' | 'return' | 'exchange'
  return_weight_kg?: number | null
  return_volume_l?: number | null
  return_units?: number | null
  /** The depot where its goods are. Null if that does not matter. */
  depot_id?: string | null
  depot_name?: string | null
  /** When its goods are there. */
  ready_time?: string | null
  /** They are at another depot, and nothing brings them. */
  are_goods_elsewhere?: boolean
  pickup?: PlannerPickup | null
  max_ride_minutes?: number | null
  /** Beyond the direct ride from its pickup. */
  max_detour_minutes?: number | null
  priority: number
  /** An optional delivery: what it brings in, in minor units of the currency. */
  worth?: number | null
  skills: string[]
  tags?: string[]
  /** Deliveries of one client with the same reference are one order. */
  client_id?: string | null
  order_reference?: string | null
  order_step?: number | null
  /** Its place on the standing route of its wanted driver. */
  standing_position?: number | null
  /** The only driver who may deliver it. */
  wanted_driver_id: string | null
  wanted_driver_name: string | null
  /** What its recipient was promised when a plan of this day was dispatched, and by whom. */
  promised_at?: string | null
  promised_driver_id?: string | null
}

/** A break between two times of the day, or after some time of driving or working. */
export type PlannerBreak = {
  minutes: number
  earliest?: string
  latest?: string
  max_load_kg?: number | null | undefined
  after_driving_minutes?: number
  after_working_minutes?: number
}

/** Money in minor units of the currency. Null for what is usual. */
export type Costs = {
  cost_fixed: number | null
  cost_per_km: number | null
  cost_per_hour: number | null
  cost_per_service_hour: number | null
  cost_per_waiting_hour: number | null
  cost_per_stop: number | null
  cost_per_parcel: number | null
}

export type PlannerVehicle = Partial<Costs> &
  Range & {
    code: string
    type?: string
    capacity_kg: number | null
    capacity_l: number | null
    capacity_units?: number | null
    skills: string[]
    /** Parts with temperatures of their own. */
    compartments?: Compartment[]
    max_distance_km?: number | null
    /** It may return to the depot for more. */
    reloads?: boolean
    reload_minutes?: number
    max_trips?: number | null
    /** It is loaded from one end: what was loaded last is handed over first. */
    last_in_first_out?: boolean
    /** Of an electric vehicle; without them, no range limits its routes. */
    energy?: string | null
    battery_kwh?: number | null
    kwh_per_100_km?: number | null
    reserve_percent?: number
    /** How fast it charges at the depot between trips. */
    charge_kw?: number | null
    /** What keeps it from driving, in a sentence. */
    blocked?: string | null
  }

/** Why a driver does not work that day. */
export type PlannerOff =
  | { kind: 'free' }
  | { kind: 'day_off'; reason: string | null }
  | { kind: 'holiday'; name: string }
  | { kind: 'vehicle'; sentence: string }
  | { kind: 'transfer' }

type Place = { address: string; location: Location }

/** What planning needs to know about a driver, with the vehicle and the depot that the route belongs to. */
export type PlannerDriver = {
  id: string
  name: string
  /** That day, as a `DayTime`. */
  shift_start: string
  shift_end: string
  off?: PlannerOff | null
  skills: string[]
  breaks?: PlannerBreak[]
  max_stops?: number | null
  max_territories?: number | null
  max_shift_minutes?: number | null
  max_driving_minutes?: number | null
  /** What follows the shift at a price; the shift is the end without it. */
  overtime?: OvertimeStep[] | null
  /** When overtime begins, if not at the end of the shift. */
  normal_end?: string
  speed_factor?: number
  depot: { id?: string; name?: string; location: Location; opens: string; closes: string }
  /** Where the route starts and ends, if not at the depot. */
  start_place?: Place | null
  end_place?: Place | null
  ends_anywhere?: boolean
  /** Without a vehicle, nothing limits the load. */
  vehicle: PlannerVehicle | null
  /** End of the driver's last existing route that day; new work starts after it. */
  busy_until: string | null
}

/** Why a delivery is not passed to the solver. */
export type SetAsideCode =
  | 'no_location'
  | 'rough_location'
  | 'no_pickup_location'
  | 'rough_pickup_location'
  | 'goods_elsewhere'
  | 'window_over'
  | 'exchange_pickup'
  | 'tags_apart'
  | 'order_incomplete'
  | 'order_too_large'
