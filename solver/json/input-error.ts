import type { VroomFailure } from './vroom.ts'

/** The problem or an option is invalid; `path` names the element, as in `jobs[3].service`. */
export class SolverInputError extends Error {
  readonly code = 2
  readonly path: string

  constructor(path: string, message: string) {
    super(path === '' ? message : `${path}: ${message}`)
    this.name = 'SolverInputError'
    this.path = path
  }

  /** The error in VROOM's format. */
  toVroom(): VroomFailure {
    return { code: this.code, error: this.message }
  }
}
