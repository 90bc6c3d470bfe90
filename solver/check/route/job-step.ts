import type { VroomStep, VroomViolation } from '../../json/vroom.ts'
import { handedOver, type Job, longestRide } from '../jobs.ts'
import { checkViolations } from '../violations.ts'
import { ofType } from '../per-type.ts'
import { softCosts } from '../time.ts'
import { checkLoad, driveTo, lateAt, overload, same, sameWay, type Walk } from './walk.ts'

/** Serves a job, or one end of a shipment. */
export function serve(walk: Walk, step: VroomStep, job: Job): void {
  const { say } = walk
  const isDone = walk.doneLeft > 0
  const { driven, hasMoved } = arrive(walk, step, job)
  const work = workAt(walk, job, hasMoved)
  // Done work costs what it was planned to cost.
  walk.sums.planned += work.setup + work.service
  if (hasMoved) walk.shares.stops += walk.vehicle.costs?.per_stop ?? 0
  walk.shares.units += handedOver(job, walk.vehicle.costs?.per_unit)
  walk.clock.went(driven, step.setup + step.service, isDone)
  const found: VroomViolation[] = []
  if (!isDone) found.push(...checkWork(walk, step, job, work))
  else if (!(step.setup >= 0 && step.service >= 0)) say(`${job.name} took less than no time`)
  changeLoad(walk, job)
  checkLoad(walk)
  same(walk, `load at ${job.name}`, step.load, walk.load)
  walk.leftAt = step.arrival + step.waiting_time + step.setup + step.service
  if (job.shipment !== undefined && !job.isDelivery) walk.pickedUpAt.set(job.shipment, walk.leftAt)
  // After its done steps, a vehicle continues no earlier than its shift begins.
  if (isDone && --walk.doneLeft === 0) walk.leftAt = Math.max(walk.leftAt, walk.shiftFrom)
  if (!isDone) {
    found.push(...overload(walk))
    for (const error of checkViolations(job.name, step.violations, found)) say(error)
    walk.violations.push(...found)
  }
  walk.sums.setup += step.setup
  walk.sums.service += step.service
  walk.sums.waiting += step.waiting_time
  walk.sums.priority += job.priority ?? 0
}

/** Drives to a job; returns the seconds, and whether the address changed. */
function arrive(walk: Walk, step: VroomStep, job: Job) {
  const { say, problem, here, leftAt } = walk
  const place = { index: job.location_index, coordinates: job.location }
  const driven = here ? driveTo(walk, place) : 0
  if (here && leftAt !== undefined && walk.doneLeft === 0)
    same(walk, `arrival at ${job.name}`, step.arrival, leftAt + driven)
  const isSameAddress = problem.matrices
    ? here?.index === place.index
    : here?.coordinates?.[0] === place.coordinates?.[0] && here?.coordinates?.[1] === place.coordinates?.[1]
  walk.here = place
  sameWay(walk, job.name, step)
  if (leftAt === undefined && walk.doneLeft === 0 && step.arrival < walk.shiftFrom)
    say(`begins at ${step.arrival}, before its shift`)
  if (!(step.waiting_time >= 0)) say(`waits ${step.waiting_time} s at ${job.name}`)
  return { driven, hasMoved: !here || !isSameAddress }
}

/** Seconds of setup and service of a job; jobs at one address may share the longest service. */
function workAt(walk: Walk, job: Job, hasMoved: boolean) {
  const { vehicle, problem } = walk
  const setup = hasMoved ? (ofType(job.setup_per_type, vehicle.type) ?? job.setup ?? 0) : 0
  const own = ofType(job.service_per_type, vehicle.type) ?? job.service ?? 0
  if (hasMoved || problem.same_address_service !== 'longest') walk.longestService = 0
  const service = Math.max(0, own - walk.longestService)
  walk.longestService = Math.max(walk.longestService, own)
  return { setup, service }
}

