import { CallError } from '#web/lib/call.ts'
import { isEditable, type DeliveryState } from '#domain/delivery-state.ts'
import type { LocationSource } from '#domain/address/position.ts'
import { orderDefaults, type OrderField } from '#domain/orders/order-defaults.ts'
import { totalsOf, type Totals } from '#domain/orders/totals.ts'
import type { CustomValues } from '#domain/schema/custom-field.ts'
import type { Delivery, DeliveryChange } from '#domain/schema/delivery.ts'
import type { DeliveryKind, Requirement } from '#domain/schema/order.ts'
import { numberOrNull, textOrNull, toSkills } from '#web/lib/field-values.ts'
import { toOtherPlace, toPlaceDraft, type OtherPlaceDraft } from './other-place-draft.ts'
import { toParcel, toParcelDraft, type ParcelDraft } from './parcel-draft.ts'
import type { LocationDraft } from '../../records/location-fields.tsx'

/** A delivery as entered in the form. Missing values are empty texts and NaN. */
export type DeliveryValues = {
  recipient_name: string
  recipient_phone: string
  recipient_email: string
  delivery_address: string
  pickup_address: string
  delivery_location: LocationDraft
  /** Who says where it is, if somebody chose or confirmed the position in this form. */
  location_origin: { source: LocationSource; confidence: number } | null
  scheduled_date: string | null
  window_start: string | null
  window_end: string | null
  service_minutes: number
  weight_kg: number
  volume_l: number
  priority: string
  /** A driver's id, or `planner`. */
  wanted_driver_id: string
  /** Null for the workspace's own. */
  client_id: string | null
  /** Empty for the default one. */
  depot_id: string
  skills: string
  reference: string
  notes: string
  kind: DeliveryKind
  parcels: ParcelDraft[]
  /** NaN for as many as there are parcels, as with the weight and the volume. */
  units: number
  return_weight_kg: number
  return_volume_l: number
  return_units: number
  /** It is not known yet on which day it is delivered. */
  is_undated: boolean
  earliest_date: string | null
  latest_date: string | null
  more_windows: WindowDraft[]
  place_name: string
  other_places: OtherPlaceDraft[]
  preferred_start: string | null
  preferred_end: string | null
  ready_time: string | null
  setup_minutes: number
  pickup_location: LocationDraft
  pickup_origin: DeliveryValues['location_origin']
  pickup_name: string
  pickup_phone: string
  pickup_notes: string
  pickup_window_start: string | null
  pickup_window_end: string | null
  pickup_service_minutes: number
  pickup_place_id: string | null
  preparation_minutes: number
  requirements: Requirement[]
  minimum_age: number
  /** In the smallest unit of the currency, such as cents; as is `worth`. */
  cash_amount: number
  temperature_min_c: number
  temperature_max_c: number
  order_reference: string
  order_step: number
  tags: string
  max_ride_minutes: number
  max_detour_minutes: number
  worth: number
  /** `workspace` for the one of the tracking settings. */
  recipient_language: string
  is_confidential: boolean
  custom: CustomValues
}

/** A time window while it is being entered. */
export type WindowDraft = { start: string | null; end: string | null }

/** The id of the choice "nobody" among the drivers. */
export const planner = 'planner'

/** The id of the choice to write to the recipient as to most. */
export const workspaceLanguage = 'workspace'

/** The form's initial values for this delivery, or for a new one. */
export function toValues(
  delivery: Delivery | undefined,
  usual: { day: string; service_minutes: number },
): DeliveryValues {
  const { lat, lng } = delivery?.delivery_location ?? { lat: Number.NaN, lng: Number.NaN }
  return {
    recipient_name: delivery?.recipient_name ?? '',
    recipient_phone: delivery?.recipient_phone ?? '',
    recipient_email: delivery?.recipient_email ?? '',
    delivery_address: delivery?.delivery_address ?? '',
    pickup_address: delivery?.pickup_address ?? '',
    delivery_location: { lat, lng },
    location_origin: null,
    scheduled_date: delivery?.scheduled_date ?? usual.day,
    window_start: delivery?.window_start ?? null,
    window_end: delivery?.window_end ?? null,
    service_minutes: delivery?.service_minutes ?? usual.service_minutes,
    ...totalsOrNaN(delivery),
    priority: String(delivery?.priority ?? 2),
    wanted_driver_id: delivery?.wanted_driver_id ?? planner,
    client_id: delivery?.client_id ?? null,
    depot_id: delivery?.depot_id ?? '',
    skills: delivery?.skills.join(', ') ?? '',
    reference: delivery?.reference ?? '',
    notes: delivery?.notes ?? '',
    ...toOrderValues({ ...orderDefaults, ...delivery }),
    is_undated: delivery !== undefined && delivery.scheduled_date === null,
    pickup_origin: null,
  }
}

/** Totals that are those of the parcels follow them, until somebody enters others. */
function totalsOrNaN(delivery: Delivery | undefined) {
  const sums = totalsOf(delivery?.parcels ?? [])
  const shown = (name: keyof Totals) =>
    delivery === undefined || delivery[name] === sums[name] ? Number.NaN : delivery[name]
  return { weight_kg: shown('weight_kg'), volume_l: shown('volume_l'), units: shown('units') }
}

