import type { UnassignedFix } from '#solver/json/vroom.ts'
import type { GroupFix } from '../schema/plan.ts'
import { skillsOf } from '../problem/needs.ts'
import type { Quantity } from '../problem/rooms.ts'
import { sayTime } from '../problem/say-time.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'

/**
 * The solver's smallest fix for one delivery, in a dispatcher's units and with the day's names and times, in minutes
 * rounded up. Undefined if there is none that a dispatcher could make.
 */
export function smallestFix<D extends PlannerDelivery, R extends PlannerDriver>(
  job: number,
  fix: UnassignedFix,
  planned: DayProblem<D, R>,
  day: string,
  zone: string,
): GroupFix | undefined {
  const sentence = sayFix(job, fix, planned, day, zone)
  const { amount } = fix.by
  const { share, kind: load } = planned.rooms.quantities[fix.quantity ?? 0]!
  const kind = kindOf(fix, load)
  if (!sentence) return undefined
  const amounts = { seconds: Math.ceil(amount / 60), load: amount / share, meters: amount / 1000 } as Record<
    string,
    number
  >
  return { kind, amount: amounts[fix.by.unit] ?? amount, fits: 1, sentence }
}

function kindOf({ constraint }: UnassignedFix, load: Quantity['kind']): GroupFix['kind'] {
  switch (constraint) {
    case 'capacity':
      return load
    case 'vehicles':
      return 'drivers'
    case 'shift_start':
    case 'shift_end':
    case 'time_window':
    case 'skills':
    case 'max_shift':
    case 'max_travel_time':
    case 'max_distance':
    case 'max_ride':
    case 'last_in_first_out':
      return constraint
    case 'urgent_first':
      return 'priority_order'
    case 'max_tasks':
      return 'max_stops'
    case 'max_districts':
      return 'max_territories'
    case 'prize':
      return 'worth'
    default:
      // A constraint that is missing here does not compile.
      return constraint satisfies never
  }
}

function sayFix<D extends PlannerDelivery, R extends PlannerDriver>(
  job: number,
  { constraint, vehicle: id, by: { amount }, quantity = 0, window }: UnassignedFix,
  { problem, tasks, needs, deliveries, drivers, earliestStart, hasCosts, rooms }: DayProblem<D, R>,
  day: string,
  zone: string,
): string | undefined {
  const driver = drivers.get(id)!
  const delivery = deliveries.get(job)!
  const minutes = Math.ceil(amount / 60)
  const span = minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  const clock = (seconds: number) => sayTime(day, seconds, zone)
  const [from, to] = problem.vehicles[id - 1]!.time_window!
  switch (constraint) {
    case 'shift_start':
      // Nobody can leave before now.
      if (from - minutes * 60 < earliestStart) return undefined
      return `It would fit if ${driver.name} could leave ${span} earlier, at ${clock(from - minutes * 60)}.`
    case 'shift_end':
      return `It would fit if ${driver.name} could be back ${span} later, at ${clock(to + minutes * 60)}.`
    case 'time_window': {
      const { start, end } = tasks.get(job)!
      const isPickup = window!.task === 'pickup'
      const [wasFrom, wasTo] = (isPickup ? start! : end).time_windows![window!.index]!
      const opens = window!.time_window[0] < wasFrom
      // A window without an end closes with the day. Nobody set that, so nobody can change it.
      const lastEnd = isPickup ? delivery.pickup?.window_end : delivery.window_end
      if (!opens && lastEnd === null) return undefined
      const change = opens ? `opened ${span} earlier, at ` : `closed ${span} later, at `
      return `It would fit if its ${isPickup ? 'pickup’s window' : 'window'} ${change}${clock(opens ? wasFrom - minutes * 60 : wasTo + minutes * 60)}. ${driver.name} could then bring it.`
    }
    case 'capacity': {
      const { share, unit, where } = rooms.quantities[quantity]!
      return `It would fit if ${driver.vehicle?.code ?? driver.name} carried ${amount / share} ${unit} more${where}.`
    }
    case 'skills': {
      // Depots, zones and the wanted driver are modeled as skills too, which nobody else can learn.
      if (needs.get(job)!.some((need) => need.kind !== 'skill' && !need.isMetBy(driver))) return undefined
      const has = skillsOf(driver)
      const missing = delivery.skills.filter((skill) => !has.includes(skill)).map((skill) => `“${skill}”`)
      return `It would fit if ${driver.name}${driver.vehicle ? ` or ${driver.vehicle.code}` : ''} had ${missing.join(', ')}.`
    }
    case 'max_tasks':
      return `It would fit if ${driver.name} could have ${amount} more ${amount === 1 ? 'stop' : 'stops'}.`
    case 'max_districts':
      return `It would fit if ${driver.name} could serve ${amount} more ${amount === 1 ? 'territory' : 'territories'}.`
    case 'max_shift':
      return `It would fit if ${driver.name}’s route could take ${span} longer.`
    case 'max_travel_time':
      return `It would fit if ${driver.name} could drive ${span} longer.`
    case 'max_distance':
      return `It would fit if ${driver.vehicle?.code ?? driver.name} could drive ${Math.ceil(amount / 1000)} km farther.`
    case 'max_ride':
      return `It would fit if its goods could be on board ${span} longer.`
    case 'last_in_first_out':
      return `It would fit if ${driver.vehicle?.code ?? driver.name} could be unloaded in any order.`
    case 'urgent_first':
      return `It would fit if ${driver.name} did not have to bring urgent deliveries first.`
    case 'prize':
      return hasCosts ? 'It would be brought if it were worth more.' : undefined
    case 'vehicles':
      return `It would fit if one more driver worked that day, ${driver.vehicle ? `with a vehicle like ${driver.vehicle.code}` : `like ${driver.name}`}.`
    default:
      return constraint satisfies never
  }
}
