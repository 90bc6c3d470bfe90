import { toMajor } from '#domain/money.ts'
import type { CustomField } from '#domain/schema/custom-field.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Parcel, TimeWindow } from '#domain/schema/order.ts'
import type { XlsxCell } from '#domain/sheets/xlsx/write.ts'

/** What the cells of a delivery need to know besides. */
export type CellContext = {
  /** Names of clients and depots, by ID. */
  names: ReadonlyMap<string, string>
  currency: string
  customFields: readonly Pick<CustomField, 'key' | 'label'>[]
}

type Cell = (delivery: Delivery, context: CellContext) => XlsxCell

const day = (value: string | null) => (value === null ? null : { day: value })
const money = (value: number | null, currency: string) => (value === null ? null : toMajor(value, currency))
const list = (values: readonly string[]) => values.join(';')
const range = (start: string | null, end: string | null) => (start && end ? `${start}-${end}` : null)
const windows = (all: readonly TimeWindow[]) => all.map(({ start, end }) => `${start}-${end}`).join(', ')

/** The columns of imports, so that an export can be imported again, and others that people want to know. */
const columns: Record<string, Cell> = {
  reference: (delivery) => delivery.reference,
  kind: (delivery) => delivery.kind,
  pickup_address: (delivery) => delivery.pickup_address,
  pickup_coordinates: ({ pickup_location: at }) => at && `${at.lat}, ${at.lng}`,
  pickup_name: (delivery) => delivery.pickup_name,
  pickup_phone: (delivery) => delivery.pickup_phone,
  pickup_notes: (delivery) => delivery.pickup_notes,
  pickup_windows: (delivery) => range(delivery.pickup_window_start, delivery.pickup_window_end),
  pickup_service_minutes: (delivery) => delivery.pickup_service_minutes,
  pickup_place: (delivery) => delivery.pickup_place_id,
  preparation_minutes: (delivery) => delivery.preparation_minutes,
  delivery_address: (delivery) => delivery.delivery_address,
  lat: (delivery) => delivery.delivery_location?.lat ?? null,
  lng: (delivery) => delivery.delivery_location?.lng ?? null,
  recipient_name: (delivery) => delivery.recipient_name,
  recipient_phone: (delivery) => delivery.recipient_phone,
  recipient_email: (delivery) => delivery.recipient_email,
  scheduled_date: (delivery) => day(delivery.scheduled_date),
  earliest_date: (delivery) => day(delivery.earliest_date),
  latest_date: (delivery) => day(delivery.latest_date),
  window_start: (delivery) => delivery.window_start,
  window_end: (delivery) => delivery.window_end,
  windows: (delivery) => windows(delivery.more_windows),
  preferred: (delivery) => range(delivery.preferred_start, delivery.preferred_end),
  ready_time: (delivery) => delivery.ready_time,
  service_minutes: (delivery) => delivery.service_minutes,
  setup_minutes: (delivery) => delivery.setup_minutes,
  max_ride_minutes: (delivery) => delivery.max_ride_minutes,
  max_detour_minutes: (delivery) => delivery.max_detour_minutes,
  weight_kg: (delivery) => delivery.weight_kg,
  volume_l: (delivery) => delivery.volume_l,
  units: (delivery) => delivery.units,
  return_weight_kg: (delivery) => delivery.return_weight_kg,
  return_volume_l: (delivery) => delivery.return_volume_l,
  return_units: (delivery) => delivery.return_units,
  parcels: ({ parcels }) => parcels.flatMap(({ code }) => code ?? []).join('; '),
  priority: (delivery) => delivery.priority,
  skills: (delivery) => list(delivery.skills),
  tags: (delivery) => list(delivery.tags),
  requirements: (delivery) => list(delivery.requirements),
  recipient_language: (delivery) => delivery.recipient_language,
  is_confidential: (delivery) => (delivery.is_confidential ? 'yes' : null),
  minimum_age: (delivery) => delivery.minimum_age,
  cash_amount: (delivery, { currency }) => money(delivery.cash_amount, currency),
  temperature: ({ temperature_min_c: min, temperature_max_c: max }) =>
    min !== null && max !== null
      ? `${min} to ${max}`
      : min !== null
        ? `min ${min}`
        : max !== null
          ? `max ${max}`
          : null,
  order_reference: (delivery) => delivery.order_reference,
  order_step: (delivery) => delivery.order_step,
  worth: (delivery, { currency }) => money(delivery.worth, currency),
  notes: (delivery) => delivery.notes,
  client: ({ client_id }, { names }) => names.get(client_id ?? '') ?? null,
  depot: ({ depot_id }, { names }) => names.get(depot_id ?? '') ?? null,
  karta_number: (delivery) => delivery.number,
  status: (delivery) => delivery.status,
  failure_reason: (delivery) => delivery.failure_reason,
  driver: (delivery) => delivery.driver_name,
  rating: (delivery) => delivery.rating,
  rating_comment: (delivery) => delivery.rating_comment,
  wanted_driver: (delivery) => delivery.wanted_driver_name,
  all_parcels: ({ parcels }) => parcels.map(parcelWords).join('; '),
  position_source: (delivery) => delivery.location_source,
  position_confidence: (delivery) => delivery.location_confidence,
}

function parcelWords({
  code,
  description,
  weight_kg,
  volume_l,
  length_cm,
  width_cm,
  height_cm,
  place,
}: Parcel): string {
  const size = length_cm && width_cm && height_cm ? `${length_cm} x ${width_cm} x ${height_cm} cm` : null
  const weight = weight_kg === null ? null : `${weight_kg} kg`
  const volume = volume_l === null ? null : `${volume_l} L`
  const where = place && [place.row, place.side, place.level].filter(Boolean).join(' ')
  return [code, description, weight, volume, size, where].filter(Boolean).join(' ')
}

/** The names of the columns, the workspace's own fields last. */
export const headerOf = ({ customFields }: Pick<CellContext, 'customFields'>): string[] => [
  ...Object.keys(columns),
  ...customFields.map(({ label }) => label),
]

/** The cells of one delivery. */
export function cellsOf(delivery: Delivery, context: CellContext): XlsxCell[] {
  const own = context.customFields.map(({ key }): XlsxCell => {
    const value = delivery.custom[key] ?? null
    return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
  })
  return [...Object.values(columns).map((cell) => cell(delivery, context)), ...own]
}
