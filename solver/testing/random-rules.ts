import { Random } from '../math/random.ts'
import type {
  Coordinates,
  Lock,
  PreviousStep,
  VroomBreak,
  VroomInput,
  VroomJob,
  VroomShipment,
  VroomVehicleStep,
} from '../json/vroom.ts'

type Step = PreviousStep

/** Locks some steps of a problem: part of each route is done or fixed, more is on board or bound to its vehicle. */
export function lockSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 2000)
  const routes = deal(problem, random)
  const vehicles = problem.vehicles.map((vehicle, v) => {
    const kept = routes[v].slice(0, random.below(4))
    const done = random.below(kept.length + 1)
    const head = done + random.below(kept.length - done + 1)
    let time = (vehicle.time_window?.[0] ?? 0) + random.below(50)
    const steps = kept.map(({ type, id }, i): VroomVehicleStep => {
      const step: VroomVehicleStep = { type, id }
      const free: Lock[] = ['vehicle']
      const pickup = kept.findIndex((other) => other.type === 'pickup' && isPairOf(problem, other.id, id))
      if (type === 'job' || (type === 'delivery' && pickup >= 0 && pickup < done)) free.push('loaded')
      if (i >= head) return { ...step, lock: free[random.below(free.length)] }
      if (i >= done) return { ...step, lock: 'position' }
      time += random.below(60)
      if (random.below(2) === 0) step.arrival = time
      time += random.below(60)
      if (random.below(2) === 0) step.departure = time
      return { ...step, lock: 'done' }
    })
    return steps.length > 0 ? { ...vehicle, steps } : vehicle
  })
  return { ...problem, vehicles }
}

/** Gives every vehicle a break, and every other vehicle a second one. */
export function breakSome(problem: VroomInput): VroomInput {
  const vehicles = problem.vehicles.map((vehicle, v) => {
    const from = 100 + 40 * v
    const breaks: VroomBreak[] = [{ id: 1, service: 20, time_windows: [[from, from + 100]] }]
    if (v % 2 === 0) breaks.push({ id: 2, service: 10, max_load: [2, 2] })
    return { ...vehicle, breaks }
  })
  return { ...problem, vehicles }
}

/** Puts jobs and shipments into groups, some kept apart, some together. */
export function groupSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 3000)
  const all = [...problem.jobs, ...(problem.shipments ?? [])]
  for (const job of all) {
    const names = [['milk', 'paint', 'dogs'][random.below(4)], ['red', 'blue'][random.below(4)]]
    const groups = names.filter((name) => name !== undefined)
    if (groups.length > 0) job.groups = groups
  }
  const used = (names: string[]) => names.filter((name) => all.some(({ groups }) => groups?.includes(name)))
  const apart = used(['milk', 'paint', 'dogs'])
  // A group that goes together must not be locked to several vehicles.
  const lockedTo = problem.vehicles.filter(({ steps = [] }) =>
    steps.some(
      (step) =>
        step.lock &&
        all.some((job) => job.groups?.some((name) => name === 'red' || name === 'blue') && isOf(job, step)),
    ),
  )
  // Every third problem has a vehicle with a room for each of two groups.
  const vehicles =
    seed % 3 === 0
      ? [{ ...problem.vehicles[0], mixes: ['milk', 'paint'] }, ...problem.vehicles.slice(1)]
      : problem.vehicles
  const together = lockedTo.length > 1 ? [] : used(['red', 'blue'])
  return { ...problem, vehicles, groups: { ...(apart.length > 1 && { apart: [apart] }), together } }
}

/** Makes one of two or three jobs or shipments enough, here and there. All of them are alike urgent or worth the same. */
export function chooseSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 11_000)
  const names = new Set(problem.groups?.together)
  const orders = [...problem.jobs, ...(problem.shipments ?? [])]
  const isLinked = (order: VroomJob | VroomShipment) =>
    order.after !== undefined ||
    orders.some(({ after = [] }) => after.some(({ id }) => id === ('id' in order ? order.id : order.pickup.id)))
  const isLocked = (order: VroomJob | VroomShipment) =>
    problem.vehicles.some(({ steps = [] }) => steps.some((step) => step.lock && isOf(order, step)))
  const free = orders.filter((order) => !order.groups?.some((name) => names.has(name)) && !isLinked(order))
  const one_of: string[] = []
  while (free.length > 1 && (one_of.length === 0 || random.below(3) > 0)) {
    const name = `choice ${one_of.length}`
    let locked = 0
    for (let count = 2 + random.below(2); count > 0 && free.length > 0; count--) {
      const [order] = free.splice(random.below(free.length), 1)
      if (isLocked(order) && locked++ > 0) continue
      order.groups = [...(order.groups ?? []), name]
      delete order.prize
      delete order.priority
      if (seed % 3 === 0) order.prize = 40 + 30 * one_of.length
      else order.priority = one_of.length
    }
    one_of.push(name)
  }
  return { ...problem, groups: { ...problem.groups, ...(one_of.length > 0 && { one_of }) } }
}

