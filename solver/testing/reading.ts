import type { VroomOutput } from '../json/vroom.ts'

/** The jobs of each route, in order. */
export function orderOf({ routes }: VroomOutput) {
  return routes.map(({ steps }) => steps.filter(({ type }) => type === 'job').map(({ id }) => id))
}

/** The unassigned jobs of a plan. */
export function missed({ unassigned }: VroomOutput): number[] {
  return unassigned.map(({ id }) => id)
}
