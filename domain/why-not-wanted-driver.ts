import { skillsOf, type DayProblem, type PlannerDelivery, type PlannerDriver } from './to-problem.ts'

/** In front of a reason: that nobody else was asked. Nothing where the planner decides who brings the delivery. */
export function onlyFor({ wanted_driver_name: name }: PlannerDelivery): string {
  return name ? `Only ${name} shall bring it. ` : ''
}

/** Why the driver who shall bring a delivery is not among those who may. */
export function withoutWanted<D extends PlannerDelivery, R extends PlannerDriver>(
  { wanted_driver_id: id, wanted_driver_name, skills }: D,
  { drivers, offDuty }: Pick<DayProblem<D, R>, 'drivers' | 'offDuty'>,
): string {
  const name = wanted_driver_name ?? 'A driver'
  const otherwise = 'or let the planner decide who brings it.'
  if (offDuty.some((driver) => driver.id === id)) {
    return `${name} shall bring it, but has no working time left while the depot is open on that day. Change the shift, ${otherwise}`
  }
  const driver = [...drivers.values()].find((each) => each.id === id)
  if (!driver) return `${name} shall bring it, but was not chosen for this plan. Choose ${name}, ${otherwise}`
  const has = skillsOf(driver)
  const missing = skills.filter((skill) => !has.includes(skill)).map((skill) => `“${skill}”`)
  return `${name} shall bring it, but neither ${name} nor the vehicle has ${missing.join(', ')}. Add what is missing, ${otherwise}`
}
