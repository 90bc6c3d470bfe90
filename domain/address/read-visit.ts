import { metersBetween, type Place } from '../road/meters.ts'
import { middleOf } from './middle.ts'

/** A fix of a driver's phone. `at` is in milliseconds. */
export type VisitFix = Place & { at: number; accuracy_m: number | null; speed_mps: number | null }

/** Nobody walks this fast; no vehicle in search of a place to stop is much slower. */
const drivingMps = 3.5
/** What is less accurate says nothing about which side of a street. */
const mostInaccurateM = 30
/** The first fixes after the drive are next to the vehicle. */
const besideMs = 20_000
/** The walk back ends where it began. Otherwise a vehicle was moved, or somebody gave a lift. */
const sameVehicleM = 40
/** Farther from the delivery's position than this, it is not this visit's. */
const farthestM = 300

/**
 * Where the vehicle stood, from the fixes around a visit in the order of time: the drive there, the time on foot, and the
 * drive away. It is believed only if the walk ended where it began.
 * @param near where the delivery goes, in so far as it is known
 * @param doneAt when the delivery was done, in milliseconds: before it the driver came, after it they left
 */
export function readParking(fixes: readonly VisitFix[], near: Place | null, doneAt: number): Place | null {
  const exact = fixes.filter(({ accuracy_m }) => accuracy_m === null || accuracy_m <= mostInaccurateM)
  const speeds = exact.map((fix, index) => fix.speed_mps ?? speedBetween(exact[index - 1], fix))
  const isDriving = (index: number) => speeds[index]! >= drivingMps
  const came = exact.findLastIndex((fix, index) => fix.at <= doneAt && isDriving(index))
  const left = exact.findIndex((fix, index) => fix.at > doneAt && isDriving(index))
  if (came < 0 || left < 0) return null
  const onFoot = exact.slice(came + 1, left)
  const [first, last] = [onFoot[0], onFoot.at(-1)]
  if (!first || !last) return null
  const began = middleOf(onFoot.filter(({ at }) => at <= first.at + besideMs))
  const ended = middleOf(onFoot.filter(({ at }) => at >= last.at - besideMs))
  if (metersBetween(began, ended) > sameVehicleM) return null
  return near && metersBetween(began, near) > farthestM ? null : began
}

/** By phones that do not say their speed. In meters per second. */
function speedBetween(before: VisitFix | undefined, fix: VisitFix): number {
  if (!before || fix.at <= before.at) return 0
  return metersBetween(before, fix) / ((fix.at - before.at) / 1000)
}
