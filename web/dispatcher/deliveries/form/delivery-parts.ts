import { formatDay, formatKilograms, formatTimeOfDay, formatVolume } from '#web/lib/format.ts'
import { partsOf, placeWords, type Part } from '#web/lib/part.ts'
import { priorityWords } from '../delivery-words.ts'
import { planner, type DeliveryValues } from './delivery-values.ts'

const { one, text, number } = partsOf<DeliveryValues>()

const timeWords = (time: string | null) => (time ? formatTimeOfDay(time) : '')

/**
 * What a person decides about when somebody else changed the same delivery.
 * @param driverName the name of a driver, as far as it is known here
 * @param scopeName that of a client or a depot
 */
export function deliveryParts(
  driverName: (id: string) => string,
  scopeName: (id: string) => string,
): Part<DeliveryValues>[] {
  return [
    text('Recipient', 'recipient_name'),
    text('Phone', 'recipient_phone'),
    text('Email', 'recipient_email'),
    text('Delivery address', 'delivery_address'),
    text('Pickup address', 'pickup_address'),
    // Who vouches for a position is meaningless for another one.
    {
      label: 'Position',
      fields: ['delivery_location', 'location_origin'],
      show: ({ delivery_location }) => placeWords(delivery_location),
    },
    one<string | null>('Day', 'scheduled_date', (day) => (day ? formatDay(day) : '')),
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
  ]
}
