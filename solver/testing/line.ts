import type { VroomInput, VroomJob, VroomVehicle } from '../json/vroom.ts'

/** A vehicle's home at the beginning of the line. */
export const depot = { start_index: 0, end_index: 0 }

/** Travel between places on a line, with seconds and optional meters from each place to the next. */
export function line(length: number, seconds = 1, meters?: number) {
  const table = (unit: number) =>
    Array.from({ length }, (_, a) => Array.from({ length }, (_, b) => Math.abs(a - b) * unit))
  return { car: { durations: table(seconds), ...(meters !== undefined && { distances: table(meters) }) } }
}

/** Five places on a line, ten minutes and 6 km apart. */
export const tenMinutesApart = line(5, 600, 6000)

/** Vehicles 10, 11, … at the first of those five places and jobs 0, 1, … at the second, by default. */
export function smallProblem(vehicles: Partial<VroomVehicle>[], jobs: Partial<VroomJob>[]): VroomInput {
  return {
    vehicles: vehicles.map((vehicle, i) => ({ id: 10 + i, ...depot, ...vehicle })),
    jobs: jobs.map((job, i) => ({ id: i, location_index: 1, ...job })),
    matrices: tenMinutesApart,
  }
}
