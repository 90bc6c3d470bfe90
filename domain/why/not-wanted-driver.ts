import { skillsOf } from '../problem/needs.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'

/** Goes before a reason if only the wanted driver was considered; empty if the planner chooses the driver. */
export function onlyFor({ wanted_driver_name: name }: PlannerDelivery, what: 'it' | 'them'): string {
  return name ? `Only ${name} may deliver ${what}. ` : ''
}

/** Why the wanted driver cannot take the delivery, or several of them. */
export function withoutWanted<D extends PlannerDelivery, R extends PlannerDriver>(
  delivery: number,
  { deliveries, needs, drivers, offDuty }: DayProblem<D, R>,
  subject: 'It is' | 'They are',
): string {
  const { wanted_driver_id: id, wanted_driver_name, skills } = deliveries.get(delivery)!
  const name = wanted_driver_name ?? 'a driver'
  const otherwise = 'or let the planner choose the driver.'
  if (offDuty.some((driver) => driver.id === id)) {
    return `${subject} assigned to ${name}, who has no working time left during the depot’s opening hours that day. Change the shift, ${otherwise}`
  }
  const driver = [...drivers.values()].find((each) => each.id === id)
  if (!driver) return `${subject} assigned to ${name}, who was not chosen for this plan. Choose ${name}, ${otherwise}`
  const has = skillsOf(driver)
  const missing = skills.filter((skill) => !has.includes(skill)).map((skill) => `“${skill}”`)
  if (missing.length) {
    return `${subject} assigned to ${name}, but neither ${name} nor the vehicle has ${missing.join(', ')}. Add what is missing, ${otherwise}`
  }
  const unmet = needs.get(delivery)!.filter((need) => !need.isMetBy(driver))
  const listed = new Intl.ListFormat('en').format(unmet.map(({ said }) => said))
  return `${subject} assigned to ${name}, but needs a driver who ${listed}. Change that, ${otherwise}`
}