/** Checks when and by whom a job is served; returns the violations that a locked step may have. */
function checkWork(walk: Walk, step: VroomStep, job: Job, { setup, service }: { setup: number; service: number }) {
  const { say, vehicle, allowed, shares } = walk
  const windows = job.time_windows ?? [[0, Infinity]]
  const begin = step.arrival + step.waiting_time
  const lastMoment = windows.at(-1)![1]
  const isForgiven = begin > lastMoment && begin <= (allowed.latest.get(job.name) ?? -1)
  if (!isForgiven && !windows.some(([from, to]) => begin >= from && begin <= to))
    say(`${job.name} begins at ${begin}, in no window`)
  const found = lateAt(begin, lastMoment)
  same(walk, `setup at ${job.name}`, step.setup, setup)
  same(walk, `service at ${job.name}`, step.service, service)
  const soft = softCosts(job.soft_time_window, step, say)
  shares.early += soft.early
  shares.late += soft.late
  const missing = job.skills?.find((skill) => !vehicle.skills?.includes(skill))
  if (missing !== undefined && allowed.names.includes(job.name)) found.push({ cause: 'skills' })
  else if (missing !== undefined) say(`${job.name} needs skill ${missing}`)
  if (allowed.names.length > 0 && walk.comesTooEarly(job.name)) found.push({ cause: 'precedence' })
  found.push(
    ...checkStack(walk, job),
    ...checkTurn(walk, job),
    ...checkAboard(walk, job),
    ...checkRide(walk, job, begin),
  )
  return found
}

/** Checks what lies in front of what a job hands over; returns the violation that a locked step may have. */
function checkStack({ allowed, inFront, say }: Walk, { name }: Job): VroomViolation[] {
  const blocking = inFront.get(name) ?? []
  const forgiven = allowed.inFront.get(name) ?? []
  const wrong = blocking.find((other) => !forgiven.includes(other))
  if (wrong !== undefined) say(`${name} hands over what lies behind the goods of ${wrong}`)
  return blocking.length > 0 ? [{ cause: 'last_in_first_out' }] : []
}

/** Checks that nothing less urgent came before; returns the violation that a locked step may have. */
function checkTurn({ allowed, lessUrgent, say }: Walk, { name }: Job): VroomViolation[] {
  const lockOf = (step: string) => allowed.locks.get(step)?.lock
  const before = (lessUrgent.get(name) ?? []).filter((other) => lockOf(other) !== 'done')
  const forgiven = allowed.lessUrgent.get(name) ?? []
  const wrong = before.find((other) => lockOf(other) !== 'position' && !forgiven.includes(other))
  if (wrong !== undefined) say(`${name} comes after ${wrong}, which is less urgent`)
  const isLocked = (step: string) => allowed.names.includes(step)
  return isLocked(name) && before.some(isLocked) ? [{ cause: 'urgent_first' }] : []
}

/** Checks what is on board together; returns the violation that a locked step may have. */
function checkAboard({ allowed, met, say }: Walk, { name }: Job): VroomViolation[] {
  const here = met.filter(({ step }) => step === name)
  const wrong = here.find(({ names }) => !allowed.met.some((known) => known.names === names))
  if (wrong) say(`${wrong.names} are on board together at ${name}`)
  return here.length > 0 ? [{ cause: 'apart_on_board' }] : []
}

/** Checks how long the goods of a job were on board; returns the violation that a locked step may have. */
function checkRide({ allowed, between, loadedAt, pickedUpAt, say }: Walk, job: Job, begin: number): VroomViolation[] {
  const longest = longestRide(job, between)
  if (longest === Infinity) return []
  const ride = begin - (job.shipment === undefined ? loadedAt : (pickedUpAt.get(job.shipment) ?? begin))
  const most = Math.max(longest, allowed.rides.get(job.name) ?? 0)
  if (ride > most) say(`${job.name} is on board for ${ride} s, over its ${longest}`)
  return ride > longest ? [{ cause: 'max_ride', duration: ride - longest }] : []
}

/** Unloads what a job delivers and loads what it picks up. */
function changeLoad({ load, aboard, collected }: Walk, { delivery, pickup, shipment }: Job): void {
  delivery?.forEach((amount, d) => {
    load[d] -= amount
    if (shipment !== undefined) aboard[d] -= amount
  })
  pickup?.forEach((amount, d) => {
    load[d] += amount
    collected[d] += amount
    if (shipment !== undefined) aboard[d] += amount
  })
}
