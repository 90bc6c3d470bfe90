import type { Sums } from './sums.ts'

/** What attempts at an address add up to, as its trouble is worked out from. */
export const placeSums = [
  'attempts',
  'failed_there',
  'services',
  'planned_service_seconds',
  'actual_service_seconds',
  'waited',
  'waiting_seconds',
  'late_address',
  'late_address_seconds',
  'pin_unsure',
] as const
export type PlaceSum = (typeof placeSums)[number]
export type PlaceSums = Record<PlaceSum, number>

/** Attempts that failed for a reason of the workspace itself, which no address can help. */
const ownReasons = ['damaged', 'missing_goods', 'not_ready', 'out_of_time', 'breakdown']

/** Whether a failure has to do with the address, or with who lives there. One without a reason does. */
export const isFailedThere = (reason: string | null): boolean => !ownReasons.includes(reason ?? '')

/** What trouble is made of, in the order in which pages show it. `show` opens the deliveries behind a part. */
export const troubleParts = {
  failed: { label: 'Failed attempts', show: 'failed_there' },
  service: { label: 'Longer stops', show: 'services' },
  waiting: { label: 'Waiting', show: 'waited' },
  late: { label: 'Late because of the address', show: 'late_address' },
  pin: { label: 'Doubtful pin', show: 'pin_unsure' },
} as const
export type TroublePart = keyof typeof troubleParts
export const troublePartNames = Object.keys(troubleParts) as TroublePart[]

/** Deliveries that only an address tells apart. */
export const shownAtPlaces = ['failed_there', 'pin_unsure'] as const
export type ShownAtPlace = (typeof shownAtPlaces)[number]

/** What a doubtful or moved pin costs: somebody looks at the map, and the driver looks for the door. */
export const pinSeconds = 300

/** What another attempt is taken to cost as long as too little is known. */
export const usualAttemptSeconds = 900
const fewestKnown = 20

type Known = Pick<Sums, 'drives' | 'actual_drive_seconds' | 'services' | 'actual_service_seconds'>

/** What another attempt costs: the average drive to a stop and the average time at it. */
export function anotherAttempt({ drives, actual_drive_seconds, services, actual_service_seconds }: Known) {
  if (drives < fewestKnown || services < fewestKnown) return { seconds: usualAttemptSeconds, is_measured: false }
  return { seconds: Math.round(actual_drive_seconds / drives + actual_service_seconds / services), is_measured: true }
}

/** How much longer all stops took than planned. Those that took less make up for others. */
const longer = ({ actual_service_seconds, planned_service_seconds }: PlaceSums) =>
  Math.max(0, actual_service_seconds - planned_service_seconds)

/** The trouble of an address in seconds, with how often each part happened. The parts add up to it. */
export function troubleOf(sums: PlaceSums, attemptSeconds: number) {
  const { failed_there, services, waited, waiting_seconds, late_address, late_address_seconds, pin_unsure } = sums
  const parts: Record<TroublePart, { count: number; seconds: number }> = {
    failed: { count: failed_there, seconds: failed_there * attemptSeconds },
    service: { count: services, seconds: longer(sums) },
    waiting: { count: waited, seconds: waiting_seconds },
    late: { count: late_address, seconds: late_address_seconds },
    pin: { count: pin_unsure, seconds: pin_unsure * pinSeconds },
  }
  const seconds = troublePartNames.reduce((sum, name) => sum + parts[name].seconds, 0)
  return { seconds, parts }
}
