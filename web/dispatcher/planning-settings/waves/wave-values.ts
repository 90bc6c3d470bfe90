import type { Wave } from '#domain/schema/wave.ts'

/** The values of the form of a wave. */
export type WaveValues = {
  name: string
  plan_at: string
  /** Empty if orders do not freeze. */
  freeze_at: string
  days: 'working' | 'chosen'
  weekdays: number[]
  plans_for: Wave['plans_for']
  /** Empty for all depots. */
  depot_id: string
  drivers: 'all' | 'chosen'
  driver_ids: string[]
  time_limit_seconds: number
  moves_late_orders: boolean
  active: boolean
}

const usualWeek = [1, 2, 3, 4, 5]

/** A wave as its form shows it; of a new one, what is usual. */
export function toValues(wave: Wave | undefined): WaveValues {
  return {
    name: wave?.name ?? '',
    plan_at: wave?.plan_at ?? '05:30',
    freeze_at: wave ? (wave.freeze_at ?? '') : '18:00',
    days: wave?.weekdays ? 'chosen' : 'working',
    weekdays: wave?.weekdays ?? usualWeek,
    plans_for: wave?.plans_for ?? 'same_day',
    depot_id: wave?.depot_id ?? '',
    drivers: wave?.driver_ids ? 'chosen' : 'all',
    driver_ids: wave?.driver_ids ?? [],
    time_limit_seconds: wave?.time_limit_seconds ?? 30,
    moves_late_orders: wave?.moves_late_orders ?? true,
    active: wave?.active ?? true,
  }
}

/** What is sent. */
export function toBody({ days, weekdays, drivers, driver_ids, depot_id, freeze_at, ...values }: WaveValues) {
  return {
    ...values,
    freeze_at: freeze_at || null,
    weekdays: days === 'chosen' ? weekdays : null,
    depot_id: depot_id || null,
    driver_ids: drivers === 'chosen' ? driver_ids : null,
  }
}
