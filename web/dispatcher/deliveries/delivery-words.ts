import { namedPlace } from '#domain/address/named-place.ts'
import type { Wishes } from '#domain/schema/wishes.ts'
import { wishWords } from './status/wish-words.ts'
import { somebodyElse } from '#domain/client-view.ts'
import { recipientEventKinds, type RecipientEventKind } from '#domain/delivery-event-kinds.ts'
import type { LocationSource } from '#domain/address/position.ts'
import { failureReasons, type FailureReason } from '#domain/failure-reasons.ts'
import type { CustomField, CustomValues } from '#domain/schema/custom-field.ts'
import type { Delivery, DeliveryEvent } from '#domain/schema/delivery.ts'
import type { DeliveryKind, OtherPlace, Parcel, Requirement, TimeWindow } from '#domain/schema/order.ts'
import {
  formatDateTime,
  formatDay,
  formatHours,
  formatKilograms,
  formatMoney,
  formatNumber,
  formatTimeOfDay,
  formatVolume,
} from '#web/lib/format.ts'
import { sourceWords as locationSourceWords } from '#web/lib/location-words.ts'
import { stateLook } from '#web/ui/state-badge.tsx'
import type { Span } from './deliveries-address.ts'
import { customWords } from './form/custom-words.ts'
import { kindWords, requirementWords } from './form/order-words.ts'
import { preparationWords } from '../kitchens/kitchen-words.ts'
import type { PreparationState } from '#domain/schema/pickup-place.ts'
import { isTransferEvent, transferEventWords } from './transfer-event-words.ts'
import { handedLines, isRoadEvent, roadEventWords } from './road-event-words.ts'

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
  recurring: 'Recurring order',
  driver: 'Added by the driver on the road',
  order_page: 'Booked on the order page',
  shopify: 'From Shopify',
  woocommerce: 'From WooCommerce',
  wix: 'From Wix',
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
  kind: 'Kind',
  parcels: 'Parcels',
  units: 'Pieces',
  return_weight_kg: 'Collected weight',
  return_volume_l: 'Collected volume',
  return_units: 'Collected pieces',
  earliest_date: 'Not before this day',
  latest_date: 'Not after this day',
  more_windows: 'More windows',
  place_name: 'Name of the place',
  other_places: 'Other places',
  preferred_start: 'Preferably from',
  preferred_end: 'Preferably until',
  ready_time: 'Ready from',
  setup_minutes: 'Minutes to park and walk',
  max_ride_minutes: 'Minutes on board at most',
  max_detour_minutes: 'Minutes of detour at most',
  requirements: 'Required at the door',
  minimum_age: 'Minimum age',
  recipient_language: 'Language of the recipient',
  is_confidential: 'Confidential',
  wishes: 'Asked for by the recipient',
  rating: 'Rating',
  rating_comment: 'Comment',
  rated_at: 'Rated',
  has_prescription: 'Prescription',
  cash_amount: 'Cash to collect',
  temperature_min_c: 'Lowest temperature',
  temperature_max_c: 'Highest temperature',
  tags: 'Tags',
  order_reference: 'Order reference',
  order_step: 'Step',
  worth: 'Worth',
  pickup_location: 'Pickup position',
  pickup_location_source: 'Source of the pickup position',
  pickup_name: 'Who hands it over',
  pickup_phone: 'Pickup phone',
  pickup_notes: 'Pickup notes',
  pickup_window_start: 'Pickup from',
  pickup_window_end: 'Pickup until',
  pickup_service_minutes: 'Minutes at the pickup',
  pickup_place_id: 'Pickup place',
  preparation_minutes: 'Minutes of preparation',
  custom: 'Own fields',
  client_id: 'Client',
  depot_id: 'Depot',
}

/** The name of a field of a delivery. */
function fieldName(field: string): string {
  return fieldWords[field] ?? stateLook(field).label
}

/** One entry of the history: what happened, and one line per change. */
type EventWords = { title: string; lines: string[] }

/** In what time zone and currency a workspace thinks. */
/** `fields` are the workspace’s own, for their labels. */
type Place = { timeZone: string; currency: string; fields?: readonly CustomField[] }

