import { formatDay, formatKilograms, formatTimeOfDay, formatVolume } from '#web/lib/format.ts'
import { partsOf, placeWords, type Part } from '#web/lib/part.ts'
import type { CustomValues } from '#domain/schema/custom-field.ts'
import type { DeliveryKind, Requirement } from '#domain/schema/order.ts'
import { kindWords, languageWords, requirementWords } from './order-words.ts'
import type { ParcelDraft } from './parcel-draft.ts'
import { hoursWords } from './section-words.ts'
import { priorityWords, sayPlaces } from '../delivery-words.ts'
import { planner, type DeliveryValues } from './delivery-values.ts'

const { one, text, number } = partsOf<DeliveryValues>()

const dayWords = (day: string | null) => (day ? formatDay(day) : '')
const parcelWords = ({ code, description, weight_kg }: ParcelDraft) =>
  [code, description, Number.isNaN(weight_kg) ? '' : formatKilograms(weight_kg)].filter(Boolean).join(', ') ||
  'A parcel'
const customWords = (custom: CustomValues) =>
  Object.entries(custom)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ')
const timeWords = (time: string | null) => (time ? formatTimeOfDay(time) : '')

/**
 * What a person decides about when somebody else changed the same delivery.
 * @param driverName the name of a driver, as far as it is known here
 * @param scopeName that of a client or a depot
 * @param money an amount in the workspace's currency
 */
export function deliveryParts(
  driverName: (id: string) => string,
  scopeName: (id: string) => string,
  money: (minorUnits: number) => string,
): Part<DeliveryValues>[] {
  return [
    text('Recipient', 'recipient_name'),
    text('Phone', 'recipient_phone'),
    text('Email', 'recipient_email'),
    one<string>('Language', 'recipient_language', languageWords),
    one<boolean>('Confidential', 'is_confidential', (isSo) => (isSo ? 'Yes' : 'No')),
    text('Delivery address', 'delivery_address'),
    text('Pickup address', 'pickup_address'),
    // Who vouches for a position is meaningless for another one.
    {
      label: 'Position',
      fields: ['delivery_location', 'location_origin'],
      show: ({ delivery_location }) => placeWords(delivery_location),
    },
    one<string | null>('Day', 'scheduled_date', dayWords),
    one<string | null>('Not before', 'window_start', timeWords),
    one<string | null>('Not after', 'window_end', timeWords),
    number('Minutes at the door', 'service_minutes'),
    number('Weight', 'weight_kg', formatKilograms),
    number('Volume', 'volume_l', formatVolume),
    one<string>('Priority', 'priority', (value) => priorityWords[Number(value)] ?? value),
    one<string>('Driver', 'wanted_driver_id', (id) => (id === planner ? 'Let the planner decide' : driverName(id))),
    one<string | null>('Client', 'client_id', (id) => (id ? scopeName(id) : 'Your own')),
    one<string>('Depot', 'depot_id', (id) => (id ? scopeName(id) : 'The default depot')),
    text('Skills', 'skills'),
    text('Reference', 'reference'),
    text('Notes', 'notes'),
    one<DeliveryKind>('Kind', 'kind', (kind) => kindWords[kind]),
    { label: 'Parcels', fields: ['parcels'], show: ({ parcels }) => parcels.map(parcelWords).join('; ') },
    number('Pieces', 'units'),
    number('Collected weight', 'return_weight_kg', formatKilograms),
    number('Collected volume', 'return_volume_l', formatVolume),
    number('Collected pieces', 'return_units'),
    one<boolean>('No day yet', 'is_undated', (isUndated) => (isUndated ? 'Yes' : 'No')),
    one<string | null>('Not before this day', 'earliest_date', dayWords),
    one<string | null>('Not after this day', 'latest_date', dayWords),
    {
      label: 'More windows',
      fields: ['more_windows'],
      show: ({ more_windows }) => more_windows.map(({ start, end }) => hoursWords(start, end)).join(', '),
    },
    text('Name of the delivery address', 'place_name'),
    {
      label: 'Other places',
      fields: ['other_places'],
      show: ({ other_places }) => sayPlaces(other_places),
    },
    one<string | null>('Preferably from', 'preferred_start', timeWords),
    one<string | null>('Preferably until', 'preferred_end', timeWords),
    one<string | null>('Ready from', 'ready_time', timeWords),
    number('Minutes to park and walk', 'setup_minutes'),
    {
      label: 'Pickup position',
      fields: ['pickup_location', 'pickup_origin'],
      show: ({ pickup_location }) => placeWords(pickup_location),
    },
    text('Who hands it over', 'pickup_name'),
    text('Pickup phone', 'pickup_phone'),
    text('Pickup notes', 'pickup_notes'),
    one<string | null>('Pickup from', 'pickup_window_start', timeWords),
    one<string | null>('Pickup until', 'pickup_window_end', timeWords),
    number('Minutes at the pickup', 'pickup_service_minutes'),
    one<string | null>('Pickup place', 'pickup_place_id', (id) => (id === null ? 'None' : 'Another one')),
    number('Minutes of preparation', 'preparation_minutes'),
    one<Requirement[]>('Required at the door', 'requirements', (all) =>
      all.map((each) => requirementWords[each]).join(', '),
    ),
    number('Minimum age', 'minimum_age'),
    number('Cash to collect', 'cash_amount', money),
    number('Lowest temperature', 'temperature_min_c'),
    number('Highest temperature', 'temperature_max_c'),
    text('Order reference', 'order_reference'),
    number('Step', 'order_step'),
    text('Tags', 'tags'),
    number('Minutes on board at most', 'max_ride_minutes'),
    number('Minutes of detour at most', 'max_detour_minutes'),
    number('Worth', 'worth', money),
    { label: 'Own fields', fields: ['custom'], show: ({ custom }) => customWords(custom) },
  ]
}
