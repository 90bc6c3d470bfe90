import { Day, DayTime } from '../time.ts'

/** A window of a day, as slots have it: times of day as `DayTime`. */
export type SlotOfCode = { day: string; start: string; end: string }

/** The code of a slot among the delivery methods at a checkout: `slot-2026-11-21-1800-2000`. */
export function slotCode({ day, start, end }: SlotOfCode): string {
  return `slot-${day}-${start.replace(':', '')}-${end.replace(':', '')}`
}

/** The slot that a code names, wherever in the text it is; undefined if there is none. */
export function readSlotCode(text: string | null): SlotOfCode | undefined {
  const found = /\bslot-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)-(\d\d)(\d\d)\b/.exec(text ?? '')
  if (!found) return undefined
  const [, day = '', fromHour, fromMinute, toHour, toMinute] = found
  const slot = { day, start: `${fromHour}:${fromMinute}`, end: `${toHour}:${toMinute}` }
  const isReal = Day.safeParse(day).success && [slot.start, slot.end].every((time) => DayTime.safeParse(time).success)
  return isReal && slot.start < slot.end ? slot : undefined
}
