import { ofChoices, refuse } from './combinations.ts'
import { fail, isObject, show } from './fields.ts'
import type { VroomInput, VroomJob, VroomShipment } from './vroom.ts'

/** Checks the groups of which one job is enough: each job is in one of them, all are worth the same, and one is locked at most. */
export function validateOneOf(problem: VroomInput): void {
  const { groups, jobs = [], shipments = [] } = problem
  const placed = [
    ...jobs.map((order, j) => ({ order, path: `jobs[${j}]` })),
    ...shipments.map((order, s) => ({ order, path: `shipments[${s}]` })),
  ]
  const first = new Map<string, VroomJob | VroomShipment>()
  for (const { order, path } of placed) validateChoice(order, path, groups?.one_of, first)
  refuse(ofChoices(problem))
  refuseTwoLocks(problem)
}

/** Checks an added order beside those that it may be planned instead of. */
export function validateOneOfWith(order: VroomJob | VroomShipment, problem: VroomInput): void {
  const { groups, jobs = [], shipments = [] } = problem
  const name = groups?.one_of?.find((each) => order.groups?.includes(each))
  const other = [...jobs, ...shipments].find((each) => name !== undefined && each.groups?.includes(name))
  validateChoice(order, 'order', groups?.one_of, new Map(other ? [[name!, other]] : []))
  const added = isObject((order as VroomShipment).pickup)
    ? { shipments: [...shipments, order as VroomShipment] }
    : { jobs: [...jobs, order as VroomJob] }
  refuse(ofChoices({ ...problem, ...added }).map((found) => ({ ...found, path: 'order.groups' })))
}

function validateChoice(
  order: VroomJob | VroomShipment,
  path: string,
  one_of: string[] = [],
  first: Map<string, VroomJob | VroomShipment>,
) {
  const own = one_of.filter((name) => order.groups?.includes(name))
  if (own.length > 1) fail(`${path}.groups`, `${own.map(show).join(' and ')} are both in groups.one_of`)
  const [name] = own
  if (name === undefined) return
  const other = first.get(name)
  if (!other) first.set(name, order)
  for (const worth of ['priority', 'prize'] as const)
    if (other && (order[worth] ?? null) !== (other[worth] ?? null))
      fail(`${path}.${worth}`, `must be as in the rest of group ${show(name)}: one of them is enough`)
}

function refuseTwoLocks({ groups, jobs = [], shipments = [], vehicles }: VroomInput) {
  const locked = new Map<string, string>()
  vehicles.forEach(({ steps = [] }, v) =>
    steps.forEach(({ type, id, lock }, i) => {
      if (lock === undefined) return
      const order =
        type === 'job'
          ? jobs.find((job) => job.id === id)
          : shipments.find((shipment) => (type === 'pickup' || type === 'delivery') && shipment[type].id === id)
      const name = order?.groups?.find((each) => groups!.one_of!.includes(each))
      if (name === undefined) return
      const key = type === 'job' ? `job ${id}` : `shipment ${(order as VroomShipment).pickup.id}`
      if ((locked.get(name) ?? key) !== key)
        fail(`vehicles[${v}].steps[${i}].lock`, `${locked.get(name)} of group ${show(name)} is locked already`)
      locked.set(name, key)
    }),
  )
}
