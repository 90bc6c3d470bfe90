import { SolverInputError } from '../json/input-error.ts'
import { solve } from '../solve.ts'
import type { VroomInput } from '../json/vroom.ts'

/** The path of a problem that is rejected; 'accepted' if none is. */
export function refusedPath(problem: unknown): string {
  try {
    solve(problem as VroomInput, { iterationLimit: 10 })
  } catch (error) {
    if (error instanceof SolverInputError) return error.path
    throw error
  }
  return 'accepted'
}
