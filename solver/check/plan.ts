import { compactnessRule } from './compactness.ts'
import type { Job } from './jobs.ts'
import { linkedSteps, precedenceRules } from './precedence.ts'
import type { VroomInput, VroomOutput, VroomRoute } from '../json/vroom.ts'

/** The problem's rules for the plan as a whole. */
export type PlanRules = {
  /** Reports mixed or separated groups, and a plan that departs too far from the previous one. */
  errorsOf: (output: VroomOutput) => string[]
  /** What balance and moved jobs add to the cost of a route. */
  extraCost: (route: VroomRoute) => number
  /** What jobs away from its middle add. */
  compactnessOf: (route: VroomRoute) => number
}

/** Reads the rules for groups, balance and the previous plan from the raw problem. */
export function planRules(problem: VroomInput, jobs: Map<string, Job>): PlanRules {
  const { balance, previous } = problem
  const locked = lockedNames(problem)
  const amounts = balance?.of === 'load' ? firstAmounts(problem) : undefined
  const home = new Map<string, number>()
  for (const { vehicle, steps } of previous?.routes ?? []) {
    // Deliveries follow their pickups, and locked jobs had no choice.
    for (const { type, id } of steps) {
      if (type !== 'delivery' && !locked.has(`${type} ${id}`)) home.set(`${type} ${id}`, vehicle)
    }
  }
  const movedOn = (route: VroomRoute) =>
    tasksOf(route).filter((name) => home.has(name) && home.get(name) !== route.vehicle).length

  return {
    compactnessOf: compactnessRule(problem, jobs),
    errorsOf: (output) => [
      ...groupErrors(problem, output, locked),
      ...previousErrors(problem, output, locked, movedOn),
    ],
    extraCost: (route) => {
      let measure = 0
      if (balance?.of === 'time') {
        const worked = sum(route.steps, ({ setup, service, type }) =>
          type === 'break' || type === 'reload' ? 0 : setup + service,
        )
        measure = (route.duration + worked) / 3600
      }
      if (balance?.of === 'tasks') measure = tasksOf(route).length
      if (balance?.of === 'load') measure = sum(tasksOf(route), (name) => amounts!.get(name) ?? 0)
      const even = Math.round((balance?.strength ?? 0) * measure * measure)
      return even + (previous?.cost_per_moved ?? 0) * movedOn(route)
    },
  }
}

function groupErrors(problem: VroomInput, output: VroomOutput, locked: Set<string>): string[] {
  const errors: string[] = []
  const { apart = [], together = [], one_of = [] } = problem.groups ?? {}
  if (!problem.groups) return []
  const groups = groupsByName(problem)
  const mixesOf = new Map(problem.vehicles.map(({ id, mixes = [] }) => [id, mixes]))
  for (const names of apart) {
    for (const route of output.routes) {
      const mixes = mixesOf.get(route.vehicle)!
      const mayShare = (one: string, other: string) => one === other || (mixes.includes(one) && mixes.includes(other))
      const members = tasksOf(route).flatMap((name) => {
        const group = names.find((each) => groups.get(name)?.includes(each))
        return group === undefined ? [] : [{ name, group }]
      })
      const free = members.find(
        ({ name, group }) => !locked.has(name) && members.some((other) => !mayShare(other.group, group)),
      )
      if (free)
        errors.push(`vehicle ${route.vehicle}: ${free.name} of group ${free.group} shares it with another group`)
    }
  }
  const vehicleOf = new Map(output.routes.flatMap((route) => tasksOf(route).map((name) => [name, route.vehicle])))
  const membersOf = (group: string) => [...groups].filter(([, of]) => of.includes(group)).map(([name]) => name)
  const settled = settledNames(problem, new Set(vehicleOf.keys()))
  for (const group of one_of) {
    const planned = membersOf(group).filter((name) => vehicleOf.has(name) && !name.startsWith('delivery'))
    if (planned.length > 1) errors.push(`${planned.join(' and ')} of group ${group} are planned, but one is enough`)
  }
  for (const { type, id } of output.unassigned)
    if (settled.has(`${type} ${id}`))
      errors.push(`${type} ${id} is unassigned, but another one of its group is planned`)
  // If one job is locked, the others may be left out, with the groups that they belong to.
  const linked = linkedSteps(precedenceRules(problem).orders)
  const bound = new Set(locked)
  for (let size = -1; size < bound.size;) {
    size = bound.size
    for (const members of [...together.map(membersOf), ...linked]) {
      if (members.some((name) => bound.has(name))) members.forEach((name) => bound.add(name))
    }
  }
  for (const group of together) {
    const members = membersOf(group)
    const planned = members.filter((name) => vehicleOf.has(name))
    const vehicles = new Set(planned.map((name) => vehicleOf.get(name)))
    if (vehicles.size > 1) errors.push(`group ${group} is on the vehicles ${[...vehicles].join(', ')}`)
    if (planned.length > 0 && planned.length < members.length && !bound.has(members[0]))
      errors.push(`group ${group} is planned in part`)
  }
  return errors
}

