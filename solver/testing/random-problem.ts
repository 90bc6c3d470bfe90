import { Random } from '../math/random.ts'
import type { VroomBreak, VroomInput, VroomJob, VroomShipment, VroomVehicle } from '../json/vroom.ts'

/** A problem with some of every constraint, different for each seed and not always fully solvable. */
export function randomProblem(seed: number, jobCount: number, vehicleCount: number): VroomInput {
  const random = new Random(seed)
  const chance = (percent: number) => random.below(100) < percent
  const size = jobCount + 2
  const places = Array.from({ length: size }, () => [random.below(80), random.below(80)] as const)
  // Uphill, to the north, costs a third more: both directions differ.
  const matrix = (unit: number) =>
    places.map(([x, y]) => places.map(([toX, toY]) => (Math.abs(toX - x) + Math.max(toY - y, (y - toY) * 0.75)) * unit))
  const whole = (rows: number[][]) => rows.map((row) => row.map(Math.ceil))
  const jobs = Array.from({ length: jobCount }, (_, i): VroomJob => {
    const from = random.below(600)
    const job: VroomJob = { id: i + 1, location_index: chance(15) ? 2 : i + 2, service: random.below(60) }
    if (chance(30)) job.setup = random.below(60)
    if (chance(80)) job.delivery = [random.below(5), random.below(3)]
    if (chance(40)) job.pickup = [random.below(5), random.below(3)]
    if (chance(20)) job.skills = [1 + random.below(2)]
    if (chance(30)) job.priority = random.below(101)
    if (chance(40)) job.time_windows = [[from, from + 200]]
    if (chance(15)) job.time_windows = [[from, from + 60], [from + 200, from + 300]] // prettier-ignore
    return job
  })
  const vehicles = Array.from({ length: vehicleCount }, (_, i): VroomVehicle => {
    const vehicle: VroomVehicle = { id: i + 1, capacity: [4 + random.below(8), 3 + random.below(4)] }
    const [starts, ends] = [chance(80), chance(80)]
    if (starts || !ends) vehicle.start_index = random.below(2)
    if (ends) vehicle.end_index = random.below(2)
    if (chance(50)) vehicle.skills = [1]
    if (chance(50)) vehicle.skills = [...(vehicle.skills ?? []), 2]
    if (chance(50)) vehicle.time_window = [random.below(100), 500 + random.below(500)]
    if (chance(30)) vehicle.max_tasks = 1 + random.below(4)
    if (chance(30)) vehicle.max_travel_time = 150 + random.below(300)
    if (chance(30)) vehicle.max_distance = 1000 + random.below(4000)
    if (chance(30)) vehicle.speed_factor = 0.5 + random.below(100) / 100
    if (chance(50))
      vehicle.costs = { fixed: random.below(100), per_hour: 1800 + random.below(3600), per_km: random.below(30) }
    return vehicle
  })
  return { jobs, vehicles, matrices: { car: { durations: whole(matrix(1)), distances: whole(matrix(16.5)) } } }
}

/** Turns some jobs of a random problem into shipments and optional jobs; vehicles differ in type and wages. */
export function randomShipments(seed: number, jobCount: number, vehicleCount: number): VroomInput {
  const problem = randomProblem(seed, jobCount, vehicleCount)
  const random = new Random(seed + 1000)
  const chance = (percent: number) => random.below(100) < percent
  const shipments: VroomShipment[] = []
  for (const job of problem.jobs) {
    if (chance(20)) job.service_per_type = { van: random.below(60) }
    if (chance(20)) job.setup_per_type = { van: random.below(60), bike: 5 }
  }
  while (problem.jobs.length > jobCount / 2) {
    const [first, second] = problem.jobs.splice(0, 2) as [VroomJob, VroomJob]
    const end = ({ delivery: _, pickup: __, skills: ___, priority: ____, ...step }: VroomJob) => step
    const shipment: VroomShipment = { pickup: end(first), delivery: end(second) }
    if (chance(80)) shipment.amount = [random.below(5), random.below(3)]
    if (first.skills) shipment.skills = first.skills
    if (first.priority) shipment.priority = first.priority
    shipments.push(shipment)
  }
  for (const some of [...problem.jobs, ...shipments]) {
    if (!chance(30)) continue
    delete some.priority
    some.prize = random.below(150)
  }
  for (const vehicle of problem.vehicles) {
    if (chance(60)) vehicle.type = chance(50) ? 'van' : 'bike'
    if (chance(40)) vehicle.costs = { ...vehicle.costs, per_task_hour: random.below(7200) }
  }
  return { ...problem, shipments }
}

