import { fail, given, type Fields, maxSeconds, show, wholeNumber } from './fields.ts'
import type { VroomInput, VroomVehicle, VroomVehicleStep } from './vroom.ts'

const locks = ['done', 'position', 'loaded', 'vehicle']

/** Checks a step's lock, and the times of a step that is done. */
export function validateLock(step: Fields, path: string): void {
  const { type, lock } = step
  if (given(step, 'lock')) {
    if (!locks.includes(lock as string)) fail(`${path}.lock`, `${show(lock)} is none of ${locks.join(', ')}`)
    if (type === 'start' || type === 'end') fail(`${path}.lock`, 'has no meaning at the start or the end')
    if (type === 'break') fail(`${path}.lock`, 'has no meaning for a break: it is taken where it fits best')
    if (type === 'pickup' && lock === 'loaded') fail(`${path}.lock`, 'what is loaded is a job or a delivery')
  }
  for (const name of ['arrival', 'departure']) {
    wholeNumber(step, name, path, maxSeconds)
    if (given(step, name) && lock !== 'done') fail(`${path}.${name}`, 'is only known of a done step')
  }
}

/** Checks the locks of all vehicles, after each step has been checked on its own. */
export function validateLocks({ shipments = [], vehicles }: VroomInput): void {
  vehicles.forEach((vehicle, v) => validateOrder(vehicle, `vehicles[${v}].steps`))
  const at = new Map<string, { v: number; i: number; step: VroomVehicleStep }>()
  vehicles.forEach(({ steps = [] }, v) => steps.forEach((step, i) => at.set(`${step.type} ${step.id}`, { v, i, step })))
  for (const shipment of shipments) {
    const pickup = at.get(`pickup ${shipment.pickup.id}`)
    const delivery = at.get(`delivery ${shipment.delivery.id}`)
    if (!pickup?.step.lock && !delivery?.step.lock) continue
    const path = delivery && `vehicles[${delivery.v}].steps[${delivery.i}]`
    if (pickup && delivery && pickup.v !== delivery.v)
      fail(path!, 'its pickup is on another vehicle, and one is locked')
    if (!delivery) continue
    const { lock } = delivery.step
    if (pickup && lock && pickup.i > delivery.i) fail(path!, 'comes before its pickup')
    const before = pickup?.step.lock
    if ((lock === 'done' || lock === 'loaded') && before !== 'done') fail(`${path!}.lock`, 'its pickup is not done')
    if (lock === 'position' && before !== 'done' && before !== 'position')
      fail(`${path!}.lock`, 'its pickup has no fixed position before it')
  }
}

/** Done steps come first and in order of time, then steps with a fixed position, then the rest. */
function validateOrder({ steps = [] }: VroomVehicle, path: string) {
  let head: 'done' | 'position' | 'free' = 'done'
  let time = 0
  steps.forEach(({ type, lock, arrival, departure }, i) => {
    if (type === 'start' || type === 'end' || type === 'break') return
    if (lock === 'done') {
      if (head !== 'done') fail(`${path}[${i}].lock`, 'what is done comes before all that is not')
      if (arrival !== undefined && arrival < time) fail(`${path}[${i}].arrival`, `is before ${time}, a step earlier`)
      time = arrival ?? time
      if (departure !== undefined && departure < time) fail(`${path}[${i}].departure`, `is before ${time}`)
      time = departure ?? time
    } else if (lock === 'position') {
      if (head === 'free')
        fail(`${path}[${i}].lock`, 'fixed positions are the head of the route, before all that is free')
      head = 'position'
    } else head = 'free'
  })
}
