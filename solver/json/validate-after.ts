import { engineFields } from './engine-fields.ts'
import { fail, type Fields, fieldsOf, given, list, show, wholeNumber } from './fields.ts'
import type { VroomInput, VroomJob, VroomOrderReference, VroomShipment } from './vroom.ts'

/** The most jobs and shipments that may be linked to each other, directly or through others. */
export const maxLinked = 100

/** Checks the form of `after`, if given. */
export function validateAfter(of: Fields, path: string): void {
  if (!given(of, 'after')) return
  const seen = new Set<string>()
  list(of, 'after', `${path}.after`).forEach((value, i) => {
    const at = `${path}.after[${i}]`
    const reference = fieldsOf(value, at, engineFields.orderReference)
    const { type, id } = reference
    if (type !== 'job' && type !== 'shipment') fail(`${at}.type`, 'must be "job" or "shipment"')
    wholeNumber(reference, 'id', at, Number.MAX_SAFE_INTEGER, true)
    const name = `${type} ${String(id)}`
    if (seen.has(name)) fail(at, `${name} is there twice`)
    seen.add(name)
  })
}

/** A job or a shipment, with what must be done before it. */
type Link = {
  name: string
  path: string
  after: readonly VroomOrderReference[]
}

/** Checks `after` across the problem: everything exists, nothing waits for itself, and locks agree. */
export function validatePrecedence(problem: VroomInput): void {
  const links = linksOf(problem)
  if (!links.some(({ after }) => after.length > 0)) return
  const byName = new Map(links.map((link) => [link.name, link]))
  for (const { name, path, after } of links) {
    after.forEach((reference, i) => {
      const before = nameOf(reference)
      if (!byName.has(before)) fail(`${path}.after[${i}]`, `there is no ${before}`)
      if (before === name) fail(`${path}.after[${i}]`, `${name} cannot come after itself`)
    })
  }
  refuseCycles(links, byName)
  refuseDifferentVehicles(problem, links)
}

/** Checks `after` of an added order: what comes before it is already there. */
export function validateAfterOf(order: VroomJob | VroomShipment, { jobs = [], shipments = [] }: VroomInput): void {
  order.after?.forEach((reference, i) => {
    const { type, id } = reference
    const isKnown =
      type === 'job' ? jobs.some((job) => job.id === id) : shipments.some(({ pickup }) => pickup.id === id)
    if (!isKnown) fail(`order.after[${i}]`, `there is no ${nameOf(reference)}`)
  })
}

/** The jobs and shipments that `after` links, directly or through others; alone ones are left out. */
export function linkedOrders(problem: VroomInput): string[][] {
  const links = linksOf(problem)
  const groups = new Map<string, string[]>()
  for (const { name, after } of links) {
    for (const reference of after) {
      const one = groups.get(name) ?? [name]
      const other = groups.get(nameOf(reference)) ?? [nameOf(reference)]
      if (one === other) continue
      const [long, short] = one.length < other.length ? [other, one] : [one, other]
      long.push(...short)
      for (const each of long) groups.set(each, long)
    }
  }
  return [...new Set(groups.values())]
}

function linksOf({ jobs = [], shipments = [] }: VroomInput): Link[] {
  return [
    ...jobs.map(({ id, after = [] }, i) => ({ name: `job ${id}`, path: `jobs[${i}]`, after })),
    ...shipments.map(({ pickup, after = [] }, i) => ({
      name: `shipment ${pickup.id}`,
      path: `shipments[${i}]`,
      after,
    })),
  ]
}

function nameOf({ type, id }: VroomOrderReference): string {
  return `${type} ${id}`
}

function refuseCycles(links: readonly Link[], byName: ReadonlyMap<string, Link>) {
  const state = new Map<string, 'open' | 'done'>()
  for (const link of links) {
    if (state.has(link.name)) continue
    // Depth first, without recursion: chains may be long before they are counted.
    const way: { link: Link; next: number }[] = [{ link, next: 0 }]
    state.set(link.name, 'open')
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const reference = top.link.after[top.next++]
      if (!reference) {
        state.set(top.link.name, 'done')
        way.pop()
        continue
      }
      const before = byName.get(nameOf(reference))!
      const known = state.get(before.name)
      if (known === 'open') {
        const names = way.map((each) => each.link.name)
        const circle = [...names.slice(names.indexOf(before.name)), before.name].toReversed()
        fail(`${top.link.path}.after[${top.next - 1}]`, `each must come before the next: ${circle.join(', ')}`)
      }
      if (known === undefined) {
        state.set(before.name, 'open')
        way.push({ link: before, next: 0 })
      }
    }
  }
}

function refuseDifferentVehicles(problem: VroomInput, links: readonly Link[]) {
  const pickupOf = new Map((problem.shipments ?? []).map(({ pickup, delivery }) => [delivery.id, pickup.id]))
  const vehicleOf = new Map<string, number>()
  for (const { id: vehicle, steps = [] } of problem.vehicles) {
    for (const { type, id, lock } of steps) {
      if (lock === undefined) continue
      if (type === 'job') vehicleOf.set(`job ${id}`, vehicle)
      else vehicleOf.set(`shipment ${type === 'delivery' ? pickupOf.get(id!) : id}`, vehicle)
    }
  }
  const paths = new Map(links.map(({ name, path }) => [name, path]))
  for (const members of linkedOrders(problem)) {
    const path = `${paths.get(members[0])!}.after`
    if (members.length > maxLinked) fail(path, `${members.length} are linked to each other; ${maxLinked} are allowed`)
    const [first, ...others] = members.filter((name) => vehicleOf.has(name))
    const other = others.find((name) => vehicleOf.get(name) !== vehicleOf.get(first))
    if (other !== undefined)
      fail(
        `${paths.get(other)!}`,
        `${other} is locked to vehicle ${show(vehicleOf.get(other))}, but ${first}, which is linked to it by after, to vehicle ${show(vehicleOf.get(first))}`,
      )
  }
}
