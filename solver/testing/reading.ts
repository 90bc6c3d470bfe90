import type { VroomOutput } from '../json/vroom.ts'

/** The jobs of each route, in their order. */
export function orderOf({ routes }: VroomOutput) {
  return routes.map(({ steps }) => steps.filter(({ type }) => type === 'job').map(({ id }) => id))
}

/** What a plan leaves out. */
export function missed({ unassigned }: VroomOutput): number[] {
  return unassigned.map(({ id }) => id)
}
