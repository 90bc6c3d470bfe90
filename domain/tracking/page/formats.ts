import { messageLocales, type MessageLanguage } from '../../messages/languages.ts'

/** How pages for recipients write numbers, times and days. Times are those of the workspace's zone. */
export function formatsIn(language: MessageLanguage, timeZone: string) {
  const locale = messageLocales[language]
  const clock = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const options = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  return {
    number,
    time: (instant: string | Date) => clock.format(new Date(instant)),
    /** A time of day such as `14:05`. From 24:00 on it is the next day's. */
    timeOfDay: (time: string) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
        new Date(`1970-01-01T${String(Number(time.slice(0, 2)) % 24).padStart(2, '0')}${time.slice(2)}Z`),
      ),
    day: (day: string) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    dayOf: (instant: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(instant)),
    money: (minorUnits: number, currency: string) => {
      const format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        trailingZeroDisplay: 'stripIfInteger',
      })
      return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    },
  }
}
