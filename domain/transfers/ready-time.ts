import type { Goods } from '../schema/goods.ts'
import { dayTimeAt, instantOf } from '../time.ts'
import { endOfTime } from '../problem/clock.ts'

type Delivery = {
  scheduled_date: string | null
  ready_time: string | null
  depot_id: string | null
  goods: Goods | null
}

/** Whether nothing brings the goods of a delivery to the depot that it leaves from. */
export const isElsewhere = ({ goods, depot_id }: Pick<Delivery, 'goods' | 'depot_id'>): boolean =>
  goods !== null && (goods.bound_for_id !== depot_id || goods.ready_at === null)

/** When the goods of a delivery are at its depot, as a `DayTime` of its day: as ordered, and not before its transfers. */
export function readyTimeOf(delivery: Delivery, zone: string): string | null {
  const { scheduled_date: day, ready_time, goods } = delivery
  if (!goods?.ready_at || !day || isElsewhere(delivery)) return ready_time
  const ready = dayTimeOf(day, Date.parse(goods.ready_at), zone)
  return ready !== null && (ready_time === null || ready > ready_time) ? ready : ready_time
}

/** The first whole minute of the day from which `at` is over; null if that is before the day. */
function dayTimeOf(day: string, at: number, zone: string): string | null {
  const midnight = instantOf(day, '00:00', zone).getTime()
  if (at <= midnight) return null
  const seconds = Math.ceil((at - midnight) / 60_000) * 60
  if (seconds >= lastSecond) return endOfTime
  const time = dayTimeAt(day, seconds, zone)
  // As clocks go back, an hour is there twice, and what its times mean is the first.
  return instantOf(day, time, zone).getTime() < at ? dayTimeAt(day, seconds + 3600, zone) : time
}

/** No later time of the day can be said. */
const lastSecond = 47 * 3600
