import { namedPlace } from '#domain/address/named-place.ts'
import type { CarriedDelivery, DrivenStop } from '#domain/schema/driver-day.ts'
import type { ParcelPlace } from '#domain/schema/order.ts'
import type { Wishes } from '#domain/schema/wishes.ts'
import type { Words } from '../words/words.ts'

/** Where a stop is: what its place is called, if it is one of several, and its address. */
export const addressOf = ({ address, delivery }: Pick<DrivenStop, 'address' | 'delivery'>) =>
  namedPlace(delivery?.place_name, address)

/** Who or what is at a stop. */
export function stopName({ kind, name, delivery }: DrivenStop, { say }: Pick<Words, 'say'>): string {
  const who = delivery?.name || name
  if (kind === 'start') return say('stop.start', { name })
  if (kind === 'end') return say('stop.end', { name })
  if (kind === 'reload') return say('stop.reload', { name })
  if (kind === 'break') return say('stop.break')
  if (kind === 'pickup') return say('stop.pickup', { name: who || say('stop.noName') })
  return who || say('stop.noName')
}

/** When somebody may come, from all windows. */
export function windowsOf(delivery: CarriedDelivery, { say, timeOfDay }: Words): string[] {
  const { window_start, window_end, more_windows } = delivery
  const windows =
    window_start && window_end ? [{ start: window_start, end: window_end }, ...more_windows] : more_windows
  return windows.map(({ start, end }) => say('stop.window', { from: timeOfDay(start), to: timeOfDay(end) }))
}

/** Where a parcel lies in the van: `back, left, floor`. */
export function placeOf(place: ParcelPlace | null, { say, list }: Words): string {
  if (!place) return ''
  const parts = [place.row, place.side, place.level].filter((part) => part !== null)
  return list(parts.map((part) => say(`place.${part}`)))
}

/** Whether something is collected here rather than brought. */
export const isCollected = ({ kind, delivery }: DrivenStop): boolean => kind === 'pickup' || delivery?.kind === 'return'

export function temperatureOf(
  { temperature_min_c: min, temperature_max_c: max }: CarriedDelivery,
  { say, unit }: Words,
) {
  const written = (celsius: number) => unit(celsius, 'celsius')
  if (min !== null && max !== null) return say('stop.temperature', { min: written(min), max: written(max) })
  if (max !== null) return say('stop.temperatureMax', { max: written(max) })
  return min === null ? undefined : say('stop.temperatureMin', { min: written(min) })
}

/** What the recipient asked for on the tracking page, one thing a text. */
export function wishesOf({ note, leave, leave_where: where, receiver }: Wishes, { say }: Pick<Words, 'say'>): string[] {
  return [
    note ?? '',
    leave ? say(`wish.${leave}`, { where: where ?? '–' }) : '',
    receiver ? say('wish.receiver', { name: receiver }) : '',
  ].filter(Boolean)
}

/** Who alone may receive it, if a prescription says so. */
export function receiversOf({ name, handed_to }: Pick<CarriedDelivery, 'name' | 'handed_to'>): string[] {
  return handed_to ? [...new Set([name, ...handed_to.authorized_names].filter((each) => each !== null))] : []
}
