import { units } from './cost.ts'
import type { VroomVehicle } from '../json/vroom.ts'

/** From a moment on, each second until the finish costs so much more than before it, in search units. */
export type OvertimeStep = {
  from: number
  more: number
}

/** Reads a vehicle's overtime; undefined if it costs nothing. */
export function readOvertime({ overtime = [] }: VroomVehicle, common: number): OvertimeStep[] | undefined {
  const perSecond = overtime.map(({ cost_per_hour }) => (cost_per_hour * (units / 3600)) / common)
  const steps = overtime.map(({ from }, i) => ({ from, more: perSecond[i] - (perSecond[i - 1] ?? 0) }))
  const dearer = steps.filter(({ more }) => more > 0)
  return dearer.length > 0 ? dearer : undefined
}

/** What overtime costs a vehicle that finishes at this moment. */
export function overtimeCost(steps: readonly OvertimeStep[] | undefined, finish: number): number {
  if (!steps) return 0
  let cost = 0
  for (const { from, more } of steps) {
    if (finish <= from) break
    cost += (finish - from) * more
  }
  return cost
}
