import type { VroomInput, VroomShipment } from '#solver/json/vroom.ts'
import type { Need } from './needs.ts'
import type { Rooms } from './rooms.ts'
import type { Task } from './task-of.ts'
import type { SetAsideCode } from './types.ts'

/** A day as the solver's problem, with maps back from its integer ids. */
export type DayProblem<D, R> = {
  problem: VroomInput & { shipments: VroomShipment[] }
  /** By the id of the job, or of both ends of the shipment. No job has the id of a shipment. */
  deliveries: Map<number, D>
  /** Each as its job or shipment, by the same id. */
  tasks: Map<number, Task>
  /** What each needs besides room and time, by the same id. */
  needs: Map<number, Need[]>
  /** By vehicle id. */
  drivers: Map<number, R>
  /** Deliveries that cannot be planned as they are. */
  setAside: { delivery: D; code: SetAsideCode }[]
  /** Drivers without working time that day. */
  offDuty: R[]
  /** No route starts before this many seconds after midnight. Zero unless the day has begun. */
  earliestStart: number
  /** Whether vehicles have costs, so that a route's cost is money. */
  hasCosts: boolean
  /** How much money, in the smallest unit, one unit of the solver's cost is. */
  moneyPerCost: number
  /** What limits loads: the solver's quantities. */
  rooms: Rooms
}
