import { ofType } from './per-type.ts'
import type { CheckReport } from './check.ts'
import { arcs, currentNames, handedOver, type Place, type Job, jobsByName } from './jobs.ts'
import type { TimeWindow, VroomInput, VroomOutput, VroomRoute, VroomVehicle, VroomViolation } from '../json/vroom.ts'

/**
 * Recomputes the output of plan mode from the raw problem: every vehicle keeps its steps in order, the times can be
 * driven, and exactly the broken rules are reported. It does not check whether better times exist.
 */
export function checkPlanMode(given: VroomInput, output: VroomOutput): CheckReport {
  const problem = currentNames(given)
  const errors: string[] = []
  const jobs = jobsByName(problem)
  const left = new Map(jobs)
  const routes = new Map(output.routes.map((route) => [route.vehicle, route]))
  if (routes.size !== output.routes.length) errors.push('a vehicle has two routes')
  let cost = 0
  for (const vehicle of problem.vehicles) {
    const steps = (vehicle.steps ?? []).filter(({ type }) => type !== 'start' && type !== 'end')
    const route = routes.get(vehicle.id)
    routes.delete(vehicle.id)
    if (steps.length === 0 && route) errors.push(`vehicle ${vehicle.id} has a route without steps`)
    if (steps.length === 0) continue
    if (!route) {
      errors.push(`vehicle ${vehicle.id} has no route`)
      continue
    }
    for (const { type, id } of steps) left.delete(`${type} ${id}`)
    cost += checkRoute(problem, vehicle, route, jobs, errors)
  }
  for (const id of routes.keys()) errors.push(`vehicle ${id} is not in the problem`)
  same(errors, 'unassigned', output.unassigned.map(({ type, id }) => `${type} ${id}`).sort(), [...left.keys()].sort())

  const { summary } = output
  if (!(Math.abs(summary.cost - cost) <= 1)) errors.push(`summary: cost is ${summary.cost}, but should be ${cost}`)
  for (const name of ['setup', 'service', 'duration', 'waiting_time', 'priority'] as const) {
    const sum = output.routes.reduce((total, route) => total + route[name], 0)
    same(errors, `summary: ${name}`, summary[name], sum)
  }
  same(errors, 'summary: routes', summary.routes, output.routes.length)
  same(errors, 'summary: unassigned', summary.unassigned, output.unassigned.length)
  const all = output.routes.flatMap(({ violations }) => violations)
  same(errors, 'summary: violations', added(summary.violations), added(all))
  return { errors, cost }
}

