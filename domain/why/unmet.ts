import type { Need } from '../problem/needs.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'
import { withoutWanted } from './not-wanted-driver.ts'
import type { WhyUnassigned } from './why.ts'

/** Why no driver of the plan is able to bring it, whatever room and time there is. */
export function whyUnmet<D extends PlannerDelivery, R extends PlannerDriver>(
  id: number,
  planned: DayProblem<D, R>,
): WhyUnassigned {
  const delivery = planned.deliveries.get(id)!
  const needs = planned.needs.get(id)!
  const drivers = [...planned.drivers.values()]
  const unmet = needs.filter((need) => !drivers.some(need.isMetBy))
  const alike = (code: string, sentence: string): WhyUnassigned => ({ code, sentence, shared: sentence })
  const of = (kind: Need['kind']) => unmet.find((need) => need.kind === kind)

  if (delivery.wanted_driver_id) {
    return {
      code: 'wanted_driver',
      sentence: withoutWanted(id, planned, 'It is'),
      shared: withoutWanted(id, planned, 'They are'),
    }
  }
  const depot = of('depot')
  if (depot) {
    return {
      code: 'depot',
      sentence: `No chosen driver ${depot.said}, where its goods are. Choose one who does, or change its depot.`,
      shared: `No chosen driver ${depot.said}, where their goods are. Choose one who does, or change their depot.`,
    }
  }
  const territory = of('territory')
  if (territory) {
    return alike(
      'territory',
      `No chosen driver ${territory.said}, where only some drivers may. Choose one of them, or change the territory.`,
    )
  }
  const temperature = of('temperature')
  if (temperature) {
    return alike('temperature', `No chosen driver ${temperature.said}. Choose one who does, or change the vehicle.`)
  }
  return alike('skills', sayMissing(unmet, needs))
}

function sayMissing(unmet: Need[], needs: Need[]): string {
  const listed = (some: Need[]) => some.map(({ word }) => `“${word}”`).join(', ')
  if (unmet.length) {
    return `No chosen driver or vehicle has ${listed(unmet)}. Choose one that does, or add the skill.`
  }
  if (needs.every(({ kind }) => kind === 'skill')) {
    return `No chosen driver and vehicle together have ${listed(needs)}. Choose one that does, or add the skills.`
  }
  const all = new Intl.ListFormat('en').format(needs.map(({ said }) => said))
  return `No chosen driver ${all} at once. Choose one who does, or change what it needs.`
}
