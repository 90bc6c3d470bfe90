import { fail } from './fields.ts'
import type { VroomInput } from './vroom.ts'

/** The most stops whose travel table fits into memory. */
export const maxInTable = 12_000
/** More than that are planned part by part, from coordinates. */
export const maxJobs = 20_000
/** Parts are made of routes, so a vehicle must not need to serve more stops than this. */
const mostPerVehicle = 500

type Sized = Pick<
  VroomInput,
  'jobs' | 'shipments' | 'vehicles' | 'matrices' | 'matrix' | 'balance' | 'previous' | 'groups'
>

function stopsIn({ jobs, shipments }: Pick<Sized, 'jobs' | 'shipments'>): number {
  // Jobs may be missing where there are shipments.
  return ((jobs as VroomInput['jobs'] | undefined)?.length ?? 0) + 2 * (shipments?.length ?? 0)
}

/** Whether a problem is planned without a travel table between all its places. */
export function isBeyondTable(problem: Pick<Sized, 'jobs' | 'shipments'>): boolean {
  return stopsIn(problem) > maxInTable
}

/** Checks what a problem without a travel table cannot have. */
export function validateSize(problem: Sized): void {
  if (!isBeyondTable(problem)) return
  const stops = stopsIn(problem)
  const path = problem.shipments?.length ? 'shipments' : 'jobs'
  if (problem.matrices || problem.matrix)
    fail(path, `there are ${stops} stops, more than the ${maxInTable} allowed with travel times given as a table`)
  const alone = `is for at most ${maxInTable} stops: more are planned part by part, and it is about the whole plan`
  if (problem.balance) fail('balance', alone)
  if (problem.previous) fail('previous', alone)
  if (problem.groups?.one_of?.length) fail('groups.one_of', alone)
  const fewest = Math.ceil(stops / mostPerVehicle)
  if (problem.vehicles.length < fewest)
    fail('vehicles', `there must be at least ${fewest} for ${stops} stops, one for each ${mostPerVehicle}`)
}

/** Checks that a problem is small enough for what needs its travel table. */
export function validateTableSize(problem: Pick<Sized, 'jobs' | 'shipments'>): void {
  if (isBeyondTable(problem))
    fail(problem.shipments?.length ? 'shipments' : 'jobs', `only ${maxInTable} stops are allowed here`)
}