/** A random problem whose goods arrive over the day, and whose vehicles may return for them. */
export function randomTrips(seed: number, jobCount: number, vehicleCount: number): VroomInput {
  const problem =
    seed % 2 === 0 ? randomShipments(seed, jobCount, vehicleCount) : randomProblem(seed, jobCount, vehicleCount)
  const random = new Random(seed + 2000)
  const chance = (percent: number) => random.below(100) < percent
  // The search can cache the trips of every third problem.
  const isPlain = seed % 3 === 0
  if (isPlain) delete problem.shipments
  for (const job of problem.jobs) {
    if (chance(50)) job.release = random.below(300)
    if (!isPlain) continue
    if (job.time_windows) job.time_windows = [job.time_windows[0]]
  }
  for (const vehicle of problem.vehicles) {
    if (isPlain) {
      delete vehicle.max_travel_time
      delete vehicle.max_distance
    }
    if (chance(20)) continue
    const depots = chance(40) ? [{ location_index: 0 }, { location_index: random.below(jobCount + 2) }] : undefined
    vehicle.reload = { service: random.below(30) }
    if (depots || vehicle.start_index === undefined) vehicle.reload.depots = depots ?? [{ location_index: 1 }]
    if (!isPlain && chance(30)) vehicle.reload.max_trips = 1 + random.below(3)
    if (vehicle.max_tasks && chance(70)) delete vehicle.max_tasks
  }
  return problem
}

/** A problem of a minute or two with some of everything about time, small enough to try every second. */
export function randomTimes(seed: number, jobCount: number, vehicleCount: number, withTraffic: boolean): VroomInput {
  const random = new Random(seed)
  const chance = (percent: number) => random.below(100) < percent
  const perHour = (most: number) => 3600 * random.below(most + 1)
  const places = Array.from({ length: jobCount + 2 }, () => [random.below(9), random.below(9)] as const)
  const durations = places.map(([x, y]) => places.map(([toX, toY]) => Math.abs(toX - x) + Math.abs(toY - y)))
  const step = (id: number) => {
    const from = random.below(60)
    const job: VroomJob = { id, location_index: chance(35) ? 2 : id + 1, service: random.below(8) }
    if (chance(30)) job.setup = random.below(6)
    if (chance(30)) job.time_windows = [[from, from + 30]]
    if (chance(15)) job.time_windows = [[from, from + 8], [from + 25, from + 40]] // prettier-ignore
    if (chance(50)) {
      const begin = random.below(70)
      const soft = { cost_per_hour_early: perHour(3), cost_per_hour_late: 1800 + perHour(3) }
      job.soft_time_window = { window: [begin, begin + random.below(20)], ...soft }
    }
    return job
  }
  const jobs = Array.from({ length: jobCount }, (_, i): VroomJob => {
    return { ...step(i + 1), delivery: [random.below(3)], ...(chance(30) && { pickup: [random.below(3)] }) }
  })
  const shipments: VroomShipment[] = []
  if (chance(40)) {
    const ends = jobs.splice(0, 2).map(({ delivery: _, pickup: __, ...end }) => end)
    shipments.push({ pickup: ends[0], delivery: ends[1], amount: [1] })
  }
  const vehicles = Array.from({ length: vehicleCount }, (_, i): VroomVehicle => {
    const vehicle: VroomVehicle = { id: i + 1, capacity: [4 + random.below(4)] }
    const [starts, ends] = [chance(75), chance(75)]
    if (starts || !ends) vehicle.start_index = random.below(2)
    if (ends) vehicle.end_index = random.below(2)
    if (chance(85)) vehicle.time_window = [random.below(20), 60 + random.below(40)]
    if (chance(50)) vehicle.max_shift = 30 + random.below(50)
    if (chance(20)) vehicle.max_travel_time = 20 + random.below(40)
    if (chance(20)) vehicle.speed_factor = 0.5 + random.below(10) / 10
    vehicle.costs = { fixed: random.below(10), per_hour: 1800 * random.below(4), per_waiting_hour: perHour(2) }
    if (chance(30)) vehicle.costs.per_task_hour = perHour(2)
    const breaks: VroomBreak[] = []
    const from = random.below(50)
    if (chance(25)) breaks.push({ id: 1, service: 3 + random.below(6), time_windows: [[from, from + 15]] })
    if (chance(15)) breaks.push({ id: 2, service: random.below(6), ...(chance(50) && { max_load: [1] }) })
    if (!withTraffic && chance(25)) breaks.push({ id: 3, service: 4, after_driving: 20 + random.below(15) })
    if (!withTraffic && chance(20))
      breaks.push({ id: 4, service: random.below(9), after_working: 25 + random.below(15) })
    return { ...vehicle, ...(breaks.length > 0 && { breaks }) }
  })
  const problem: VroomInput = { jobs, shipments, vehicles, matrices: { car: { durations, distances: durations } } }
  if (chance(50)) problem.same_address_service = 'longest'
  if (withTraffic) {
    const speeds = [0.5, 0.75, 1, 1.25, 2]
    const steps = [0, 15, 40, 55, 80].map((from) => ({ from, factor: speeds[random.below(5)] }))
    problem.traffic = { car: steps }
  }
  return problem
}
