import { SolverInputError } from './input-error.ts'
import type { SolveOptions } from './options.ts'
import type { VroomInput, VroomOutput } from './vroom.ts'

/** Plans the routes of a problem in VROOM's JSON. */
export function solve(_problem: VroomInput, _options: SolveOptions = {}): VroomOutput {
  throw new SolverInputError('', 'the search is not in this version yet')
}
