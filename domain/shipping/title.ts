import type { SlotOfCode } from '../shops/slot-code.ts'

/** A slot as buyers read it: Sat, Nov 21, 18:00–20:00. A language that nobody knows is English. */
export function slotTitle({ day, start, end }: SlotOfCode, locale: string | null): string {
  return `${dayFormat(locale).format(new Date(`${day}T00:00:00Z`))}, ${start}–${end}`
}

function dayFormat(locale: string | null): Intl.DateTimeFormat {
  const parts = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  try {
    return new Intl.DateTimeFormat(locale ?? 'en', parts)
  } catch {
    return new Intl.DateTimeFormat('en', parts)
  }
}