function checkRoute(
  problem: VroomInput,
  vehicle: VroomVehicle,
  route: VroomRoute,
  jobs: Map<string, Job>,
  errors: string[],
): number {
  const own = (what: string, told: unknown, found: unknown) =>
    same(errors, `vehicle ${vehicle.id}: ${what}`, told, found)
  const start: Place = { index: vehicle.start_index, coordinates: vehicle.start }
  const end: Place = { index: vehicle.end_index, coordinates: vehicle.end }
  const exists = ({ index, coordinates }: Place) => index !== undefined || coordinates !== undefined
  const asked = [...(vehicle.steps ?? [])]
  if (asked[0]?.type !== 'start') asked.unshift({ type: 'start' })
  if (asked.at(-1)?.type !== 'end') asked.push({ type: 'end' })
  const shown = asked.filter(({ type }) => (type === 'start' ? exists(start) : type !== 'end' || exists(end)))
  own(
    'steps',
    route.steps.map(({ type, id }) => [type, id]),
    shown.map(({ type, id }) => [type, id]),
  )
  const breaks = new Map((vehicle.breaks ?? []).map((rest) => [rest.id, rest]))
  const between = arcs(problem, vehicle)
  const names = asked.map(({ type, id }) => `${type} ${id}`)
  const orphan = (name: string) => {
    const { shipment, isDelivery } = jobs.get(name)!
    const other = [...jobs].find(([key, job]) => key !== name && job.shipment === shipment)![0]
    const beside = isDelivery ? names.slice(0, names.indexOf(name)) : names.slice(names.indexOf(name))
    return !beside.includes(other)
  }
  const load = (vehicle.capacity ?? []).map(() => 0)
  for (const name of names) {
    const job = jobs.get(name)
    if (job && (job.shipment === undefined || (job.isDelivery && orphan(name))))
      job.delivery?.forEach((amount, d) => (load[d] += amount))
  }

  let here: Place | undefined
  let leftAt: number | undefined
  const hasMeters = !problem.matrices || problem.matrices[vehicle.profile ?? 'car']?.distances !== undefined
  let [seconds, meters, priced, count, worked, stops, units] = [0, hasMeters ? 0 : NaN, 0, 0, 0, 0, 0]
  const sums = { delivery: load.map(() => 0), pickup: load.map(() => 0) }
  // How much of the drive to the next stop is done, according to the breaks on it.
  let ahead = 0
  let place = 0
  const hidden: VroomViolation[] = []
  const [shiftFrom, shiftTo] = vehicle.time_window ?? [0, Infinity]
  for (const { type, id, service_at, service_after = 0, service_before = Infinity } of asked) {
    const step = route.steps[place]
    const isShown = type === 'start' ? exists(start) : type !== 'end' || exists(end)
    if (isShown) place++
    if (!step && isShown) continue
    const name = `${type} ${id}`
    const job = jobs.get(name)
    const rest = type === 'break' ? breaks.get(id!)! : undefined
    const there: Place = job ? { index: job.location_index, coordinates: job.location } : type === 'start' ? start : end
    const arc = here && !rest && exists(there) ? between(here, there, 0) : { seconds: 0, meters: 0, cost: 0 }
    const by = problem.matrices ? 'index' : 'coordinates'
    const hasMoved = !rest && JSON.stringify(here?.[by]) !== JSON.stringify(there[by])
    // Without a start or an end, the route begins and ends at its first and last step.
    const arrival = isShown ? step!.arrival : (leftAt ?? route.steps[0].arrival)
    const begin = isShown ? arrival + step!.waiting_time : arrival
    if (rest) {
      const driven = step!.duration - seconds - ahead
      ahead += driven
      if (!(driven >= 0) || !(step!.waiting_time >= 0)) errors.push(`${name} is driven to backwards`)
      own(`arrival at ${name}`, arrival, (leftAt ?? arrival) + driven)
      if (!(step!.distance === undefined ? !hasMeters : step!.distance >= meters))
        errors.push(`${name} is driven to over ${step!.distance} m`)
    } else {
      own(`way to ${name}`, ahead <= arc.seconds, true)
      if (leftAt !== undefined) own(`arrival at ${name}`, arrival, leftAt + arc.seconds - ahead)
      seconds += arc.seconds
      meters += arc.meters ?? NaN
      priced += arc.cost
      ahead = 0
      if (exists(there)) here = there
      if (isShown) own(`duration at ${name}`, step!.duration, seconds)
      if (isShown) own(`distance at ${name}`, step!.distance ?? NaN, meters)
    }
    if (!(begin >= arrival) || !(begin >= 0)) errors.push(`${name} begins at ${begin}, before arrival`)
    if (begin < (service_at ?? service_after) || begin > (service_at ?? service_before))
      errors.push(`${name} begins at ${begin}, not when it has to`)
    const setup = (hasMoved && (ofType(job?.setup_per_type, vehicle.type) ?? job?.setup)) || 0
    const service = rest?.service ?? ofType(job?.service_per_type, vehicle.type) ?? job?.service ?? 0
    if (isShown) own(`work at ${name}`, [step!.setup, step!.service], [setup, service])
    leftAt = begin + setup + service
    if (job) {
      count++
      worked += setup + service
      if (hasMoved) stops += vehicle.costs?.per_stop ?? 0
      units += handedOver(job, vehicle.costs?.per_unit)
      job.delivery?.forEach((amount, d) => (load[d] -= amount))
      job.pickup?.forEach((amount, d) => (load[d] += amount))
      for (const kind of ['delivery', 'pickup'] as const) job[kind]?.forEach((amount, d) => (sums[kind][d] += amount))
    }
    if (isShown) own(`load at ${name}`, step!.load, load)

    const windows: TimeWindow[] =
      type === 'start' ? [[shiftFrom, Infinity]] : type === 'end' ? [[0, shiftTo]] : ((rest ?? job)?.time_windows ?? [])
    const found = lateness(windows, begin)
    const driven = rest ? step!.duration : seconds
    const broken: [VroomViolation['cause'], boolean][] = [
      ['load', load.some((amount, d) => amount > vehicle.capacity![d])],
      ['max_load', rest?.max_load?.some((most, d) => load[d] > most) ?? false],
      ['skills', job?.skills?.some((skill) => !vehicle.skills?.includes(skill)) ?? false],
      ['precedence', job?.shipment !== undefined && orphan(name)],
      ['max_tasks', job !== undefined && count > (vehicle.max_tasks ?? Infinity)],
      ['max_travel_time', driven > (vehicle.max_travel_time ?? Infinity)],
      ['max_distance', (rest ? (step!.distance ?? 0) : meters) > (vehicle.max_distance ?? Infinity)],
    ]
    for (const [cause, isBroken] of broken) if (isBroken) found.push({ cause })
    if (isShown) own(`violations at ${name}`, added(step!.violations), added(found))
    hidden.push(...found)
  }
  if ([...breaks.keys()].some((id) => !names.includes(`break ${id}`))) hidden.push({ cause: 'missing_break' })
  own('violations', added(route.violations), added(hidden))
  own('duration', route.duration, seconds)
  own('distance', route.distance ?? NaN, meters)
  own('amounts', [route.delivery, route.pickup], [sums.delivery, sums.pickup])
  own(
    'waiting_time',
    route.waiting_time,
    route.steps.reduce((sum, step) => sum + step.waiting_time, 0),
  )
  own('pay', [route.stop_cost ?? 0, route.unit_cost ?? 0], [stops, units])
  const working = (worked * (vehicle.costs?.per_task_hour ?? 0)) / 3600
  const cost = (vehicle.costs?.fixed ?? 0) + priced + working + stops + units
  if (!(Math.abs(route.cost - cost) <= 0.51)) own('cost', route.cost, cost)
  return cost
}

function lateness(windows: readonly TimeWindow[], moment: number): VroomViolation[] {
  const off = windows.map(([from, to]): VroomViolation => {
    if (moment < from) return { cause: 'lead_time', duration: from - moment }
    return { cause: 'delay', duration: Math.max(0, moment - to) }
  })
  const least = Math.min(...off.map(({ duration }) => duration!))
  return off.filter(({ duration }) => duration === least && least > 0).slice(-1)
}

/** One violation per cause, in order, with seconds added up. */
function added(violations: readonly VroomViolation[]): [string, number][] {
  const causes = [...new Set(violations.map(({ cause }) => cause))].sort()
  return causes.map((cause) => [
    cause,
    violations.reduce((sum, { cause: other, duration = 0 }) => (other === cause ? sum + duration : sum), 0),
  ])
}

function same(errors: string[], what: string, told: unknown, found: unknown) {
  if (JSON.stringify(told) !== JSON.stringify(found))
    errors.push(`${what} is ${JSON.stringify(told)}, but should be ${JSON.stringify(found)}`)
}
