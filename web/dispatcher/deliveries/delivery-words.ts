import type { LocationSource } from '#domain/address/position.ts'
import { failureReasons, type FailureReason } from '#domain/failure-reasons.ts'
import type { Delivery, DeliveryEvent } from '#domain/schema/delivery.ts'
import { formatDateTime, formatDay, formatKilograms, formatNumber, formatVolume } from '#web/lib/format.ts'
import { sourceWords as locationSourceWords } from '#web/lib/location-words.ts'
import { stateLook } from '#web/ui/state-badge.tsx'
import type { Span } from './deliveries-address.ts'

/** The requested driver of a delivery that no driver has yet: `Wanted: Sari`. */
export function wantedWords({ wanted_driver_name: name }: Pick<Delivery, 'wanted_driver_name'>): string | undefined {
  return name ? `Wanted: ${name}` : undefined
}

/** A span of days in words: one day, a range, or open at one end. */
export function spanWords({ from, to }: Span): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  if (from) return `From ${formatDay(from)}`
  if (to) return `Until ${formatDay(to)}`
  return 'All days'
}

/** Priorities in words. */
export const priorityWords: Record<number, string> = { 1: 'Urgent', 2: 'Normal', 3: 'Low' }

const sourceWords: Record<string, string> = {
  manual: 'Entered by hand',
  csv: 'From a CSV file',
  api: 'Through the API',
  sample: 'Sample data',
}

const fieldWords: Record<string, string> = {
  reference: 'Reference',
  pickup_address: 'Pickup address',
  delivery_address: 'Delivery address',
  delivery_location: 'Position',
  location_source: 'Source of the position',
  recipient_name: 'Name',
  recipient_phone: 'Phone',
  recipient_email: 'Email',
  scheduled_date: 'Day',
  scheduled_time: 'Requested time',
  window_start: 'Window start',
  window_end: 'Window end',
  service_minutes: 'Minutes at the door',
  weight_kg: 'Weight',
  volume_l: 'Volume',
  priority: 'Priority',
  skills: 'Skills',
  notes: 'Notes',
  wanted_driver_name: 'Wanted driver',
}

/** The name of a field of a delivery. */
function fieldName(field: string): string {
  return fieldWords[field] ?? stateLook(field).label
}

/** One entry of the history: what happened, and one line per change. */
type EventWords = { title: string; lines: string[] }

/** What happened, in words. Instants are in the workspace's time zone. */
export function eventWords({ kind, detail, actor_name }: DeliveryEvent, timeZone: string): EventWords {
  if (kind === 'created') {
    const source = sourceWords[String(detail.source)]
    return { title: `Created by ${actor_name}`, lines: source ? [source] : [] }
  }
  if (kind === 'status_changed') {
    const change = `${stateLook(String(detail.from)).label} → ${stateLook(String(detail.to)).label}`
    const why = typeof detail.why === 'string' ? ` — ${lowerFirst(detail.why)}` : ''
    return { title: `Status: ${change}${why}`, lines: saidLines(detail, timeZone) }
  }
  if (kind === 'corrected') return correctionWords({ detail, actor_name }, timeZone)
  if (kind === 'updated') {
    return { title: `Changed by ${actor_name}`, lines: changeLines(detail, timeZone) }
  }
  if (kind === 'recorded') return { title: 'Every field recorded, since older entries do not name them', lines: [] }
  if (kind === 'erased') return { title: `Recipient’s personal data erased by ${actor_name}`, lines: [] }
  return { title: `${kind === 'deleted' ? 'Deleted' : 'Restored'} by ${actor_name}`, lines: [] }
}

/** What somebody said about a status: when it was, why it failed, and a note. */
function saidLines({ at, reason, note }: DeliveryEvent['detail'], timeZone: string): string[] {
  const failure = typeof reason === 'string' ? failureReasons[reason as FailureReason]?.say : undefined
  return [
    typeof at === 'string' ? `It happened ${formatDateTime(at, timeZone)}` : undefined,
    failure,
    note ? `Note: ${valueWords('note', note, timeZone)}` : undefined,
  ].filter((line) => line !== undefined)
}

function correctionWords({ detail, actor_name }: Pick<DeliveryEvent, 'detail' | 'actor_name'>, timeZone: string) {
  const { from, to, at, why, undone } = detail
  const [wrong, right] = [stateLook(String(from)).label, stateLook(String(to)).label]
  const change = from === to ? right : `${wrong} → ${right}`
  const times = (at ?? null) as { from: string | null; to: string | null } | null
  const time = (moment: string | null) => (moment ? formatDateTime(moment, timeZone) : 'none')
  const lines = [
    times && !undone ? `Time: ${time(times.from)} → ${time(times.to)}` : undefined,
    ...saidLines({ ...detail, at: undefined }, timeZone),
    why ? `Why: ${valueWords('why', why, timeZone)}` : undefined,
  ].filter((line) => line !== undefined)
  return { title: `${undone ? 'Undone' : 'Corrected'} by ${actor_name}: ${change}`, lines }
}

function changeLines(detail: DeliveryEvent['detail'], timeZone: string): string[] {
  const fields = Object.entries(detail).filter(([field]) => field !== 'wanted_driver_id')
  return fields.map(([field, change]) => {
    const { from, to } = (change ?? {}) as { from?: unknown; to?: unknown }
    return `${fieldName(field)}: ${valueWords(field, from, timeZone)} → ${valueWords(field, to, timeZone)}`
  })
}

/** A field's value in words, or `none`. */
function valueWords(field: string, value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.length ? value.join(', ') : 'none'
  if (typeof value === 'number') return numberWords(field, value)
  if (typeof value === 'object') {
    const { lat, lng, erased } = value as { lat?: unknown; lng?: unknown; erased?: unknown }
    if (erased === true) return 'erased'
    return typeof lat === 'number' && typeof lng === 'number' ? positionWords({ lat, lng }) : JSON.stringify(value)
  }
  if (field === 'location_source') return locationSourceWords(value as LocationSource)
  if (field === 'scheduled_date') return formatDay(String(value))
  if (field === 'scheduled_time') return formatDateTime(String(value), timeZone)
  return String(value)
}

function numberWords(field: string, value: number): string {
  if (field === 'priority') return priorityWords[value] ?? String(value)
  if (field === 'weight_kg') return formatKilograms(value)
  if (field === 'volume_l') return formatVolume(value)
  return formatNumber(value)
}

/** A position with five decimals, which is about a meter. */
export function positionWords({ lat, lng }: { lat: number; lng: number }): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