function toOrderValues(order: Pick<Delivery, OrderField>) {
  const number = (value: number | null) => value ?? Number.NaN
  return {
    kind: order.kind,
    parcels: order.parcels.map(toParcelDraft),
    return_weight_kg: number(order.return_weight_kg),
    return_volume_l: number(order.return_volume_l),
    return_units: number(order.return_units),
    earliest_date: order.earliest_date,
    latest_date: order.latest_date,
    more_windows: order.more_windows,
    place_name: order.place_name ?? '',
    other_places: order.other_places.map(toPlaceDraft),
    preferred_start: order.preferred_start,
    preferred_end: order.preferred_end,
    ready_time: order.ready_time,
    setup_minutes: number(order.setup_minutes),
    pickup_location: order.pickup_location ?? { lat: Number.NaN, lng: Number.NaN },
    pickup_name: order.pickup_name ?? '',
    pickup_phone: order.pickup_phone ?? '',
    pickup_notes: order.pickup_notes ?? '',
    pickup_window_start: order.pickup_window_start,
    pickup_window_end: order.pickup_window_end,
    pickup_service_minutes: number(order.pickup_service_minutes),
    pickup_place_id: order.pickup_place_id,
    preparation_minutes: number(order.preparation_minutes),
    requirements: order.requirements,
    minimum_age: number(order.minimum_age),
    cash_amount: number(order.cash_amount),
    temperature_min_c: number(order.temperature_min_c),
    temperature_max_c: number(order.temperature_max_c),
    order_reference: order.order_reference ?? '',
    order_step: number(order.order_step),
    tags: order.tags.join(', '),
    max_ride_minutes: number(order.max_ride_minutes),
    max_detour_minutes: number(order.max_detour_minutes),
    worth: number(order.worth),
    recipient_language: order.recipient_language ?? workspaceLanguage,
    is_confidential: order.is_confidential,
    custom: order.custom,
  }
}

/**
 * The entered values in the API's form. A cleared number gets its default: no size, or the workspace's time at the
 * door.
 */
export function toBody(values: DeliveryValues, usual: { service_minutes: number }) {
  const parcels = values.parcels.map(toParcel)
  const totals = totalsOf(parcels)
  return {
    recipient_name: textOrNull(values.recipient_name),
    recipient_phone: textOrNull(values.recipient_phone),
    recipient_email: textOrNull(values.recipient_email),
    delivery_address: values.delivery_address,
    pickup_address: textOrNull(values.pickup_address),
    delivery_location: locationOrNull(values.delivery_location),
    ...(hasPosition(values.delivery_location) &&
      values.location_origin && {
        location_source: values.location_origin.source,
        location_confidence: values.location_origin.confidence,
      }),
    scheduled_date: values.is_undated ? null : (values.scheduled_date ?? ''),
    window_start: values.window_start,
    window_end: values.window_end,
    service_minutes: numberOrNull(values.service_minutes) ?? usual.service_minutes,
    weight_kg: numberOrNull(values.weight_kg) ?? totals.weight_kg,
    volume_l: numberOrNull(values.volume_l) ?? totals.volume_l,
    units: numberOrNull(values.units) ?? totals.units,
    parcels,
    priority: Number(values.priority),
    wanted_driver_id: values.wanted_driver_id === planner ? null : values.wanted_driver_id,
    ...(values.client_id !== null && { client_id: values.client_id }),
    ...(values.depot_id && { depot_id: values.depot_id }),
    skills: toSkills(values.skills),
    reference: textOrNull(values.reference),
    notes: textOrNull(values.notes),
    ...toOrder(values),
    ...toPickup(values),
  }
}

function toOrder(values: DeliveryValues) {
  const isExchange = values.kind === 'exchange'
  const checksAge = values.requirements.includes('age')
  return {
    kind: values.kind,
    return_weight_kg: isExchange ? numberOrNull(values.return_weight_kg) : null,
    return_volume_l: isExchange ? numberOrNull(values.return_volume_l) : null,
    return_units: isExchange ? numberOrNull(values.return_units) : null,
    earliest_date: values.earliest_date,
    latest_date: values.latest_date,
    // A missing end is a problem of its own field.
    more_windows: values.more_windows.map(({ start, end }) => ({ start: start ?? '', end: end ?? '' })),
    place_name: textOrNull(values.place_name),
    other_places: values.other_places.map(toOtherPlace),
    preferred_start: values.preferred_start,
    preferred_end: values.preferred_end,
    ready_time: values.ready_time,
    setup_minutes: numberOrNull(values.setup_minutes),
    requirements: values.requirements,
    minimum_age: checksAge ? numberOrNull(values.minimum_age) : null,
    cash_amount: numberOrNull(values.cash_amount),
    temperature_min_c: numberOrNull(values.temperature_min_c),
    temperature_max_c: numberOrNull(values.temperature_max_c),
    order_reference: textOrNull(values.order_reference),
    order_step: numberOrNull(values.order_step),
    tags: toSkills(values.tags),
    max_ride_minutes: numberOrNull(values.max_ride_minutes),
    max_detour_minutes: numberOrNull(values.max_detour_minutes),
    worth: numberOrNull(values.worth),
    recipient_language: values.recipient_language === workspaceLanguage ? null : values.recipient_language,
    is_confidential: values.is_confidential,
    custom: values.custom,
  }
}