/** What happened, in words. */
export function eventWords({ actor_name: name, ...said }: DeliveryEvent, place: Place): EventWords {
  // It is named in the middle of a sentence.
  const actor_name = name === somebodyElse ? name.toLowerCase() : name
  const event = { ...said, actor_name }
  const { kind, detail } = event
  if (isRoadEvent(kind)) return roadEventWords(event, place.timeZone)
  if (isTransferEvent(kind)) return transferEventWords(event, place.timeZone)
  if (isRecipientEvent(kind)) return recipientEventWords(event, place)
  if (kind === 'created') {
    const source = sourceWords[String(detail.source)]
    return { title: `Created by ${actor_name}`, lines: source ? [source] : [] }
  }
  if (kind === 'status_changed') {
    const change = `${stateLook(String(detail.from)).label} → ${stateLook(String(detail.to)).label}`
    const { scheduled_date } = detail
    const moved = scheduled_date === undefined ? [] : changeLines({ scheduled_date }, place)
    return {
      title: `Status: ${change}${whyWords(detail)}`,
      lines: [...moved, ...handedLines(detail), ...saidLines(detail, place), ...phoneLine(event)],
    }
  }
  if (kind === 'corrected') return correctionWords({ detail, actor_name }, place)
  if (kind === 'updated') {
    const { why: _, ...changes } = detail
    return { title: `Changed by ${actor_name}${whyWords(detail)}`, lines: changeLines(changes, place) }
  }
  if (kind === 'prepared') return preparedWords(event, place)
  if (kind === 'recorded') return { title: 'Every field recorded, since older entries do not name them', lines: [] }
  if (kind === 'erased') return { title: `Recipient’s personal data erased by ${actor_name}`, lines: [] }
  return { title: `${kind === 'deleted' ? 'Deleted' : 'Restored'} by ${actor_name}`, lines: [] }
}

/** What a kitchen said: its state, and when the order is ready and picked up. */
function preparedWords({ detail, actor_name }: DeliveryEvent, place: Place): EventWords {
  const { preparation_state: state, preparation_ready_at: ready, preparation_slot_at: slot } = detail
  const to = (change: unknown) => (change as Change)?.to
  const time = (change: unknown) => {
    const at = to(change)
    return typeof at === 'string' ? formatDateTime(at, place.timeZone) : 'none'
  }
  const label = preparationWords[to(state) as PreparationState]?.label
  const lines = [...(ready ? [`Ready: ${time(ready)}`] : []), ...(slot ? [`Pickup slot: ${time(slot)}`] : [])]
  return { title: `${label ? `Kitchen: ${label.toLowerCase()}` : 'Kitchen: takes longer'}, by ${actor_name}`, lines }
}

const recipientTitles: Record<RecipientEventKind, string> = {
  preferred: 'The recipient asked for something',
  rated: 'Rated by the recipient',
  wrote: 'The recipient wrote',
}
const isRecipientEvent = (kind: string): kind is RecipientEventKind =>
  (recipientEventKinds as readonly string[]).includes(kind)

function recipientEventWords({ kind, detail }: DeliveryEvent, place: Place): EventWords {
  if (kind === 'rated') return ratingWords(detail, place)
  const { said, ...changes } = detail
  const text = (said as { text?: unknown } | undefined)?.text
  const lines = [...(typeof text === 'string' ? [text] : []), ...changeLines(changes, place)]
  return { title: recipientTitles[kind as RecipientEventKind], lines }
}

type Change = { to: unknown } | undefined

/** The stars and the comment; what of them stayed as it was is not said again. */
function ratingWords({ rating, rating_comment }: DeliveryEvent['detail'], place: Place): EventWords {
  const [stars, comment] = [rating as Change, rating_comment as Change]
  return {
    title: stars ? `Rated ${numberOf(stars.to)} of 5 by the recipient` : recipientTitles.rated,
    lines: comment ? [commentWords(comment.to, place)] : [],
  }
}

const numberOf = (value: unknown) => (typeof value === 'number' ? formatNumber(value, 0) : '–')

function commentWords(comment: unknown, place: Place): string {
  if (comment === null) return 'Comment taken back'
  return typeof comment === 'string' ? `“${comment}”` : valueWords('rating_comment', comment, place)
}

const whyWords = ({ why }: DeliveryEvent['detail']) => (typeof why === 'string' ? ` — ${lowerFirst(why)}` : '')

/** That it comes from a driver’s phone, and not from somebody at a desk. */
function phoneLine({ detail, actor_name }: Pick<DeliveryEvent, 'detail' | 'actor_name'>): string[] {
  return detail.device ? [`From ${actor_name}’s phone`] : []
}

/** What somebody said about a status: when it was, why it failed, and a note. */
function saidLines({ at, reason, note }: DeliveryEvent['detail'], place: Place): string[] {
  const failure = typeof reason === 'string' ? failureReasons[reason as FailureReason]?.say : undefined
  return [
    typeof at === 'string' ? `It happened ${formatDateTime(at, place.timeZone)}` : undefined,
    failure,
    note ? `Note: ${valueWords('note', note, place)}` : undefined,
  ].filter((line) => line !== undefined)
}

