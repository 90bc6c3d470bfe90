import type { VroomInput, VroomVehicle } from '../json/vroom.ts'
import { goodsOn, type Places } from './goods.ts'
import type { Job } from './jobs.ts'

/** Two orders that are on board together although they must not be, and the step to blame. */
export type Met = { names: string; step: string }

/** The orders that are on board of a route together although they must not be. */
export function metAboard(
  { groups, jobs: list = [], shipments = [] }: VroomInput,
  { mixes = [] }: VroomVehicle,
  jobs: ReadonlyMap<string, Job>,
  places: Places,
): Met[] {
  const rules = groups?.apart_on_board ?? []
  if (rules.length === 0) return []
  const goods = goodsOn(jobs, places)
  const groupsOf = (name: string) => {
    const { shipment } = jobs.get(name)!
    return (shipment === undefined ? list.find(({ id }) => `job ${id}` === name) : shipments[shipment])?.groups ?? []
  }
  return rules.flatMap((rule) => {
    const groupOf = (name: string) => rule.find((group) => groupsOf(name).includes(group))
    const mayMeet = (one?: string, other?: string) =>
      !one || !other || one === other || (mixes.includes(one) && mixes.includes(other))
    return goods.flatMap((a, i) =>
      goods.slice(i + 1).flatMap((b): Met[] => {
        const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
        if (from >= to || mayMeet(groupOf(a.name), groupOf(b.name))) return []
        const isLoaded = [a, b].every((each) => each.from < from || each.isFromDepot)
        return [{ names: [a.name, b.name].sort().join(' and '), step: places[isLoaded ? to : from]! }]
      }),
    )
  })
}
