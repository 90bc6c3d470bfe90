import type { Transfer, TransferState } from '#domain/schema/transfer.ts'
import { countOf, formatDay, formatKilograms, formatTime, formatVolume } from '#web/lib/format.ts'
import { dayOf } from '#domain/time.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const stateWords: Record<TransferState, string> = {
  planned: 'Planned',
  departed: 'On the way',
  arrived: 'Arrived',
  canceled: 'Canceled',
}

export const stateTones: Record<TransferState, BadgeTone> = {
  planned: 'info',
  departed: 'warning',
  arrived: 'success',
  canceled: 'neutral',
}

/** Later than planned by less is on time. */
const lateAfterMs = 5 * 60_000

/** Whether it is expected, or was there, noticeably later than planned. */
export const isLate = ({ state, expected_at, arrived_at, arrives_at }: Transfer): boolean =>
  state !== 'canceled' && Date.parse(arrived_at ?? expected_at) - Date.parse(arrives_at) > lateAfterMs

type Load = { deliveries: number; parcels: number; weight_kg: number; volume_l: number }

/** What is on board, such as “12 deliveries · 30 parcels · 250 kg”. */
export const loadWords = ({ deliveries, parcels, weight_kg, volume_l }: Load): string =>
  [
    countOf(deliveries, 'delivery', 'deliveries'),
    countOf(parcels, 'parcel'),
    weight_kg > 0 && formatKilograms(weight_kg),
    volume_l > 0 && formatVolume(volume_l),
  ]
    .filter(Boolean)
    .join(' · ')

/** Who drives, with what. */
export const crewWords = ({ carrier, driver_name, vehicle_code }: Transfer): string =>
  [carrier ?? driver_name, vehicle_code].filter(Boolean).join(' · ') || 'Nobody yet'

/** A time, with the day if that is another one than the page's. */
export function timeWords(instant: string, timeZone: string, day: string): string {
  const time = formatTime(instant, timeZone)
  const on = dayOf(new Date(instant), timeZone)
  return on === day ? time : `${formatDay(on)}, ${time}`
}
