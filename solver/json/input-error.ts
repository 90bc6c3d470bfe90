import type { VroomFailure } from './vroom.ts'

/** The problem or an option cannot be used as it is; `path` names the element, as in `jobs[3].service`. */
export class SolverInputError extends Error {
  readonly code = 2
  readonly path: string

  constructor(path: string, message: string) {
    super(path === '' ? message : `${path}: ${message}`)
    this.name = 'SolverInputError'
    this.path = path
  }

  /** The same error as VROOM would print it. */
  toVroom(): VroomFailure {
    return { code: this.code, error: this.message }
  }
}