/** A pickup without an address is at the depot, whatever was entered before. */
function toPickup(values: DeliveryValues) {
  const isAtDepot = values.pickup_address.trim() === ''
  const isPlaced = !isAtDepot && hasPosition(values.pickup_location)
  return {
    pickup_location: isAtDepot ? null : locationOrNull(values.pickup_location),
    ...(isPlaced &&
      values.pickup_origin && {
        pickup_location_source: values.pickup_origin.source,
        pickup_location_confidence: values.pickup_origin.confidence,
      }),
    pickup_name: textOrNull(values.pickup_name),
    pickup_phone: textOrNull(values.pickup_phone),
    pickup_notes: textOrNull(values.pickup_notes),
    pickup_window_start: values.pickup_window_start,
    pickup_window_end: values.pickup_window_end,
    pickup_service_minutes: numberOrNull(values.pickup_service_minutes),
    pickup_place_id: isAtDepot ? null : values.pickup_place_id,
    preparation_minutes: isAtDepot ? null : numberOrNull(values.preparation_minutes),
  }
}

const hasPosition = ({ lat, lng }: LocationDraft) => !Number.isNaN(lat) || !Number.isNaN(lng)

const locationOrNull = (location: LocationDraft) =>
  hasPosition(location) ? { lat: numberOrNull(location.lat), lng: numberOrNull(location.lng) } : null

/**
 * Only what was changed, so that the request neither undoes anyone else's changes nor names locked fields. A time window
 * is sent with both ends, because they are valid or invalid together.
 */
export function toChange(before: DeliveryValues, after: DeliveryValues, usual: { service_minutes: number }) {
  const old = toBody(before, usual)
  const changed = Object.entries(toBody(after, usual)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field as keyof typeof old]),
  )
  const change = Object.fromEntries(changed) as DeliveryChange
  if (before.client_id !== null && after.client_id === null) change.client_id = null
  // Who vouches for a position is said together with it.
  if ('location_source' in change) change.delivery_location = { ...after.delivery_location }
  if ('pickup_location_source' in change) change.pickup_location = { ...after.pickup_location }
  if ('custom' in change) change.custom = changedValues(before.custom, after.custom)
  if ('window_start' in change || 'window_end' in change) {
    change.window_start = after.window_start
    change.window_end = after.window_end
  }
  return change
}

/** The own fields that were changed. One that was emptied is null. */
function changedValues(before: CustomValues, after: CustomValues): CustomValues {
  const changed = Object.entries({ ...Object.fromEntries(Object.keys(before).map((key) => [key, null])), ...after })
  return Object.fromEntries(changed.filter(([key, value]) => (before[key] ?? null) !== (value ?? null)))
}

/** Why some fields of a delivery in this state cannot be changed. Null if all can. */
export function lockReason(state: DeliveryState): string | null {
  if (isEditable(state)) return null
  if (state === 'delivered')
    return 'Delivered: you can still change the recipient, the notes and what was asked for at the door.'
  if (state === 'planned' || state === 'dispatched') {
    return 'On a route: a change of the address, the times or the size times the route again, which Planning can undo. The day, the driver, the pickup place and the order stay as long as it is on the route.'
  }
  return 'On its way: you can still change the recipient, the notes and what was asked for at the door.'
}

const fieldOfRefusal: Partial<Record<CallError['code'], string>> = {
  duplicate_reference: 'reference',
  no_position: 'delivery_address',
  driver_not_found: 'wanted_driver_id',
  driver_inactive: 'wanted_driver_id',
  client_not_found: 'client_id',
  client_inactive: 'client_id',
  depot_not_found: 'depot_id',
  depot_inactive: 'depot_id',
  not_your_depot: 'depot_id',
  pickup_place_not_found: 'pickup_place_id',
  pickup_place_inactive: 'pickup_place_id',
  pickup_place_of_other_client: 'pickup_place_id',
  pickup_place_kind: 'pickup_place_id',
  pickup_place_closed: 'pickup_place_id',
  pickup_slots_full: 'pickup_place_id',
  preparation_too_late: 'preparation_minutes',
}

/** What to do about a refusal where its field is, if that is more than the refusal says. */
const sentenceAtField: Partial<Record<CallError['code'], string>> = {
  no_position:
    'The pin is still at the old address, and the route is timed with it. Choose a suggestion, or place the pin below.',
}

/** Turns a refusal that concerns one field into a problem of that field. */
export function atItsField(error: unknown): unknown {
  const path = error instanceof CallError && fieldOfRefusal[error.code]
  if (!(error instanceof CallError) || !path) return error
  return new CallError({
    code: error.code,
    status: error.status,
    title: error.message,
    detail: error.message,
    errors: [{ path, message: sentenceAtField[error.code] ?? error.message }],
  })
}