function correctionWords({ detail, actor_name }: Pick<DeliveryEvent, 'detail' | 'actor_name'>, place: Place) {
  const { from, to, at, why, undone } = detail
  const [wrong, right] = [stateLook(String(from)).label, stateLook(String(to)).label]
  const change = from === to ? right : `${wrong} → ${right}`
  const times = (at ?? null) as { from: string | null; to: string | null } | null
  const time = (moment: string | null) => (moment ? formatDateTime(moment, place.timeZone) : 'none')
  const lines = [
    times && !undone ? `Time: ${time(times.from)} → ${time(times.to)}` : undefined,
    ...saidLines({ ...detail, at: undefined }, place),
    why ? `Why: ${valueWords('why', why, place)}` : undefined,
    ...phoneLine({ detail, actor_name }),
  ].filter((line) => line !== undefined)
  const what = undone ? 'Undone' : detail.skipped ? 'Skipped' : 'Corrected'
  return { title: `${what} by ${actor_name}: ${change}`, lines }
}

function changeLines(detail: DeliveryEvent['detail'], place: Place): string[] {
  const fields = Object.entries(detail).filter(([field]) => field !== 'wanted_driver_id')
  return fields.map(([field, change]) => {
    const { from, to } = (change ?? {}) as { from?: unknown; to?: unknown }
    return `${fieldName(field)}: ${valueWords(field, from, place)} → ${valueWords(field, to, place)}`
  })
}

/** A field's value in words, or `none`. */
function valueWords(field: string, value: unknown, { timeZone, currency, fields = [] }: Place): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (field === 'wishes' && !('erased' in (value as object))) return wishWords(value as Wishes).join(', ')
  if (Array.isArray(value)) return value.length ? listWords(field, value) : 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return numberWords(field, value, currency)
  if (typeof value === 'object') return objectWords(value, fields)
  const text = String(value)
  if (field === 'location_source' || field === 'pickup_location_source') {
    return locationSourceWords(value as LocationSource)
  }
  if (dayFields.includes(field)) return formatDay(text)
  if (field === 'scheduled_time') return formatDateTime(text, timeZone)
  if (field === 'kind') return kindWords[text as DeliveryKind] ?? text
  return /^\d\d:\d\d$/.test(text) ? formatTimeOfDay(text) : text
}

const dayFields = ['scheduled_date', 'earliest_date', 'latest_date']

function listWords(field: string, values: unknown[]): string {
  if (field === 'parcels') return (values as Parcel[]).map(parcelWords).join('; ')
  if (field === 'more_windows')
    return (values as TimeWindow[]).map(({ start, end }) => formatHours(start, end)).join(', ')
  if (field === 'other_places') return sayPlaces(values as OtherPlace[])
  if (field === 'requirements')
    return (values as Requirement[]).map((each) => requirementWords[each] ?? each).join(', ')
  return values.join(', ')
}

/** Other places in a line: `Locker, Station 1; Work, Office park 2`. */
export const sayPlaces = (places: readonly Pick<OtherPlace, 'name' | 'address'>[]): string =>
  places.map(({ name, address }) => namedPlace(name, address)).join('; ')

/** A parcel in a line: `A-1, books, 2 kg`. */
function parcelWords({ code, description, weight_kg }: Parcel): string {
  const words = [code, description, weight_kg === null ? null : formatKilograms(weight_kg)]
  return words.filter(Boolean).join(', ') || 'a parcel'
}

/** A position, what was erased, or the workspace's own fields. */
function objectWords(value: object, own: readonly CustomField[]): string {
  const { lat, lng, erased } = value as { lat?: unknown; lng?: unknown; erased?: unknown }
  if (erased === true) return 'erased'
  if (typeof lat === 'number' && typeof lng === 'number') return positionWords({ lat, lng })
  const values = Object.entries(value as CustomValues).filter(([, each]) => each !== null)
  const words = values.map(([key, each]) => {
    const field = own.find((one) => one.key === key)
    return `${field?.label ?? key} ${customWords(field ?? { type: 'text' }, each)}`
  })
  return words.join(', ') || 'none'
}

function numberWords(field: string, value: number, currency: string): string {
  if (field === 'priority') return priorityWords[value] ?? String(value)
  if (field.endsWith('_kg')) return formatKilograms(value)
  if (field.endsWith('volume_l')) return formatVolume(value)
  if (field === 'cash_amount' || field === 'worth') return formatMoney(value, currency)
  if (field.startsWith('temperature')) return `${formatNumber(value)} °C`
  return formatNumber(value)
}

/** A position with five decimals, which is about a meter. */
export function positionWords({ lat, lng }: { lat: number; lng: number }): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
