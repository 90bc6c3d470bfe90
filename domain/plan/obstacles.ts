import type { CombinationCode, CombinationProblem } from '#solver/index.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import type { DayDelivery, DayDriver } from './day.ts'

/** Things that cannot be planned together, in a dispatcher's words, with whom and what it is about. */
export type Obstacle = { code: string; sentence: string; driver_ids: string[]; delivery_ids: string[] }

const names = new Intl.ListFormat('en')
const mostNamed = 3

function listed(words: string[], others: string): string {
  return words.length <= mostNamed ? names.format(words) : `${words.length} ${others}`
}

type Words = (drivers: string, deliveries: string) => string

const reloading = 'whose vehicle reloads at the depot'
const turnOff = 'or turn off reloading'

const unplaced = 'Remove the other places, or the rule that keeps them together.'

const words: Partial<Record<CombinationCode, Words>> = {
  one_of_together: (_, deliveries) =>
    `The place of ${deliveries} cannot be chosen while others have to share the vehicle with it. ${unplaced}`,
  one_of_after: (_, deliveries) =>
    `The place of ${deliveries} cannot be chosen while others have to come before or after it. ${unplaced}`,
  reload_breaks: (drivers) => `Breaks cannot be planned for ${drivers}, ${reloading}. Remove the breaks, ${turnOff}.`,
  reload_max_shift: (drivers) =>
    `A longest shift cannot be planned for ${drivers}, ${reloading}. Remove the limit, ${turnOff}.`,
  reload_waiting_cost: (drivers) =>
    `Waiting cannot have a cost for ${drivers}, ${reloading}. Remove the cost, ${turnOff}.`,
  reload_overtime: (drivers) =>
    `Overtime cannot be planned for ${drivers}, ${reloading}. Give these drivers no overtime, ${turnOff}.`,
  reload_traffic: (drivers) =>
    `Traffic by the hour cannot be planned for ${drivers}, ${reloading}. Remove the traffic in the planning settings, leave these drivers out, ${turnOff}.`,
  reload_speed_zones: (drivers) =>
    `Speeds of territories at some hours cannot be planned for ${drivers}, ${reloading}. Let these speeds hold all day, leave these drivers out, ${turnOff}.`,
  reload_last_in_first_out: (drivers) =>
    `Handing over first what was loaded last cannot be planned for ${drivers}, ${reloading}. Let the vehicle be unloaded in any order, ${turnOff}.`,
  reload_shared_service: (drivers) =>
    `Deliveries at one address cannot share their minutes while ${drivers} drives, ${reloading}. Change the planning settings, leave these drivers out, ${turnOff}.`,
  reload_soft_time_window: (drivers, deliveries) =>
    `The preferred time of ${deliveries} cannot be planned while ${drivers} drives, ${reloading}. Remove the preferred time, leave these drivers out, ${turnOff}.`,
  reload_max_ride: (drivers, deliveries) =>
    `The most minutes on board of ${deliveries} cannot be planned while ${drivers} drives, ${reloading}. Remove that limit, leave these drivers out, ${turnOff}.`,
  reload_max_detour: (drivers, deliveries) =>
    `The longest detour of ${deliveries} cannot be planned while ${drivers} drives, ${reloading}. Remove that limit, leave these drivers out, ${turnOff}.`,
}

/** What the solver refuses about a day, one sentence for each reason. */
export function obstaclesOf(
  problems: readonly CombinationProblem[],
  { problem, deliveries, drivers }: DayProblem<DayDelivery, DayDriver>,
): Obstacle[] {
  const reloads = problem.vehicles.filter(({ reload }) => reload).map(({ id }) => id)
  return [...Map.groupBy(problems, ({ code }) => code)].map(([code, found]) => {
    const elements = found.flatMap((each) => each.elements)
    const ids = (isWanted: (type: string) => boolean) => [
      ...new Set(elements.flatMap(({ type, id }) => (isWanted(type) && id !== undefined ? [id] : []))),
    ]
    const orders = ids((type) => type === 'job' || type === 'shipment')
    const isShared = orders.length > 0 || elements.some(({ type }) => type === 'problem')
    // The solver names the first vehicle that reloads where any of them is in the way.
    const vehicles = isShared ? reloads : ids((type) => type === 'vehicle')
    const [who, what] = [
      vehicles.map((id) => drivers.get(id)!),
      [...new Map(orders.map((id) => [deliveries.get(id)!.id, deliveries.get(id)!])).values()],
    ]
    const say = words[code]
    return {
      code,
      sentence: say
        ? say(
            listed(
              who.map(({ name }) => name),
              'drivers',
            ),
            listed(
              what.map(({ number }) => `#${number}`),
              'deliveries',
            ),
          )
        : found[0]!.sentence,
      driver_ids: who.map(({ id }) => id),
      delivery_ids: what.map(({ id }) => id),
    }
  })
}
