import type { ArrivalLine, StopArrival } from '#domain/schema/plan-why.ts'
import { formatDuration, formatKilometers, formatTime } from '#web/lib/format.ts'
import { windowWords } from '#web/lib/window-words.ts'

/** A duration to the second, so that lines visibly add up: `1 h 2 min`, `12 min 5 s`. */
export function exactDuration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, rest && `${rest} s`].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : '0 min'
}

/** What a driver does in one part of the way. */
export function lineWords({ kind, name, sequence, distance_km, speed_kmh }: ArrivalLine): string {
  const stop = sequence > 0 ? `stop ${sequence}${name && `, ${name}`}` : name
  switch (kind) {
    case 'start':
      return `Start at ${name || 'the first place'}`
    case 'drive': {
      const way = distance_km === null ? '' : `: ${formatKilometers(distance_km)}`
      return `Drive ${stop ? `to ${stop}` : 'on'}${way}${speed_kmh === null ? '' : ` at ${speed_kmh} km/h`}`
    }
    case 'wait':
      return 'Wait until the window opens'
    case 'park':
      return 'Park and walk'
    case 'service':
      return sequence > 0 ? 'Service' : `Load at ${name}`
    case 'break':
      return 'Break'
    case 'reload':
      return `Load again at ${name}`
    case 'delay':
      return 'Left later than planned'
    case 'stay':
      return 'Stayed longer than planned'
    default:
      return kind satisfies never
  }
}

/** How an arrival compares with its window and with what was promised. */
export function comparedWords(arrival: StopArrival, zone: string): { words: string; isBad: boolean }[] {
  const { waiting_seconds, begins_at, late_seconds, spare_seconds, promised_at, after_promise_seconds } = arrival
  const window = windowWords(arrival)
  return [
    ...(waiting_seconds > 0
      ? [
          {
            words: `Waits ${exactDuration(waiting_seconds)} and begins at ${formatTime(begins_at, zone)}`,
            isBad: false,
          },
        ]
      : []),
    ...(late_seconds > 0
      ? [{ words: `${formatDuration(late_seconds)} after the window (${window})`, isBad: true }]
      : spare_seconds === null
        ? []
        : [{ words: `In the window (${window}), with ${formatDuration(spare_seconds)} to spare`, isBad: false }]),
    ...(promised_at === null || after_promise_seconds === null
      ? []
      : [
          {
            words: promiseWords(formatTime(promised_at, zone), after_promise_seconds),
            isBad: after_promise_seconds >= 60,
          },
        ]),
  ]
}

function promiseWords(promised: string, seconds: number): string {
  if (Math.abs(seconds) < 60) return `Promised for ${promised}, and kept`
  return `Promised for ${promised}: ${formatDuration(Math.abs(seconds))} ${seconds > 0 ? 'later' : 'earlier'}`
}
