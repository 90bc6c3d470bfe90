import { type Allowances, checkViolations, sumByCause } from './check-locks.ts'
import { ofType } from './check-per-type.ts'
import type { PlanRules } from './check-plan.ts'
import { arcs, type Place, type Job } from './jobs.ts'
import { isAt, servedOn, tripsOf } from './check-stops.ts'
import { checkTimingCosts, isDueAfter, softCosts, timeRules, type TimingSums } from './check-time.ts'
import type { VroomInput, VroomRoute, VroomVehicle, VroomViolation } from '../json/vroom.ts'

/** Reports what a route breaks, adds what its timing costs to `totals`, and answers what it costs in all. */
export function checkRoute(
  problem: VroomInput,
  vehicle: VroomVehicle,
  route: VroomRoute,
  jobs: Map<string, Job>,
  seen: Set<string>,
  totals: TimingSums,
  errors: string[],
  rules: PlanRules,
  allowed: Allowances,
): number {
  const name = `vehicle ${vehicle.id}`
  const say = (message: string) => errors.push(`${name}: ${message}`)
  const same = (what: string, told: unknown, found: unknown) => {
    if (JSON.stringify(told) !== JSON.stringify(found))
      say(`${what} is ${JSON.stringify(told)}, but should be ${JSON.stringify(found)}`)
  }
  const between = arcs(problem, vehicle)
  const start: Place = { index: vehicle.start_index, coordinates: vehicle.start }
  const end: Place = { index: vehicle.end_index, coordinates: vehicle.end }
  const exists = (place: Place) => place.index !== undefined || place.coordinates !== undefined
  const dimensions = vehicle.capacity?.length ?? 0
  const skills = new Set(vehicle.skills)
  const [shiftFrom, shiftTo] = vehicle.time_window ?? [0, Infinity]
  const lastDone = [...allowed.locks.values()].findLastIndex(({ lock }) => lock === 'done')
  let doneLeft = lastDone + 1
  const violations: VroomViolation[] = []
  const late = (time: number, limit: number): VroomViolation[] =>
    time > limit ? [{ cause: 'delay', duration: time - limit }] : []
  const overload = (): VroomViolation[] =>
    load.some((amount, d) => amount > vehicle.capacity![d]) ? [{ cause: 'load' }] : []

  const served = servedOn(route, jobs, seen, say)
  if (served.length === 0) say('has a route without jobs')
  if (exists(start) !== (route.steps[0]?.type === 'start')) say('start step is missing or not wanted')
  if (exists(end) !== (route.steps.at(-1)?.type === 'end')) say('end step is missing or not wanted')

  const trips = tripsOf(route, jobs, dimensions, allowed)
  if (route.steps[0].arrival < trips[0].release)
    say(`begins at ${route.steps[0].arrival} with what is at the depot from ${trips[0].release} on`)
  let load = [...trips[0].loaded]
  const delivered = Array.from({ length: dimensions }, () => 0)
  for (const job of served) {
    job.delivery?.forEach((amount, d) => (delivered[d] += amount))
  }
  if (trips.length > 1 && !vehicle.reload) say('reloads, but may not')
  if (trips.length > (vehicle.reload?.max_trips ?? Infinity)) say(`makes ${trips.length} trips`)
  const depots = vehicle.reload?.depots?.map(({ location, location_index }) => ({
    index: location_index,
    coordinates: location,
  }))
  const aboard = Array.from({ length: dimensions }, () => 0)
  const collected = Array.from({ length: dimensions }, () => 0)
  const within = () => {
    load.forEach((amount, d) => {
      if (amount > allowed.capacity[d]) say(`load ${amount} is over capacity ${allowed.capacity[d]}`)
    })
  }
  within()
  if (!exists(start) && doneLeft === 0) violations.push(...overload())

  let here: Place | undefined = exists(start) ? start : undefined
  let leftAt: number | undefined
  let seconds = 0
  let meters = problem.matrices && !problem.matrices[vehicle.profile ?? 'car']?.distances ? undefined : 0
  let priced = 0
  const sums = { setup: 0, service: 0, waiting: 0, priority: 0, planned: 0 }
  const rests = new Map((vehicle.breaks ?? []).map((rest) => [rest.id, rest]))
  const pauses = new Map([...rests].filter(([, rest]) => !isDueAfter(rest)))
  const mayMiss = allowed.names.length > 0 && route.violations.some(({ cause }) => cause === 'missing_break')
  let isMissing = false
  const clock = timeRules(vehicle, (message) => {
    isMissing = true
    if (!mayMiss) say(message)
  })
  const timing: TimingSums = { waiting: 0, early: 0, late: 0 }
  let longest = 0
  let rested = 0
  let visits = 0
  for (const step of route.steps) {
    if (step.type === 'break') {
      const rest = isDueAfter(rests.get(step.id!) ?? { id: 0 }) ? rests.get(step.id!) : pauses.get(step.id!)
      const begin = step.arrival + step.waiting_time
      if (!rest) say(`break ${step.id} is not one of its own, or taken twice`)
      pauses.delete(step.id!)
      const windows = rest?.time_windows ?? [[0, Infinity]]
      if (!windows.some(([from, to]) => begin >= from! && begin <= to!))
        say(`break ${step.id} begins at ${begin}, in no window`)
      rest?.max_load?.forEach((most, d) => {
        if (load[d] > most) say(`break ${step.id} is taken with ${load[d]} on board, over its max_load ${most}`)
      })
      if (leftAt !== undefined) same(`arrival at break ${step.id}`, step.arrival, leftAt)
      else if (step.arrival < shiftFrom) say(`begins at ${step.arrival}, before its shift`)
      if (!(step.waiting_time >= 0)) say(`waits ${step.waiting_time} s at break ${step.id}`)
      same(`work at break ${step.id}`, [step.setup, step.service], [0, rest?.service ?? 0])
      same(`duration at break ${step.id}`, step.duration, seconds)
      same(`load at break ${step.id}`, step.load, load)
      leftAt = begin + step.service
      clock.rested(step.service)
      rested += step.service
      sums.waiting += step.waiting_time
      continue
    }
    if (step.type === 'reload') {
      const trip = trips[++visits]
      const depot = (depots ?? [start]).find((each) => isAt(step, each))
      if (!depot) {
        say('reloads at no depot of its own')
        continue
      }
      const arc = between(here ?? depot, depot, leftAt ?? 0)
      seconds += arc.seconds
      meters = arc.meters === undefined || meters === undefined ? undefined : meters + arc.meters
      priced += arc.cost
      here = depot
      load = trip.loaded.map((amount, d) => amount + aboard[d])
      within()
      same('arrival at reload', step.arrival, (leftAt ?? NaN) + arc.seconds)
      same('duration at reload', step.duration, seconds)
      if (step.distance !== undefined || meters !== undefined) same('distance at reload', step.distance, meters)
      same('work at reload', [step.setup, step.service], [0, vehicle.reload?.service ?? 0])
      same('load at reload', step.load, load)
      const begin = step.arrival + step.waiting_time
      if (!(step.waiting_time >= 0)) say(`waits ${step.waiting_time} s at reload`)
      if (begin < trip.release) say(`loads at ${begin} what is at the depot from ${trip.release} on`)
      leftAt = begin + step.service
      rested += step.service
      sums.waiting += step.waiting_time
      continue
    }
    const isEnd = step.type === 'start' || step.type === 'end'
    const job = isEnd ? undefined : jobs.get(`${step.type} ${step.id}`)
    if (!isEnd && !job) continue
    const place = job ? { index: job.location_index, coordinates: job.location } : step.type === 'start' ? start : end
    const label = job ? job.name : step.type
    let moved = true
    let driven = 0
    if (here && step.type !== 'start') {
      const arc = between(here, place, leftAt ?? 0)
      driven = arc.seconds
      seconds += arc.seconds
      meters = arc.meters === undefined || meters === undefined ? undefined : meters + arc.meters
      priced += arc.cost
      if (leftAt !== undefined && doneLeft === 0) same(`arrival at ${label}`, step.arrival, leftAt + arc.seconds)
      moved = problem.matrices
        ? here.index !== place.index
        : here.coordinates![0] !== place.coordinates![0] || here.coordinates![1] !== place.coordinates![1]
    }
    here = place
    if (!job) clock.went(driven, 0, false)
    same(`duration at ${label}`, step.duration, seconds)
    if (step.distance !== undefined || meters !== undefined) same(`distance at ${label}`, step.distance, meters)
    if (leftAt === undefined && doneLeft === 0 && step.arrival < shiftFrom)
      say(`begins at ${step.arrival}, before its shift`)
    if (!(step.waiting_time >= 0)) say(`waits ${step.waiting_time} s at ${label}`)
    if (!job) {
      same(`work at ${label}`, [step.setup, step.service, step.waiting_time], [0, 0, 0])
      same(`load at ${label}`, step.load, load)
      leftAt = step.arrival
      const found = doneLeft > 0 ? [] : overload()
      if (step.type === 'end') found.push(...late(step.arrival, shiftTo))
      for (const error of checkViolations(label, step.violations, found)) say(error)
      violations.push(...found)
      continue
    }
    const begin = step.arrival + step.waiting_time
    const isDone = doneLeft > 0
    const found: VroomViolation[] = []
    const setup = moved ? (ofType(job.setup_per_type, vehicle.type) ?? job.setup ?? 0) : 0
    const own = ofType(job.service_per_type, vehicle.type) ?? job.service ?? 0
    if (moved || problem.same_address_service !== 'longest') longest = 0
    const service = Math.max(0, own - longest)
    longest = Math.max(longest, own)
    // Work that is done costs what it was planned to cost.
    sums.planned += setup + service
    clock.went(driven, step.setup + step.service, isDone)
    if (!isDone) {
      const windows = job.time_windows ?? [[0, Infinity]]
      const isLate = begin > windows.at(-1)![1] && begin <= (allowed.latest.get(job.name) ?? -1)
      if (!isLate && !windows.some(([from, to]) => begin >= from && begin <= to))
        say(`${label} begins at ${begin}, in no window`)
      found.push(...late(begin, windows.at(-1)![1]))
      same(`setup at ${label}`, step.setup, setup)
      same(`service at ${label}`, step.service, service)
      const soft = softCosts(job.soft_time_window, step, say)
      timing.early += soft.early
      timing.late += soft.late
      const missing = job.skills?.find((skill) => !skills.has(skill))
      if (missing !== undefined && allowed.names.includes(job.name)) found.push({ cause: 'skills' })
      else if (missing !== undefined) say(`${label} needs skill ${missing}`)
    } else if (!(step.setup >= 0 && step.service >= 0)) say(`${label} took less than no time`)
    job.delivery?.forEach((amount, d) => (load[d] -= amount))
    job.pickup?.forEach((amount, d) => {
      load[d] += amount
      collected[d] += amount
    })
    if (job.shipment !== undefined) {
      job.delivery?.forEach((amount, d) => (aboard[d] -= amount))
      job.pickup?.forEach((amount, d) => (aboard[d] += amount))
    }
    within()
    same(`load at ${label}`, step.load, load)
    leftAt = begin + step.setup + step.service
    // After what is done a vehicle goes on no earlier than its shift begins.
    if (isDone && --doneLeft === 0) leftAt = Math.max(leftAt, shiftFrom)
    if (!isDone) {
      found.push(...overload())
      for (const error of checkViolations(label, step.violations, found)) say(error)
      violations.push(...found)
    }
    sums.setup += step.setup
    sums.service += step.service
    sums.waiting += step.waiting_time
    sums.priority += job.priority ?? 0
  }
  if (!mayMiss) for (const id of pauses.keys()) say(`break ${id} is not taken`)
  if (pauses.size > 0 || isMissing) violations.push({ cause: 'missing_break' })
  if (!exists(end) && served.length > lastDone + 1) violations.push(...late(leftAt ?? 0, shiftTo))
  const away = (leftAt ?? 0) - route.steps[0].arrival
  if (away > allowed.maxShift) say(`is away for ${away} s, over its ${vehicle.max_shift}`)
  const exceeds = (cause: VroomViolation['cause'], value: number, limit = Infinity) => {
    if (value > limit) violations.push({ cause, duration: value - limit })
  }
  exceeds('max_shift', away, vehicle.max_shift)
  exceeds('max_travel_time', seconds, vehicle.max_travel_time)
  if (served.length > (vehicle.max_tasks ?? Infinity)) violations.push({ cause: 'max_tasks' })
  if ((meters ?? 0) > (vehicle.max_distance ?? Infinity)) violations.push({ cause: 'max_distance' })
  for (const error of checkViolations('the route', route.violations, sumByCause(violations))) say(error)
  if (leftAt !== undefined && leftAt > allowed.shiftTo) say(`finishes at ${leftAt}, after its shift ends at ${shiftTo}`)
  if (served.length > allowed.maxTasks) say(`has ${served.length} jobs, over its ${vehicle.max_tasks}`)
  if (seconds > allowed.maxTravel) say(`drives ${seconds} s, over its ${vehicle.max_travel_time}`)
  if (vehicle.max_distance !== undefined && !(meters! <= allowed.maxDistance))
    say(`drives ${meters} m, over its ${vehicle.max_distance}`)

  const working = (sums.planned * (vehicle.costs?.per_task_hour ?? 0)) / 3600
  timing.waiting = (sums.waiting * (vehicle.costs?.per_waiting_hour ?? 0)) / 3600
  const timed = timing.waiting + timing.early + timing.late
  const cost = (vehicle.costs?.fixed ?? 0) + priced + working + timed + rules.extraCost(route)
  checkTimingCosts(route, timing, say)
  totals.waiting += timing.waiting
  totals.early += timing.early
  totals.late += timing.late
  if (!(Math.abs(route.cost - cost) <= 0.51)) say(`cost is ${route.cost}, but should be ${cost}`)
  same('duration', route.duration, seconds)
  if (route.distance !== undefined || meters !== undefined) same('distance', route.distance, meters)
  same('setup', route.setup, sums.setup)
  same('service', route.service, sums.service + rested)
  same('waiting_time', route.waiting_time, sums.waiting)
  same('priority', route.priority, sums.priority)
  same('delivery', route.delivery, delivered)
  same('pickup', route.pickup, collected)
  return cost
}
