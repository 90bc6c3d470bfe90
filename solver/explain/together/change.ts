import type { FixConstraint, VroomInput, VroomVehicle } from '../../json/vroom.ts'

/** A change of one constraint for all that it concerns, tried in steps up to `most`. */
export type CommonChange = {
  constraint: Extract<
    FixConstraint,
    'vehicles' | 'shift_start' | 'shift_end' | 'time_window' | 'capacity' | 'max_districts' | 'skills'
  >
  step: number
  most: number
  /** With `capacity`: which quantity, from 0. */
  quantity?: number
}

/** A change with what it concerns: the vehicle to add more of, or the one that gets skills. */
export type Candidate = CommonChange & { vehicle?: VroomVehicle }

/** Vehicles that differ in this many ways are tried as the one to add, or to give skills. */
const mostVehicles = 5

/** The change for each vehicle that it may concern alone. Vehicles that are alike count once. */
export function candidatesOf(change: CommonChange, { vehicles }: VroomInput): Candidate[] {
  if (change.constraint !== 'vehicles' && change.constraint !== 'skills') return [change]
  const isGiven = change.constraint === 'skills'
  const kinds = new Map(vehicles.map((vehicle) => [isGiven ? String(vehicle.id) : kindOf(vehicle), vehicle]))
  return [...kinds.values()].slice(0, mostVehicles).map((vehicle) => ({ ...change, vehicle }))
}

/** The problem with a candidate applied by an amount, for these jobs. */
export function changed(
  input: VroomInput,
  jobs: ReadonlySet<number>,
  candidate: Candidate,
  amount: number,
): VroomInput {
  const { constraint, quantity = 0, vehicle } = candidate
  const onVehicles = (change: (vehicle: VroomVehicle) => VroomVehicle) => ({
    ...input,
    vehicles: input.vehicles.map(change),
  })
  switch (constraint) {
    case 'vehicles':
      return { ...input, vehicles: [...input.vehicles, ...copies(vehicle!, amount, input.vehicles)] }
    case 'shift_start':
      return onVehicles((each) => withWindow(each, ([from, to]) => [Math.max(0, from - amount), to]))
    case 'shift_end':
      return onVehicles((each) => withWindow(each, ([from, to]) => [from, to + amount]))
    case 'capacity':
      return onVehicles((each) => ({
        ...each,
        ...(each.capacity && { capacity: each.capacity.map((most, d) => (d === quantity ? most + amount : most)) }),
      }))
    case 'max_districts':
      return onVehicles((each) => ({
        ...each,
        ...(each.max_districts !== undefined && { max_districts: each.max_districts + amount }),
      }))
    case 'time_window':
      return {
        ...input,
        jobs: input.jobs.map((job) =>
          jobs.has(job.id) && job.time_windows?.length === 1
            ? { ...job, time_windows: [wider(job.time_windows[0], amount)] }
            : job,
        ),
      }
    case 'skills': {
      const needed = input.jobs.flatMap(({ id, skills = [] }) => (jobs.has(id) ? skills : []))
      return onVehicles((each) =>
        each.id === vehicle!.id ? { ...each, skills: [...new Set([...(each.skills ?? []), ...needed])] } : each,
      )
    }
  }
}

function kindOf({ capacity, skills = [], time_window, start, start_index, profile }: VroomVehicle): string {
  return JSON.stringify([capacity, skills.toSorted((a, b) => a - b), time_window, start, start_index, profile])
}

function copies({ steps: _, ...vehicle }: VroomVehicle, count: number, beside: VroomVehicle[]): VroomVehicle[] {
  const last = Math.max(...beside.map(({ id }) => id))
  return Array.from({ length: count }, (_, i) => ({ ...vehicle, id: last + 1 + i }))
}

function withWindow(vehicle: VroomVehicle, change: (window: [number, number]) => [number, number]): VroomVehicle {
  return vehicle.time_window ? { ...vehicle, time_window: change(vehicle.time_window) } : vehicle
}

function wider([from, to]: [number, number], amount: number): [number, number] {
  return [Math.max(0, from - amount), to + amount]
}
