import type { Delivery } from '#domain/schema/delivery.ts'
import type { MapStop } from '#web/map/map-types.ts'
import { windowWords } from '#web/lib/window-words.ts'

const colors = { 1: '#b8440f', 2: '#0b6fb8', 3: '#5c6663' }

type Pending = Pick<
  Delivery,
  | 'id'
  | 'number'
  | 'recipient_name'
  | 'delivery_address'
  | 'delivery_location'
  | 'window_start'
  | 'window_end'
  | 'priority'
>

/** A mark without a number for each delivery with a position. Its color is its priority. */
export function pendingStops(deliveries: readonly Pending[]): MapStop[] {
  return deliveries.flatMap((delivery) => {
    const { id, number, recipient_name, delivery_address, delivery_location, priority } = delivery
    if (!delivery_location) return []
    const words = [
      `#${number} ${recipient_name ?? delivery_address}`,
      windowWords(delivery),
      priority === 1 && 'urgent',
    ]
    return {
      id,
      position: delivery_location,
      label: priority === 1 ? '!' : '',
      color: colors[priority as 1 | 2 | 3],
      title: words.filter(Boolean).join(', '),
    }
  })
}
