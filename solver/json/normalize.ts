import type { VroomInput } from './vroom.ts'

/** A valid problem with VROOM's older names, `matrix` and `amount`, replaced by the current ones. */
export function normalize({ matrix, ...given }: VroomInput): VroomInput {
  const jobs = (given.jobs ?? []).map(({ amount, ...job }) => (amount ? { ...job, delivery: amount } : job))
  return { ...given, jobs, ...(matrix && { matrices: { car: { durations: matrix } } }) }
}
