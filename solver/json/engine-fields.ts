import { plainWork, plainWorth } from './plain-fields.ts'

/** Fields of jobs and shipments that say which other orders matter to them, and how long their goods may ride. */
const beside = ['groups', 'district', 'after', 'urgency', 'max_ride']

/**
 * Every field of a problem that has an effect, by the object that has it. Validation rejects any other by name, so that nothing is
 * silently ignored.
 */
export const engineFields = {
  problem: [
    'jobs',
    'shipments',
    'vehicles',
    'matrices',
    'matrix',
    'speed_kmh',
    'detour_factor',
    'traffic',
    'speed_zones',
    'same_address_service',
    'groups',
    'previous',
    'balance',
    'compactness',
  ],
  job: [...plainWork, ...plainWorth, ...beside, 'delivery', 'pickup', 'amount', 'release', 'soft_time_window'],
  shipment: [...plainWorth, ...beside, 'max_detour', 'pickup', 'delivery', 'amount'],
  /** The pickup and the delivery of a shipment. */
  shipmentStep: [...plainWork, 'soft_time_window'],
  softTimeWindow: ['window', 'cost_per_hour_early', 'cost_per_hour_late'],
  /** What `after` lists. */
  orderReference: ['type', 'id'],
  vehicle: [
    'id',
    'profile',
    'description',
    'start',
    'start_index',
    'end',
    'end_index',
    'capacity',
    'costs',
    'type',
    'skills',
    'time_window',
    'speed_factor',
    'max_tasks',
    'max_travel_time',
    'max_distance',
    'max_shift',
    'max_districts',
    'overtime',
    'breaks',
    'reload',
    'last_in_first_out',
    'urgent_first',
    'mixes',
    'steps',
  ],
  costs: ['fixed', 'per_hour', 'per_task_hour', 'per_km', 'per_waiting_hour', 'per_stop', 'per_unit'],
  break: ['id', 'description', 'time_windows', 'service', 'max_load', 'after_driving', 'after_working'],
  overtimeStep: ['from', 'cost_per_hour'],
  reload: ['depots', 'service', 'max_trips', 'max_distance'],
  depot: ['location', 'location_index'],
  step: ['type', 'id', 'service_at', 'service_after', 'service_before', 'lock', 'arrival', 'departure'],
  groups: ['apart', 'apart_on_board', 'together', 'one_of'],
  previous: ['routes', 'max_moved', 'cost_per_moved', 'promise_tolerance'],
  previousRoute: ['vehicle', 'steps'],
  previousStep: ['type', 'id', 'promised'],
  balance: ['of', 'strength'],
  compactness: ['cost_per_hour'],
  matrices: ['durations', 'distances', 'costs'],
  trafficStep: ['from', 'factor'],
  speedZone: ['area', 'speeds'],
} satisfies Record<string, string[]>
