import { Day, DayTime } from '../time.ts'

/** A slot as the shop names it in the order. */
export type SlotTime = { day: string; start: string; end: string }

/** The code of a delivery without a time. */
export const anyTimeCode = 'any-time'

/** `slot-20261121-1800-2000`: letters that every shop keeps as they are. */
export const slotCode = ({ day, start, end }: SlotTime): string =>
  `slot-${day.replaceAll('-', '')}-${start.replace(':', '')}-${end.replace(':', '')}`

/** The slot that a code names; undefined for codes of others. */
export function readSlotCode(code: string | null | undefined): SlotTime | undefined {
  const found = /^slot-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)-(\d\d)(\d\d)$/.exec(code ?? '')
  if (!found) return undefined
  const [, year, month, date, ...times] = found as unknown as string[]
  const time = { day: `${year}-${month}-${date}`, start: `${times[0]}:${times[1]}`, end: `${times[2]}:${times[3]}` }
  const isReal = [Day.safeParse(time.day), DayTime.safeParse(time.start), DayTime.safeParse(time.end)]
  return isReal.every(({ success }) => success) && time.start < time.end ? time : undefined
}
