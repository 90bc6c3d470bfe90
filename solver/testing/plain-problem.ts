import { Random } from '../math/random.ts'
import type { VroomInput, VroomJob, VroomVehicle } from '../json/vroom.ts'

/** What a plain problem may have besides places and capacities. */
export type PlainOptions = {
  isSymmetric?: boolean
  hasWindows?: boolean
  hasMatrix?: boolean
  /** Limits on shift, travel time and distance for some vehicles. */
  hasLimits?: boolean
  /** Vehicles that differ only in start, end and skills. */
  isOneFleet?: boolean
}

/** A problem with only what local search covers: windows, skills, two quantities, and four vehicle types. */
export function plainProblem(seed: number, jobCount: number, options: PlainOptions = {}): VroomInput {
  const { isSymmetric = false, hasWindows = true, hasMatrix = true, hasLimits = false, isOneFleet = false } = options
  const random = new Random(seed)
  const places = Array.from({ length: jobCount + 2 }, () => [random.below(100), random.below(100)] as const)
  // Uphill, to the north, takes longer: both directions differ.
  const climb = (meters: number) => (meters > 0 || isSymmetric ? Math.abs(meters) : -meters * 0.6)
  const durations = places.map(([x, y]) => places.map(([toX, toY]) => Math.ceil(Math.abs(toX - x) + climb(toY - y))))
  // Not proportional: close in time may be far in distance.
  const distances = durations.map((row, a) => row.map((seconds, b) => seconds * (10 + ((a + b) % 7))))
  const at = (place: number, name = 'location') => {
    const [x, y] = places[place]
    return hasMatrix ? { [`${name}_index`]: place } : { [name]: [13 + x / 1000, 52 + y / 1000] }
  }
  const jobs = Array.from({ length: jobCount }, (_, i): VroomJob => {
    const from = random.below(500)
    const job: VroomJob = { id: i + 1, ...at(i + 2), service: random.below(30) }
    job.delivery = [1 + random.below(5), random.below(3)]
    if (hasWindows && random.below(2) === 0) job.time_windows = [[from, from + 100]]
    if (random.below(8) === 0) job.skills = [1]
    return job
  })
  const kinds: Omit<VroomVehicle, 'id'>[] = [
    { ...at(0, 'start'), ...at(0, 'end'), capacity: [20, 9], skills: [1], costs: { fixed: 200 } },
    { ...at(1, 'start'), capacity: [12, 6], skills: [1], costs: { fixed: 20, per_hour: 5000, per_task_hour: 900 } },
    { ...at(1, 'end'), capacity: [30, 20], costs: { fixed: 300, per_hour: 3000 } },
    { ...at(0, 'start'), ...at(1, 'end'), capacity: [16, 8], costs: { per_hour: 4000 }, speed_factor: 0.8 },
  ]
  const vehicles = Array.from({ length: jobCount }, (_, i): VroomVehicle => {
    const vehicle: VroomVehicle = { id: i + 1, ...kinds[i % kinds.length] }
    if (isOneFleet) {
      vehicle.capacity = [20, 9]
      vehicle.costs = { fixed: 50 }
      delete vehicle.speed_factor
    }
    if (hasWindows) vehicle.time_window = [0, 500 + 100 * (i % 2)]
    if (hasLimits && i % 4 < 3) vehicle.max_shift = 250 + 50 * (i % 3)
    if (hasLimits && i % 4 === 1) vehicle.max_travel_time = 200
    if (hasLimits && i % 4 > 1) vehicle.max_distance = 4000
    return vehicle
  })
  return { jobs, vehicles, ...(hasMatrix && { matrices: { car: { durations, ...(hasLimits && { distances }) } } }) }
}
