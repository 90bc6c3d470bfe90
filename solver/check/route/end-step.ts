import type { VroomStep } from '../../json/vroom.ts'
import { checkViolations } from '../violations.ts'
import { endTrip } from './reload-step.ts'
import { driveTo, lateAt, overload, same, sameWay, type Walk } from './walk.ts'

/** Leaves from the start of a route, or arrives at its end. */
export function passEnd(walk: Walk, step: VroomStep): void {
  const { say } = walk
  const isStart = step.type === 'start'
  const place = isStart ? walk.start : walk.end
  const before = walk.leftAt
  const driven = walk.here && !isStart ? driveTo(walk, place) : 0
  if (!isStart) endTrip(walk)
  if (walk.here && !isStart && before !== undefined && walk.doneLeft === 0)
    same(walk, `arrival at ${step.type}`, step.arrival, before + driven)
  walk.here = place
  walk.clock.went(driven, 0, false)
  sameWay(walk, step.type, step)
  if (before === undefined && walk.doneLeft === 0 && step.arrival < walk.shiftFrom)
    say(`begins at ${step.arrival}, before its shift`)
  if (!(step.waiting_time >= 0)) say(`waits ${step.waiting_time} s at ${step.type}`)
  same(walk, `work at ${step.type}`, [step.setup, step.service, step.waiting_time], [0, 0, 0])
  same(walk, `load at ${step.type}`, step.load, walk.load)
  walk.leftAt = step.arrival
  const found = walk.doneLeft > 0 ? [] : overload(walk)
  if (!isStart) found.push(...lateAt(step.arrival, walk.shiftTo))
  for (const error of checkViolations(step.type, step.violations, found)) say(error)
  walk.violations.push(...found)
}
