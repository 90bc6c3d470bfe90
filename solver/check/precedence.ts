import type { VroomInput, VroomOutput, VroomRoute } from '../json/vroom.ts'

/** A job or a shipment with its steps in order, and the numbers of all that must be done before it. */
type Order = {
  steps: string[]
  earlier: Set<number>
}

export type PrecedenceRules = ReturnType<typeof precedenceRules>

/** The steps that came before what they have to follow, and what is linked; read from the raw problem. */
export function precedenceRules({ jobs = [], shipments = [] }: VroomInput) {
  const names = [...jobs.map(({ id }) => `job ${id}`), ...shipments.map(({ pickup }) => `shipment ${pickup.id}`)]
  const given = [...jobs, ...shipments].map(({ after = [] }) =>
    after.map(({ type, id }) => names.indexOf(`${type} ${id}`)),
  )
  const steps = [
    ...jobs.map(({ id }) => [`job ${id}`]),
    ...shipments.map(({ pickup, delivery }) => [`pickup ${pickup.id}`, `delivery ${delivery.id}`]),
  ]
  const orders = steps.map((own, o): Order => ({ steps: own, earlier: new Set(given[o]) }))
  // What comes before something earlier is earlier, too.
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false
    for (const { earlier } of orders) {
      const { size } = earlier
      for (const before of earlier) for (const other of orders[before]!.earlier) earlier.add(other)
      if (earlier.size > size) isGrowing = true
    }
  }
  const earlierStep = new Map<string, string[]>()
  for (const { steps: own, earlier } of orders) {
    for (const step of own)
      earlierStep.set(
        step,
        [...earlier].flatMap((before) => orders[before]!.steps),
      )
  }
  return { orders, earlierSteps: (step: string) => earlierStep.get(step) ?? [] }
}

/** The steps of a route that must be earlier than this one but are not. */
export function missingBefore(rules: PrecedenceRules, route: VroomRoute, step: string): string[] {
  const wanted = rules.earlierSteps(step)
  if (wanted.length === 0) return []
  const names = route.steps.map(({ type, id }) => `${type} ${id}`)
  const before = new Set(names.slice(0, names.indexOf(step)))
  return wanted.filter((name) => !before.has(name))
}

/**
 * Reports what comes too early, and linked jobs that are planned in part or on several vehicles. Locked steps keep the
 * order in which they were given, and are planned whatever is left out; `lockedOn` lists them by vehicle.
 */
export function precedenceErrors(
  rules: PrecedenceRules,
  output: VroomOutput,
  lockedOn: ReadonlyMap<number, string[]>,
): string[] {
  if (rules.orders.every(({ earlier }) => earlier.size === 0)) return []
  const errors: string[] = []
  const locked = new Set([...lockedOn.values()].flat())
  for (const route of output.routes) {
    const places = new Map(lockedOn.get(route.vehicle)?.map((name, i) => [name, i]))
    const isForgiven = (before: string, step: string) => (places.get(before) ?? -1) > (places.get(step) ?? Infinity)
    const shown = new Set(route.steps.map(({ type, id }) => `${type} ${id}`))
    for (const step of shown) {
      for (const before of missingBefore(rules, route, step))
        if (shown.has(before) && !isForgiven(before, step)) errors.push(`${step} comes before ${before}`)
    }
  }
  return [...errors, ...partErrors(rules.orders, output, locked)]
}

/** What is linked goes on one vehicle; what of it is not locked is planned as a whole or left out. */
function partErrors(orders: readonly Order[], output: VroomOutput, locked: ReadonlySet<string>): string[] {
  const vehicleOf = new Map(
    output.routes.flatMap(({ vehicle, steps }) => steps.map(({ type, id }) => [`${type} ${id}`, vehicle])),
  )
  const errors: string[] = []
  for (const names of linkedSteps(orders)) {
    const planned = names.filter((name) => vehicleOf.has(name))
    if (new Set(planned.map((name) => vehicleOf.get(name))).size > 1)
      errors.push(`${planned.join(', ')} are linked, but on several vehicles`)
    const free = names.filter((name) => !locked.has(name))
    const served = free.filter((name) => vehicleOf.has(name))
    if (served.length > 0 && served.length < free.length) errors.push(`${free.join(', ')} are planned in part`)
  }
  return errors
}

/** The first steps of orders that are linked to each other, directly or through others. */
export function linkedSteps(orders: readonly Order[]): string[][] {
  const groupOf = orders.map((_, o) => o)
  orders.forEach(({ earlier }, o) => {
    for (const before of earlier) {
      const [keep, drop] = [groupOf[o], groupOf[before]]
      groupOf.forEach((group, i) => {
        if (group === drop) groupOf[i] = keep!
      })
    }
  })
  return [...new Set(groupOf)].map((group) =>
    orders.flatMap(({ steps }, o) => (groupOf[o] === group ? [steps[0]!] : [])),
  )
}
