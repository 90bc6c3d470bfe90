import { sayTemperatures, temperatureOf } from '#domain/problem/temperature.ts'
import type { CompartmentNow } from '#domain/schema/temperature.ts'
import { formatNumber } from '#web/lib/format.ts'

type Limits = Pick<CompartmentNow, 'temperature_min_c' | 'temperature_max_c'>

/** `−3.5 °C`. */
export const degrees = (celsius: number) => `${formatNumber(Math.round(celsius * 10) / 10 + 0).replace('-', '−')} °C`

/** What is right, such as `2 to 8 °C`. Empty if anything is. */
export function rangeWords(limits: Limits): string {
  const range = temperatureOf(limits)
  return range ? sayTemperatures(range) : ''
}

/** A vehicle with its compartment. */
export const placeWords = ({ vehicle_code, compartment }: { vehicle_code: string; compartment: string }) =>
  compartment ? `${vehicle_code}, ${compartment}` : vehicle_code

/** What a compartment is known by, also after the list of them changes. */
export const placeKey = ({ vehicle_id, compartment }: { vehicle_id: string; compartment: string }) =>
  `${vehicle_id}:${compartment}`

export const stateWords: Record<
  CompartmentNow['state'],
  { label: string; tone: 'success' | 'danger' | 'warning' | 'neutral' }
> = {
  fine: { label: 'In range', tone: 'success' },
  too_cold: { label: 'Too cold', tone: 'danger' },
  too_warm: { label: 'Too warm', tone: 'danger' },
  silent: { label: 'No news', tone: 'warning' },
  unknown: { label: 'No reading yet', tone: 'neutral' },
}
