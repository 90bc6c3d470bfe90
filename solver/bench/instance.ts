import type { VroomInput, VroomJob, VroomOutput } from '#solver/json/vroom.ts'

/** A public instance as a problem, and the divisor that makes our cost comparable with the published value. */
export type Instance = {
  problem: VroomInput
  scale: number
  /** The fixed cost of each route when fewest routes come first and the published value is the distance. */
  fixed?: number
}

/** What distinguishes a vehicle from the rest of the fleet. */
export type FleetVehicle = Partial<Omit<VroomInput['vehicles'][number], 'id'>>

/** A problem whose vehicles start and end at the first row of the matrix by default; ids count from 1. */
export function withFleet(jobs: VroomJob[], durations: number[][], fleet: FleetVehicle[]): VroomInput {
  const vehicles = fleet.map((own, i) => ({ id: i + 1, start_index: 0, end_index: 0, ...own }))
  return { jobs, vehicles, matrices: { car: { durations } } }
}

/** Euclidean distances between [x, y] places, times `unit`, rounded by `whole`. */
export function euclidean(places: number[][], unit: number, whole: (value: number) => number): number[][] {
  return places.map(([x, y]) => places.map(([toX, toY]) => whole(unit * Math.hypot(x! - toX!, y! - toY!))))
}

/** The value of a plan in the set's units: its cost plus missed prizes. */
export function valueOf({ scale, fixed = 0 }: Instance, { summary, routes }: VroomOutput): number {
  return Math.round(summary.cost - fixed * routes.length + (summary.missed_prizes ?? 0)) / scale
}
