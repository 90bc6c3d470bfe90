import { totalsOf } from '#domain/orders/totals.ts'
import {
  countOf,
  formatDay,
  formatHours,
  formatKilograms,
  formatMoney,
  formatTimeOfDay,
  formatVolume,
} from '#web/lib/format.ts'
import { numberOrNull } from '#web/lib/field-values.ts'
import { planner, type DeliveryValues } from './delivery-values.ts'
import { requirementWords, temperatureWords } from './order-words.ts'
import { toParcel } from './parcel-draft.ts'

/*
 * What the folded parts of the form hold, in a few words. Empty if they hold nothing.
 */

const joined = (words: (string | false | undefined)[]) => words.filter(Boolean).join(' · ')

export function parcelsSummary({ parcels }: DeliveryValues): string {
  const { weight_kg, volume_l } = totalsOf(parcels.map(toParcel))
  return joined([
    parcels.length > 0 && countOf(parcels.length, 'parcel'),
    weight_kg > 0 && formatKilograms(weight_kg),
    volume_l > 0 && formatVolume(volume_l),
  ])
}

export function pickupSummary(values: DeliveryValues): string {
  const { pickup_window_start: from, pickup_window_end: to, ready_time } = values
  return joined([
    values.pickup_address.trim(),
    values.pickup_name.trim(),
    hoursWords(from, to),
    ready_time !== null && `ready at ${formatTimeOfDay(ready_time)}`,
  ])
}

export function placesSummary({ place_name, other_places }: DeliveryValues): string {
  return joined([place_name.trim(), ...other_places.map(({ name, address }) => name.trim() || address.trim())])
}

export function timesSummary(values: DeliveryValues): string {
  const { preferred_start, preferred_end, setup_minutes } = values
  const preferred = hoursWords(preferred_start, preferred_end)
  return joined([
    preferred && `preferably ${preferred}`,
    !Number.isNaN(setup_minutes) && `${countOf(setup_minutes, 'minute')} to park`,
  ])
}

export function doorSummary({ requirements, cash_amount }: DeliveryValues, currency: string): string {
  return joined([
    requirements.map((each) => requirementWords[each]).join(', '),
    !Number.isNaN(cash_amount) && `${formatMoney(cash_amount, currency)} in cash`,
  ])
}

export function handlingSummary({ temperature_min_c: min, temperature_max_c: max, tags }: DeliveryValues): string {
  return joined([temperatureWords(numberOrNull(min), numberOrNull(max)), tags.trim()])
}

export function orderSummary({ order_reference: reference, order_step: step }: DeliveryValues): string {
  return joined([reference.trim(), !Number.isNaN(step) && `step ${step}`])
}

export function planningSummary(values: DeliveryValues, driverName: (id: string) => string): string {
  const { wanted_driver_id: driver, max_ride_minutes: ride, max_detour_minutes: detour, worth } = values
  return joined([
    values.priority === '1' && 'Urgent',
    values.priority === '3' && 'Low priority',
    driver !== planner && driverName(driver),
    values.skills.trim(),
    !Number.isNaN(ride) && `${countOf(ride, 'minute')} on board at most`,
    !Number.isNaN(detour) && `${countOf(detour, 'minute')} of detour at most`,
    !Number.isNaN(worth) && 'optional',
  ])
}

export function undatedSummary({ earliest_date: first, latest_date: last }: DeliveryValues): string {
  if (first && last) return `${formatDay(first)} – ${formatDay(last)}`
  if (first) return `from ${formatDay(first)}`
  return last ? `until ${formatDay(last)}` : ''
}

export function hoursWords(from: string | null, to: string | null): string {
  if (from && to) return formatHours(from, to)
  if (from) return `from ${formatTimeOfDay(from)}`
  return to ? `until ${formatTimeOfDay(to)}` : ''
}
