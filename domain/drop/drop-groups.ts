import type { VroomInput } from '#solver/index.ts'
import type { EditRoute } from '../plan-change/edit-route.ts'

type Known = ReadonlyMap<string, { task: number }>

/** Rules on what shares a vehicle that routes would break, and do not break now. */
export function groupsBroken(
  { groups: rules, jobs = [], shipments = [] }: VroomInput,
  before: readonly EditRoute[],
  after: readonly EditRoute[],
  deliveries: Known,
): ('kept_apart' | 'torn_apart')[] {
  if (!rules) return []
  const groupsOf = new Map([
    ...jobs.map(({ id, groups = [] }) => [id, groups] as const),
    ...shipments.map(({ pickup, groups = [] }) => [pickup.id, groups] as const),
  ])
  const { apart = [], together = [] } = rules
  const onRoute = ({ stops }: EditRoute) =>
    new Set(stops.flatMap(({ delivery_id }) => groupsOf.get(deliveries.get(delivery_id)?.task ?? -1) ?? []))
  const count = (routes: readonly EditRoute[]) => {
    const held = routes.map(onRoute)
    return {
      mixed: held.reduce((sum, names) => sum + apart.filter((pair) => pair.every((name) => names.has(name))).length, 0),
      torn: together.filter((name) => held.filter((names) => names.has(name)).length > 1).length,
    }
  }
  const [was, is] = [count(before), count(after)]
  return [...(is.mixed > was.mixed ? (['kept_apart'] as const) : []), ...(is.torn > was.torn ? (['torn_apart'] as const) : [])] // prettier-ignore
}
