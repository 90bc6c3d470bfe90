import type { UnassignedFix, VroomInput, VroomOutput, VroomUnassigned } from '../json/vroom.ts'
import { drive } from './exhaustive/drive.ts'
import { allowances } from './exhaustive/locks.ts'
import { type Order, ordersOf, type Stop } from './exhaustive/orders.ts'

/** The problem with a fix applied, or with only `amount` of it. */
export function applyFix(
  given: VroomInput,
  { type, id }: Pick<VroomUnassigned, 'type' | 'id'>,
  { constraint, vehicle: of, by, quantity, skills, window }: UnassignedFix,
  amount = by.amount,
): VroomInput {
  const problem = JSON.parse(JSON.stringify(given)) as VroomInput
  const vehicle = problem.vehicles.find((each) => each.id === of)!
  const shipment = problem.shipments?.find((each) => type !== 'job' && each[type].id === id)
  const job = problem.jobs.find((each) => each.id === id)
  switch (constraint) {
    case 'shift_start':
      vehicle.time_window![0] -= amount
      break
    case 'shift_end':
      vehicle.time_window![1] += amount
      break
    case 'time_window': {
      const visit = window!.task === 'job' ? job! : shipment![window!.task]
      const [from, to] = visit.time_windows![window!.index]
      const opens = window!.time_window[0] < from
      visit.time_windows![window!.index] = opens ? [from - amount, to] : [from, to + amount]
      break
    }
    case 'max_ride':
      if (type === 'job') job!.max_ride! += amount
      else {
        if (shipment!.max_ride !== undefined) shipment!.max_ride += amount
        if (shipment!.max_detour !== undefined) shipment!.max_detour += amount
      }
      break
    case 'capacity':
      vehicle.capacity![quantity!] += amount
      break
    case 'skills':
      vehicle.skills = [...(vehicle.skills ?? []), ...skills!.slice(0, amount)]
      break
    case 'max_shift':
    case 'max_tasks':
    case 'max_travel_time':
    case 'max_distance':
    case 'max_districts':
      vehicle[constraint]! += amount
      break
    case 'last_in_first_out':
    case 'urgent_first':
      if (amount > 0) delete vehicle[constraint]
      break
    case 'vehicles':
      for (let i = 0; i < amount; i++) problem.vehicles.push({ ...vehicle, id: 1_000_000 + i })
      break
    case 'prize':
      if (type === 'job') job!.prize! += amount
      else shipment!.prize! += amount
  }
  return problem
}

/**
 * The added cost of a job or shipment at its cheapest allowed position, by vehicle; vehicles without one are left
 * out. Tries every position, from the raw problem.
 */
export function insertionCosts(
  problem: VroomInput,
  plan: VroomOutput,
  { type, id }: Pick<VroomUnassigned, 'type' | 'id'>,
  byTheSecond = false,
): Map<number, number> {
  const stops = new Map<string, Stop>()
  let wanted: Order | undefined
  const orders = ordersOf(problem)
  orders.forEach((order, e) => {
    const shipment = problem.shipments?.[e - problem.jobs.length]
    const names = shipment
      ? [`pickup ${shipment.pickup.id}`, `delivery ${shipment.delivery.id}`]
      : [`job ${problem.jobs[e].id}`]
    names.forEach((name, i) => stops.set(name, order.stops[i]))
    if (names.includes(`${type} ${id}`)) wanted = order
  })
  const costs = new Map<number, number>()
  for (const vehicle of problem.vehicles) {
    const route = plan.routes.find((each) => each.vehicle === vehicle.id)
    const allowed = allowances(problem, orders, vehicle)
    const order = (route?.steps ?? []).flatMap((step) => stops.get(`${step.type} ${step.id}`) ?? [])
    const before = order.length === 0 ? 0 : drive(problem, vehicle, order, allowed, byTheSecond)!
    const [first, second] = wanted!.stops as [Stop, Stop?]
    for (let at = 0; at <= order.length; at++) {
      for (let to = second ? at : order.length; to <= order.length; to++) {
        const tried = [
          ...order.slice(0, at),
          first,
          ...order.slice(at, to),
          ...(second ? [second] : []),
          ...order.slice(to),
        ]
        const cost = drive(problem, vehicle, tried, allowed, byTheSecond)
        if (cost !== undefined && cost - before < (costs.get(vehicle.id) ?? Infinity))
          costs.set(vehicle.id, cost - before)
      }
    }
  }
  return costs
}
