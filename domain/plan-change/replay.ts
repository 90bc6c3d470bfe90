import { AppError } from '../errors.ts'
import { adapted, anchorsOf, type Anchors } from './adapt.ts'
import type { EditFacts, EditRoute } from './edit-route.ts'
import { applyEdit, type SettledEdit } from './edit.ts'

/** A step of a change that is kept: an edit whose place is known, also by the stop that it comes behind. */
export type KeptStep = Anchors & {
  edit: SettledEdit
  /** Its place in the change, by which the ids of what it creates are made. */
  index: number
}

export type KeptChange = { id: string; steps: readonly KeptStep[] }

/** A step that no longer fits, and why. */
export type Failure = { step: KeptStep; error: AppError }

export type Replay = {
  routes: readonly EditRoute[]
  /** By the id of the change; one without failures is absent. */
  failures: Map<string, Failure[]>
  /** What was done, as it was by now. */
  made: SettledEdit[]
}

export type ReplayRules = {
  /** Whether a delivery is on none of the routes and waits for none: it has ended, or is elsewhere. */
  isGone(routes: readonly EditRoute[], deliveryId: string): boolean
  /** What a step of a change needs to know. The same step gets the same new ids each time. */
  factsOf(changeId: string, step: number): EditFacts
  /** Throws an AppError if an edit makes no sense by now, such as for a driver who has left. */
  check(routes: readonly EditRoute[], edit: SettledEdit): void
}

/** An edit that has just been made, so that it can be made again on routes that are different by then. */
export function keepStep(after: readonly EditRoute[], edit: SettledEdit, index: number): KeptStep {
  return { edit, index, ...anchorsOf(after, edit) }
}

/** Makes changes on routes as they are by now, in order. What does not fit is left out, and nothing else. */
export function replay(
  routes: readonly EditRoute[],
  changes: readonly KeptChange[],
  { factsOf, check, isGone }: ReplayRules,
): Replay {
  const result: Replay = { routes, failures: new Map(), made: [] }
  for (const { id, steps } of changes) {
    const failures: Failure[] = []
    for (const step of steps) {
      try {
        const edit = adapted(result.routes, step, (delivery) => isGone(result.routes, delivery))
        check(result.routes, edit)
        result.routes = applyEdit(result.routes, edit, factsOf(id, step.index))
        result.made.push(edit)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        failures.push({ step, error })
      }
    }
    if (failures.length) result.failures.set(id, failures)
  }
  return result
}
