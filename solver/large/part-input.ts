import type { VroomInput } from '../json/vroom.ts'

/**
 * Some jobs and vehicles as a problem of its own, without the others. Its jobs have the order of the given numbers, which rise and
 * include both ends of a shipment or none. Of the steps only locked ones are kept, unless they are not wanted either.
 */
export function partInput(
  input: VroomInput,
  jobs: readonly number[],
  vehicles: readonly number[],
  { keepsLocks = true }: { keepsLocks?: boolean } = {},
): VroomInput {
  const n = input.jobs.length
  const shipments = jobs.flatMap((job) => (job >= n && (job - n) % 2 === 0 ? [input.shipments![(job - n) / 2]] : []))
  return {
    ...input,
    jobs: jobs.flatMap((job) => (job < n ? [input.jobs[job]] : [])),
    shipments,
    vehicles: vehicles.map((v) => {
      const { steps, ...vehicle } = input.vehicles[v]
      const locked = keepsLocks ? steps?.filter(({ lock }) => lock !== undefined) : undefined
      return locked?.length ? { ...vehicle, steps: locked } : vehicle
    }),
  }
}