/** Limits how long some goods are on board; those of shipments only where no vehicle reloads. */
export function rideSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 9000)
  const reloads = problem.vehicles.some(({ reload }) => reload)
  for (const job of problem.jobs) {
    const isBrought = !job.pickup || job.delivery?.some((amount) => amount > 0)
    if (isBrought && random.below(3) === 0) job.max_ride = 20 + random.below(200)
  }
  for (const shipment of reloads ? [] : (problem.shipments ?? [])) {
    if (random.below(2) === 0) shipment.max_ride = 20 + random.below(150)
    if (random.below(2) === 0) shipment.max_detour = random.below(80)
  }
  return problem
}

/** Lets some groups share a vehicle, but never be on board at the same time. */
export function separateSome(problem: VroomInput, seed: number): VroomInput {
  const { groups, ...grouped } = groupSome(problem, seed)
  const [names = []] = groups?.apart ?? []
  if (names.length < 2) return { ...grouped, groups: { together: groups?.together ?? [] } }
  return { ...grouped, groups: { together: groups?.together ?? [], apart_on_board: [names] } }
}

/** Lets every other vehicle be loaded from one end, if it does not reload. */
export function stackSome(problem: VroomInput, seed: number): VroomInput {
  problem.vehicles.forEach((vehicle, v) => {
    if (!vehicle.reload && (v + seed) % 2 === 0) vehicle.last_in_first_out = true
  })
  return problem
}

/** Makes some orders more urgent than others, which most vehicles have to serve first. */
export function urgeSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 11_000)
  for (const order of [...problem.jobs, ...(problem.shipments ?? [])]) {
    const urgency = random.below(4)
    if (urgency > 0) order.urgency = urgency
  }
  for (const vehicle of problem.vehicles) if (random.below(4) > 0) vehicle.urgent_first = true
  return problem
}

/** Lays zones with speeds of their own over the places of a problem with a matrix; some depend on the hour, if they may. */
export function zoneSome(problem: VroomInput, seed: number, mayBeHourly: boolean): VroomInput {
  const random = new Random(seed + 12_000)
  const degrees = (most: number) => (random.below(1_000_000) / 1_000_000) * most
  const places = problem.matrices!.car.durations!.map((): Coordinates => [106.7 + degrees(0.3), -6.3 + degrees(0.3)])
  const located = <T extends { location_index?: number; location?: Coordinates }>(each: T): T =>
    each.location_index === undefined ? each : { ...each, location: places[each.location_index] }
  const speed = () => 0.2 + random.below(20) / 10
  const zones = Array.from({ length: 1 + random.below(3) }, () => {
    const [x, y, wide, high] = [106.7 + degrees(0.2), -6.3 + degrees(0.2), 0.02 + degrees(0.2), 0.02 + degrees(0.2)]
    const corners: Coordinates[] = [[x, y], [x + wide, y + degrees(0.02)], [x + wide, y + high]] // prettier-ignore
    if (random.below(2) === 0) corners.push([x - degrees(0.02), y + high])
    const speeds = [{ from: 0, factor: speed() }]
    if (mayBeHourly && random.below(3) > 0) speeds.push({ from: 10 + random.below(40), factor: speed() })
    return { area: random.below(2) === 0 ? corners : corners.reverse(), speeds }
  })
  return {
    ...problem,
    jobs: problem.jobs.map(located),
    shipments: (problem.shipments ?? []).map((each) => ({
      ...each,
      pickup: located(each.pickup),
      delivery: located(each.delivery),
    })),
    vehicles: problem.vehicles.map((vehicle) => ({
      ...vehicle,
      ...(vehicle.start_index !== undefined && { start: places[vehicle.start_index] }),
      ...(vehicle.end_index !== undefined && { end: places[vehicle.end_index] }),
      ...(vehicle.reload?.depots && { reload: { ...vehicle.reload, depots: vehicle.reload.depots.map(located) } }),
    })),
    speed_zones: { car: zones },
  }
}

/** Says of some jobs and shipments what they come after; nothing that is locked to another vehicle. */
export function linkSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 8000)
  const inGroup = (job: VroomJob | VroomShipment) =>
    job.groups?.some((name) => problem.groups?.together?.includes(name)) ?? false
  const all = [...problem.jobs, ...(problem.shipments ?? [])].filter((job) => !inGroup(job))
  const vehicleOf = all.map((job) =>
    problem.vehicles.findIndex(({ steps = [] }) => steps.some((step) => step.lock && isOf(job, step))),
  )
  const linkOf = all.map((_, i) => i)
  for (let links = 1 + random.below(Math.ceil(all.length / 3)); links > 0 && all.length > 1; links--) {
    const first = random.below(all.length - 1)
    const second = first + 1 + random.below(all.length - first - 1)
    const members = linkOf.flatMap((link, i) => (link === linkOf[first] || link === linkOf[second] ? [i] : []))
    const vehicles = new Set(members.map((i) => vehicleOf[i]).filter((v) => v >= 0))
    if (vehicles.size > 1 || members.length > 4) continue
    const before = all[first]
    const reference =
      'id' in before ? { type: 'job' as const, id: before.id } : { type: 'shipment' as const, id: before.pickup.id }
    const after = all[second].after ?? []
    if (after.some(({ type, id }) => type === reference.type && id === reference.id)) continue
    all[second].after = [...after, reference]
    for (const i of members) linkOf[i] = linkOf[first]
  }
  return problem
}

