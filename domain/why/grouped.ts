import { ordersAmong } from '../problem/groups.ts'
import { temperatureOf } from '../problem/temperature.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import type { PlannerDelivery } from '../problem/types.ts'

/** Why rules on what shares a vehicle leave it out, and what several are told. */
export function sayGrouped<D extends PlannerDelivery, R>(
  delivery: D,
  { problem, deliveries }: DayProblem<D, R>,
): [string, string] {
  const order = ordersAmong([...deliveries.values()]).find((parts) => parts.includes(delivery))
  if (order) {
    return [
      `It is part of an order of ${order.length}, and no driver has room and time for all of it. Split the order, or choose a driver with more room.`,
      'They are parts of orders, and no driver has room and time for a whole one. Split the orders, or choose a driver with more room.',
    ]
  }
  const together = (delivery.tags ?? []).find((tag) => problem.groups?.together?.includes(`Tag ${tag}`))
  if (together) {
    const sentence = `All deliveries with the tag “${together}” go on one vehicle, and none has room and time for all of them. Change the rule in the planning settings, or choose a larger vehicle.`
    return [sentence, sentence]
  }
  if (temperatureOf(delivery)) {
    return [
      'Every vehicle that could take it carries goods of another temperature. Choose another driver.',
      'Every vehicle that could take them carries goods of another temperature. Choose another driver.',
    ]
  }
  return [
    'Every vehicle that could take it carries deliveries that it must be kept apart from. Choose another driver.',
    'Every vehicle that could take them carries deliveries that they must be kept apart from. Choose another driver.',
  ]
}

/** Why what must not be on board with it leaves it out, and what several are told. */
export function sayApartOnBoard<D extends PlannerDelivery, R>(
  { tags = [] }: D,
  { problem }: DayProblem<D, R>,
): [string, string] {
  const own = new Set(tags.map((tag) => `Tag ${tag}`))
  const lists = problem.groups?.apart_on_board ?? []
  const others = lists.flatMap((names) => (names.some((name) => own.has(name)) ? names : []))
  const said = [...new Set(others)].flatMap((name) => (own.has(name) ? [] : [`“${name.replace('Tag ', '')}”`]))
  const choose = 'Choose another driver, or change the rule in the planning settings.'
  return [
    `Wherever there is time for it, goods with the tag ${new Intl.ListFormat('en', { type: 'disjunction' }).format(said)} would be on board, which it must not meet. ${choose}`,
    `Wherever there is time for them, goods would be on board that they must not meet. ${choose}`,
  ]
}
