import { messageLocales, type MessageLanguage } from '../messages/languages.ts'
import { reasons as ar } from '../messages/driver/ar/reasons.ts'
import { reasons as en } from '../messages/driver/en/reasons.ts'
import { reasons as id } from '../messages/driver/id/reasons.ts'
import { templateVariables, type TemplateValues } from './template.ts'
import type { Sender, ToTell } from './to-tell.ts'

const reasonsIn = { en, id, ar }

/** What templates are filled in with. */
export function valuesOf(
  to: ToTell,
  sender: Sender,
  language: MessageLanguage,
  { url, now }: { url: string; now: Date },
): TemplateValues {
  const range = rangeOf(to, sender.zone, language)
  return {
    recipient: to.recipient_name ?? '',
    company: sender.name,
    number: String(to.number),
    day: to.scheduled_date ? sayDay(to.scheduled_date, language) : '',
    window: range,
    minutes: to.p50_at ? String(Math.max(1, Math.round((Date.parse(to.p50_at) - now.getTime()) / 60_000))) : '',
    stops: String(to.before),
    reason: to.failure_reason ? reasonsIn[language][`reason.${to.failure_reason}`] : '',
    link: url,
    contact: sender.contact ?? '',
  }
}

const sayDay = (day: string, language: MessageLanguage) =>
  new Intl.DateTimeFormat(messageLocales[language], {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date(`${day}T00:00:00Z`))

const halfHour = 30 * 60_000
const fiveMinutes = 5 * 60_000

/**
 * When it arrives, in words: what was estimated, rounded outward to 5 minutes; else the window that was asked for; else an
 * hour around the plan's time.
 */
function rangeOf(to: ToTell, zone: string, language: MessageLanguage): string {
  const say = (at: number) =>
    new Intl.DateTimeFormat(messageLocales[language], {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at)
  const between = (from: number, until: number, step: number) =>
    `${say(Math.floor(from / step) * step)}–${say(Math.ceil(until / step) * step)}`
  if (to.p10_at && to.p90_at) return between(Date.parse(to.p10_at), Date.parse(to.p90_at), fiveMinutes)
  if (to.window_start && to.window_end) return `${clock(to.window_start)}–${clock(to.window_end)}`
  if (to.arrival_at)
    return between(Date.parse(to.arrival_at) - halfHour, Date.parse(to.arrival_at) + halfHour, halfHour)
  return ''
}

/** A `DayTime` as clocks show it. */
const clock = (time: string) => `${String(Number(time.slice(0, 2)) % 24).padStart(2, '0')}${time.slice(2)}`

/** Values for a preview without a delivery. */
export const exampleValues = (sender: Sender): TemplateValues => ({
  ...Object.fromEntries(Object.entries(templateVariables).map(([name, { example }]) => [name, example])),
  company: sender.name,
  contact: sender.contact ?? '',
})