/** Adds a previous plan with promises and a limit or a price for changes. */
export function rememberSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 4000)
  const routes = deal(problem, random).map((steps, v) => ({ vehicle: problem.vehicles[v].id, steps }))
  const previous: VroomInput['previous'] = { routes }
  if (random.below(2) === 0) previous.max_moved = random.below(3)
  if (random.below(2) === 0) previous.cost_per_moved = random.below(100)
  const things = new Map<string, { time_windows?: [number, number][] }>(
    problem.jobs.map((job) => [`job ${job.id}`, job]),
  )
  for (const { pickup, delivery } of problem.shipments ?? [])
    things.set(`pickup ${pickup.id}`, pickup).set(`delivery ${delivery.id}`, delivery)
  for (const step of routes.flatMap(({ steps }) => steps)) {
    if (random.below(4) > 0) continue
    const window = things.get(`${step.type} ${step.id}`)!.time_windows?.[0] ?? [100, 500]
    step.promised = window[0] + random.below(window[1] - window[0])
    previous.promise_tolerance = 40
  }
  return { ...problem, previous }
}

/** Puts most jobs and shipments into a few districts, of which most vehicles serve one or two. */
export function districtSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 9000)
  for (const job of [...problem.jobs, ...(problem.shipments ?? [])]) {
    const name = ['north', 'south', 'east', 'west', undefined][random.below(5)]
    if (name) job.district = name
  }
  const vehicles = problem.vehicles.map((vehicle) =>
    random.below(4) === 0 ? vehicle : { ...vehicle, max_districts: random.below(3) },
  )
  return { ...problem, vehicles }
}

/** Pays most vehicles by stop, by unit, or both. */
export function paySome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 9000)
  const vehicles = problem.vehicles.map((vehicle) => {
    const costs = { ...vehicle.costs }
    if (random.below(4) > 0) costs.per_stop = random.below(120)
    if (random.below(4) > 0) costs.per_unit = vehicle.capacity!.map(() => random.below(25))
    return { ...vehicle, costs }
  })
  return { ...problem, vehicles }
}

/** Gives most vehicles without reloads a price of finishing late, in one step or two. */
export function prolongSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 10_000)
  const vehicles = problem.vehicles.map((vehicle) => {
    const [, ends = 600] = vehicle.time_window ?? []
    const from = Math.floor((ends * (20 + random.below(70))) / 100)
    const overtime = [{ from, cost_per_hour: 600 * random.below(12) }]
    if (random.below(2) === 0)
      overtime.push({
        from: from + 1 + random.below(20),
        cost_per_hour: overtime[0].cost_per_hour + 900 * random.below(9),
      })
    return vehicle.reload || random.below(5) === 0 ? vehicle : { ...vehicle, overtime }
  })
  return { ...problem, vehicles }
}

/** Adds a price for uneven routes. */
export function balanceSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 5000)
  const of = (['time', 'tasks', 'load'] as const)[random.below(3)]
  return { ...problem, balance: { of, strength: of === 'time' ? 3000 : random.below(20) } }
}

/** Adds a price for jobs away from the middle of their route. */
export function compactSome(problem: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 10_000)
  return { ...problem, compactness: { cost_per_hour: random.below(5000) } }
}

/** Deals all jobs and shipments to the vehicles, both ends of a shipment to the same one. */
function deal({ jobs, shipments = [], vehicles }: VroomInput, random: Random): Step[][] {
  const routes = vehicles.map((): Step[] => [])
  const any = () => routes[random.below(routes.length)]
  for (const { id } of jobs) any().push({ type: 'job', id })
  for (const { pickup, delivery } of shipments) {
    const route = any()
    const at = random.below(route.length + 1)
    route.splice(at, 0, { type: 'pickup', id: pickup.id })
    route.splice(at + 1 + random.below(route.length - at), 0, { type: 'delivery', id: delivery.id })
  }
  return routes
}

function isOf(job: VroomJob | VroomShipment, { type, id }: VroomVehicleStep): boolean {
  if ('id' in job) return type === 'job' && job.id === id
  return (type === 'pickup' && job.pickup.id === id) || (type === 'delivery' && job.delivery.id === id)
}

function isPairOf({ shipments = [] }: VroomInput, pickup: number, delivery: number): boolean {
  return shipments.some((shipment) => shipment.pickup.id === pickup && shipment.delivery.id === delivery)
}