function previousErrors(
  { previous }: VroomInput,
  output: VroomOutput,
  locked: Set<string>,
  movedOn: (route: VroomRoute) => number,
): string[] {
  const told = output.summary.moved
  if (!previous) return told === undefined ? [] : ['summary: moved is told without a previous plan']
  const errors: string[] = []
  const moved = sum(output.routes, movedOn)
  if (moved !== told) errors.push(`summary: moved is ${told}, but should be ${moved}`)
  if (moved > (previous.max_moved ?? Infinity)) errors.push(`${moved} jobs are moved, over ${previous.max_moved}`)
  const begins = new Map<string, number>()
  for (const { type, id, arrival, waiting_time } of output.routes.flatMap(({ steps }) => steps))
    begins.set(`${type} ${id}`, arrival + waiting_time)
  for (const { type, id, promised } of previous.routes.flatMap(({ steps }) => steps)) {
    const name = `${type} ${id}`
    const begin = begins.get(name)
    if (promised === undefined || begin === undefined || locked.has(name)) continue
    if (Math.abs(begin - promised) > previous.promise_tolerance!)
      errors.push(`${name} begins at ${begin}, but ${promised} was promised`)
  }
  return errors
}

/** The jobs that need no route, because another one of their group is planned; with both ends of shipments. */
export function settledNames(problem: VroomInput, planned: ReadonlySet<string>): Set<string> {
  const groups = [...groupsByName(problem)]
  return new Set(
    (problem.groups?.one_of ?? []).flatMap((group) => {
      const members = groups.filter(([, of]) => of.includes(group)).map(([name]) => name)
      return members.some((name) => planned.has(name)) ? members.filter((name) => !planned.has(name)) : []
    }),
  )
}

/** The locked jobs, with both ends of shipments. */
function lockedNames({ vehicles, shipments = [] }: VroomInput): Set<string> {
  const steps = vehicles.flatMap((vehicle) => vehicle.steps ?? []).filter(({ lock }) => lock !== undefined)
  const names = new Set(steps.map(({ type, id }) => `${type} ${id}`))
  for (const { pickup, delivery } of shipments) {
    const ends = [`pickup ${pickup.id}`, `delivery ${delivery.id}`]
    if (ends.some((end) => names.has(end))) ends.forEach((end) => names.add(end))
  }
  return names
}

function groupsByName({ jobs = [], shipments = [] }: VroomInput): Map<string, string[]> {
  const groups = new Map(jobs.map((job) => [`job ${job.id}`, job.groups ?? []]))
  for (const shipment of shipments) {
    groups.set(`pickup ${shipment.pickup.id}`, shipment.groups ?? [])
    groups.set(`delivery ${shipment.delivery.id}`, shipment.groups ?? [])
  }
  return groups
}

/** What each job delivers and picks up of the first quantity; a shipment counts at its pickup. */
function firstAmounts({ jobs = [], shipments = [] }: VroomInput): Map<string, number> {
  const amounts = new Map<string, number>()
  for (const { id, delivery, pickup } of jobs) amounts.set(`job ${id}`, (delivery?.[0] ?? 0) + (pickup?.[0] ?? 0))
  for (const { pickup, amount } of shipments) amounts.set(`pickup ${pickup.id}`, amount?.[0] ?? 0)
  return amounts
}

function tasksOf({ steps }: VroomRoute): string[] {
  const isJobStep = (type: string) => type === 'job' || type === 'pickup' || type === 'delivery'
  return steps.filter(({ type }) => isJobStep(type)).map(({ type, id }) => `${type} ${id}`)
}

function sum<T>(values: readonly T[], pick: (value: T) => number): number {
  return values.reduce((total, value) => total + pick(value), 0)
}
