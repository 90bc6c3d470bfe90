import type { VroomStep } from '../../json/vroom.ts'
import { isDueAfter } from '../time.ts'
import { same, type Walk } from './walk.ts'

/** Takes a break of the vehicle: its own, in one of its windows, with no more on board than it allows. */
export function takeBreak(walk: Walk, step: VroomStep): void {
  const { say, breaks, pauses, load } = walk
  const own = breaks.get(step.id!)
  const rest = own && isDueAfter(own) ? own : pauses.get(step.id!)
  const begin = step.arrival + step.waiting_time
  if (!rest) say(`break ${step.id} is not one of its own, or taken twice`)
  pauses.delete(step.id!)
  const windows = rest?.time_windows ?? [[0, Infinity]]
  if (!windows.some(([from, to]) => begin >= from! && begin <= to!))
    say(`break ${step.id} begins at ${begin}, in no window`)
  rest?.max_load?.forEach((most, d) => {
    if (load[d] > most) say(`break ${step.id} is taken with ${load[d]} on board, over its max_load ${most}`)
  })
  if (walk.leftAt !== undefined) same(walk, `arrival at break ${step.id}`, step.arrival, walk.leftAt)
  else if (step.arrival < walk.shiftFrom) say(`begins at ${step.arrival}, before its shift`)
  if (!(step.waiting_time >= 0)) say(`waits ${step.waiting_time} s at break ${step.id}`)
  same(walk, `work at break ${step.id}`, [step.setup, step.service], [0, rest?.service ?? 0])
  same(walk, `duration at break ${step.id}`, step.duration, walk.seconds)
  same(walk, `load at break ${step.id}`, step.load, load)
  walk.leftAt = begin + step.service
  walk.clock.rested(step.service)
  walk.rested += step.service
  walk.sums.waiting += step.waiting_time
}
