import { engineFields } from './engine-fields.ts'
import { fail, type Fields, fieldsOf, given, list, maxSeconds, wholeNumber } from './fields.ts'
import { validateLock } from './validate-locks.ts'
import type { VroomInput } from './vroom.ts'

/** What a problem is checked for: searching routes, or timing the routes it comes with. */
export type Mode = 'solve' | 'plan'

const types = ['start', 'job', 'pickup', 'delivery', 'break', 'reload', 'end']
const times = ['service_at', 'service_after', 'service_before'] as const
/** Locks only matter to a search. */
const lock = ['lock', 'arrival', 'departure'] as const

/** Checks the routes that vehicles come with: every step exists, and nothing is done twice. */
export function validateSteps({ jobs = [], shipments = [], vehicles }: VroomInput, mode: Mode): void {
  const places = new Map<string, string>()
  for (const { id } of jobs) places.set(`job ${id}`, '')
  for (const { pickup, delivery } of shipments) places.set(`pickup ${pickup.id}`, '').set(`delivery ${delivery.id}`, '')
  vehicles.forEach((vehicle, v) => {
    if (vehicle.steps === undefined) return
    const values = list(vehicle as unknown as Fields, 'steps', `vehicles[${v}].steps`)
    const own = new Map((vehicle.breaks ?? []).map(({ id }) => [`break ${id}`, '']))
    values.forEach((value, i) => {
      const path = `vehicles[${v}].steps[${i}]`
      const step = fieldsOf(value, path, engineFields.step)
      const { type, id } = step
      if (!types.includes(String(type))) fail(`${path}.type`, `must be one of ${types.join(', ')}`)
      validateTimes(step, path, mode)
      if (mode === 'solve') validateLock(step, path)
      else for (const name of lock) if (given(step, name)) fail(`${path}.${name}`, 'has no meaning in plan mode')
      if (type === 'reload' && !vehicle.reload) fail(`${path}.type`, 'is "reload", which its vehicle has not')
      if (type === 'start' || type === 'end' || type === 'reload') {
        if (given(step, 'id')) fail(`${path}.id`, `has no meaning at a ${type}`)
        if (type === 'start' && i > 0) fail(path, 'a start can only be the first step')
        if (type === 'end' && i < values.length - 1) fail(path, 'an end can only be the last step')
        return
      }
      if (!given(step, 'id')) fail(`${path}.id`, 'is missing')
      const name = `${String(type)} ${String(id)}`
      const known = type === 'break' ? own : places
      const before = known.get(name)
      if (before === undefined) fail(path, `there is no ${name}${type === 'break' ? ' among its breaks' : ''}`)
      if (before !== '') fail(path, `${name} is already in ${before}`)
      known.set(name, path)
    })
  })
}

function validateTimes(step: Fields, path: string, mode: Mode) {
  for (const name of times) {
    if (!given(step, name)) continue
    if (mode === 'solve') fail(`${path}.${name}`, 'has a meaning in plan mode alone, where the order of steps is kept')
    wholeNumber(step, name, path, maxSeconds)
    if (name !== 'service_at' && given(step, 'service_at')) fail(`${path}.${name}`, 'says nothing beside service_at')
  }
  if (Number(step['service_after'] ?? 0) > Number(step['service_before'] ?? Infinity))
    fail(`${path}.service_before`, 'is earlier than service_after')
}
