import type { Balance, VroomInput, VroomVehicle } from '#solver/json/vroom.ts'
import type { PlanChoices } from '../schema/revision.ts'
import { costPerHour } from './overtime.ts'

/** Another vehicle is worth so many hours of driving: more than any detour saves. */
const vehicleHours = 24
/** What an hour more than the others weighs, as a part of an hour of driving. */
const evenly = 1 / 8
/** Much more, so that the last route ends as early as it can. */
const early = 1 / 2
/** A stop more than the others weighs so much of an hour of driving. */
const stopsEvenly = 1 / 25

/** A problem in which a dispatcher's choices count, besides what each route costs. */
export function withChoices<P extends VroomInput>(problem: P, choices: PlanChoices): P {
  const { fewest_vehicles, balance, finish_early } = choices
  const strength = finish_early ? early : balance === 'tasks' ? stopsEvenly : evenly
  const of = finish_early ? 'time' : balance
  return {
    ...problem,
    ...(fewest_vehicles && { vehicles: problem.vehicles.map(dearer) }),
    ...(of && { balance: atLeast(problem.balance, { of, strength: strength * hourOf(problem) }) }),
  }
}

/** Whether the cost of a search says more than what its routes cost. */
export const isScored = ({ fewest_vehicles, balance, finish_early }: PlanChoices) =>
  Boolean(fewest_vehicles || balance || finish_early)

function dearer(vehicle: VroomVehicle): VroomVehicle {
  const fixed = (vehicle.costs?.fixed ?? 0) + vehicleHours * perHour(vehicle)
  return { ...vehicle, costs: { ...vehicle.costs, fixed: Math.round(fixed) } }
}

const perHour = ({ costs }: VroomVehicle) => costPerHour(costs)

/** What an hour of driving costs, of the dearest vehicle. */
export const hourOf = ({ vehicles }: VroomInput) => Math.max(...vehicles.map(perHour))

/** The workspace's own balance stays if it is stronger. */
function atLeast(own: Balance | undefined, chosen: Balance): Balance {
  return own?.of === chosen.of && own.strength > chosen.strength ? own : chosen
}
