import type { VroomInput, VroomOrderReference, VroomShipment } from '#solver/json/vroom.ts'

type Problem = VroomInput & { shipments: VroomShipment[] }

/**
 * The problem with some of its jobs and shipments only, and rules on them only: the solver refuses others.
 * @param toCome an order that is added later: rules on it stay
 */
export function onlyWith(problem: Problem, ids: ReadonlySet<number>, toCome: { groups?: string[] } = {}): Problem {
  const { groups, previous, ...rest } = problem
  const known = ({ id }: VroomOrderReference) => ids.has(id)
  const linked = <Task extends { after?: VroomOrderReference[] }>({ after, ...task }: Task) => ({
    ...task,
    ...(after?.some(known) && { after: after.filter(known) }),
  })
  const jobs = problem.jobs.filter(({ id }) => ids.has(id)).map(linked) as Problem['jobs']
  const shipments = problem.shipments.filter(({ pickup }) => ids.has(pickup.id)).map(linked) as VroomShipment[]
  const carried = new Set([...jobs, ...shipments, toCome].flatMap((task) => task.groups ?? []))
  const has = (name: string) => carried.has(name)
  return {
    ...rest,
    jobs,
    shipments,
    ...(groups && {
      groups: {
        apart: (groups.apart ?? []).filter((names) => names.every(has)),
        apart_on_board: (groups.apart_on_board ?? []).filter((names) => names.every(has)),
        together: (groups.together ?? []).filter(has),
        ...(groups.one_of && { one_of: groups.one_of.filter(has) }),
      },
    }),
    ...keptOf(previous, ids),
  }
}

function keptOf(previous: VroomInput['previous'], ids: ReadonlySet<number>): Pick<VroomInput, 'previous'> {
  if (!previous) return {}
  const routes = previous.routes
    .map(({ vehicle, steps }) => ({ vehicle, steps: steps.filter(({ id }) => ids.has(id)) }))
    .filter(({ steps }) => steps.length > 0)
  const { promise_tolerance, ...rest } = previous
  const hasPromises = routes.some(({ steps }) => steps.some(({ promised }) => promised !== undefined))
  return { previous: { ...rest, routes, ...(hasPromises && { promise_tolerance: promise_tolerance! }) } }
}
