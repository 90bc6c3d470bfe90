import type { VroomRoute, VroomStep, VroomVehicle } from '../json/vroom.ts'
import type { Allowances } from './allowances.ts'

/** Reports locked steps that lost their vehicle, their position at the head of the route, or their recorded times. */
export function checkLocks(vehicle: VroomVehicle, allowances: Allowances, route: VroomRoute | undefined): string[] {
  const errors: string[] = []
  const jobList = (route?.steps ?? []).filter(({ type }) => type !== 'start' && type !== 'end' && type !== 'break')
  const planned = jobList.map(({ type, id }) => `${type} ${id}`)
  for (const name of allowances.names) {
    if (!planned.includes(name)) errors.push(`vehicle ${vehicle.id}: ${name} is locked to it, but not on its route`)
  }
  const head = [...allowances.locks].filter(([, { lock }]) => lock === 'done' || lock === 'position')
  head.forEach(([name, { lock, arrival, departure }], i) => {
    if (planned[i] !== name) return void errors.push(`vehicle ${vehicle.id}: ${name} has lost its place`)
    const step = jobList[i]
    if (arrival !== undefined && step.arrival !== arrival)
      errors.push(`vehicle ${vehicle.id}: ${name} was reached at ${arrival}, not at ${step.arrival}`)
    if (departure !== undefined && left(step) !== departure)
      errors.push(`vehicle ${vehicle.id}: ${name} was left at ${departure}, not at ${left(step)}`)
    if (lock === 'done' && step.violations.length > 0)
      errors.push(`vehicle ${vehicle.id}: ${name} is done, and has violations all the same`)
  })
  // A break is no job, so none may be among the done steps.
  const lastDone = head.findLastIndex(([, { lock }]) => lock === 'done')
  const steps = (route?.steps ?? []).filter(({ type }) => type !== 'start')
  if (steps.slice(0, lastDone + 1).some(({ type }) => type === 'break'))
    errors.push(`vehicle ${vehicle.id}: takes a break in the past`)
  return errors
}

function left(step: VroomStep): number {
  return step.arrival + step.waiting_time + step.setup + step.service
}
