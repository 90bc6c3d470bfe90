import { CallError } from '#web/lib/call.ts'
import { isEditable, type DeliveryState } from '#domain/delivery-state.ts'
import type { LocationSource } from '#domain/address/position.ts'
import type { Delivery, DeliveryChange } from '#domain/schema/delivery.ts'
import { numberOrNull, textOrNull, toSkills } from '#web/lib/field-values.ts'
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
}

/** The id of the choice "nobody" among the drivers. */
export const planner = 'planner'

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
    weight_kg: delivery?.weight_kg ?? 0,
    volume_l: delivery?.volume_l ?? 0,
    priority: String(delivery?.priority ?? 2),
    wanted_driver_id: delivery?.wanted_driver_id ?? planner,
    client_id: delivery?.client_id ?? null,
    depot_id: delivery?.depot_id ?? '',
    skills: delivery?.skills.join(', ') ?? '',
    reference: delivery?.reference ?? '',
    notes: delivery?.notes ?? '',
  }
}

/**
 * The entered values in the API's form. A cleared number gets its default: no size, or the workspace's time at the
 * door.
 */
export function toBody(values: DeliveryValues, usual: { service_minutes: number }) {
  const { lat, lng } = values.delivery_location
  const hasPosition = !Number.isNaN(lat) || !Number.isNaN(lng)
  return {
    recipient_name: textOrNull(values.recipient_name),
    recipient_phone: textOrNull(values.recipient_phone),
    recipient_email: textOrNull(values.recipient_email),
    delivery_address: values.delivery_address,
    pickup_address: textOrNull(values.pickup_address),
    delivery_location: hasPosition ? { lat: numberOrNull(lat), lng: numberOrNull(lng) } : null,
    ...(hasPosition &&
      values.location_origin && {
        location_source: values.location_origin.source,
        location_confidence: values.location_origin.confidence,
      }),
    scheduled_date: values.scheduled_date ?? '',
    window_start: values.window_start,
    window_end: values.window_end,
    service_minutes: numberOrNull(values.service_minutes) ?? usual.service_minutes,
    weight_kg: numberOrNull(values.weight_kg) ?? 0,
    volume_l: numberOrNull(values.volume_l) ?? 0,
    priority: Number(values.priority),
    wanted_driver_id: values.wanted_driver_id === planner ? null : values.wanted_driver_id,
    ...(values.client_id !== null && { client_id: values.client_id }),
    ...(values.depot_id && { depot_id: values.depot_id }),
    skills: toSkills(values.skills),
    reference: textOrNull(values.reference),
    notes: textOrNull(values.notes),
  }
}

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
  if ('window_start' in change || 'window_end' in change) {
    change.window_start = after.window_start
    change.window_end = after.window_end
  }
  return change
}

/** Why some fields of a delivery in this state cannot be changed. Null if all can. */
export function lockReason(state: DeliveryState): string | null {
  if (isEditable(state)) return null
  if (state === 'delivered') return 'Delivered: you can still change the recipient and the notes.'
  return 'On a planned route: take the plan back to change the address, time, size or driver.'
}

const fieldOfRefusal: Partial<Record<CallError['code'], string>> = {
  duplicate_reference: 'reference',
  driver_not_found: 'wanted_driver_id',
  driver_inactive: 'wanted_driver_id',
  client_not_found: 'client_id',
  client_inactive: 'client_id',
  depot_not_found: 'depot_id',
  depot_inactive: 'depot_id',
  not_your_depot: 'depot_id',
}

/** Turns a refusal that concerns one field into a problem of that field. */
export function atItsField(error: unknown): unknown {
  const path = error instanceof CallError && fieldOfRefusal[error.code]
  if (!(error instanceof CallError) || !path) return error
  return new CallError({
    code: error.code,
    status: error.status,
    title: error.message,
    errors: [{ path, message: error.message }],
  })
}
