import type { UnassignedFix } from '#solver/json/vroom.ts'
import type { GroupFix } from './schema/plan.ts'
import { timeAt } from './time.ts'
import { skillsOf, type DayProblem, type PlannerDelivery, type PlannerDriver } from './to-problem.ts'

/** Units of the day's quantities, which are in thousandths of them. */
const units = ['kg', 'L'] as const

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
  const kind = kindOf(fix)
  if (!kind || !sentence) return undefined
  const amounts = { seconds: Math.ceil(amount / 60), load: amount / 1000 } as Record<string, number>
  return { kind, amount: amounts[fix.by.unit] ?? amount, fits: 1, sentence }
}

function kindOf({ constraint, quantity }: UnassignedFix): GroupFix['kind'] | undefined {
  switch (constraint) {
    case 'capacity':
      return quantity === 1 ? 'capacity_l' : 'capacity_kg'
    case 'vehicles':
      return 'drivers'
    case 'shift_start':
    case 'shift_end':
    case 'time_window':
    case 'skills':
      return constraint
    default:
      return undefined
  }
}

function sayFix<D extends PlannerDelivery, R extends PlannerDriver>(
  job: number,
  { constraint, vehicle: id, by: { amount }, quantity = 0, window }: UnassignedFix,
  { problem, deliveries, drivers, earliestStart }: DayProblem<D, R>,
  day: string,
  zone: string,
): string | undefined {
  const driver = drivers.get(id)!
  const delivery = deliveries.get(job)!
  const minutes = Math.ceil(amount / 60)
  const span = minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  const clock = (seconds: number) => timeAt(day, seconds, zone)
  const [from, to] = problem.vehicles[id - 1]!.time_window!
  switch (constraint) {
    case 'shift_start':
      // Nobody can leave before now.
      if (from - minutes * 60 < earliestStart) return undefined
      return `It would fit if ${driver.name} could leave ${span} earlier, at ${clock(from - minutes * 60)}.`
    case 'shift_end':
      return `It would fit if ${driver.name} could be back ${span} later, at ${clock(to + minutes * 60)}.`
    case 'time_window': {
      const [wasFrom, wasTo] = problem.jobs[job - 1]!.time_windows![0]!
      const opens = window!.time_window[0] < wasFrom
      // A window without an end closes with the day. Nobody set that, so nobody can change it.
      if (!opens && delivery.window_end === null) return undefined
      const change = opens ? `opened ${span} earlier, at ` : `closed ${span} later, at `
      return `It would fit if its window ${change}${clock(opens ? wasFrom - minutes * 60 : wasTo + minutes * 60)}. ${driver.name} could then bring it.`
    }
    case 'capacity':
      return `It would fit if ${driver.vehicle?.code ?? driver.name} carried ${amount / 1000} ${units[quantity]} more.`
    case 'skills': {
      // The wanted driver is modeled as a skill too, which nobody else can learn.
      if (delivery.wanted_driver_id && delivery.wanted_driver_id !== driver.id) return undefined
      const has = skillsOf(driver)
      const missing = delivery.skills.filter((skill) => !has.includes(skill)).map((skill) => `“${skill}”`)
      return `It would fit if ${driver.name}${driver.vehicle ? ` or ${driver.vehicle.code}` : ''} had ${missing.join(', ')}.`
    }
    case 'vehicles':
      return `It would fit if one more driver worked that day, ${driver.vehicle ? `with a vehicle like ${driver.vehicle.code}` : `like ${driver.name}`}.`
    default:
      return undefined
  }
}
