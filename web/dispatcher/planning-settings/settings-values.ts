import type { Balance, PlanningSettings, TrafficStep } from '#domain/schema/planning-settings.ts'
import type { VehicleCost } from '#domain/schema/fleet-fields.ts'
import { vehicleTypes, type Vehicle } from '#domain/schema/vehicle.ts'
import { numberOrNull, toSkills } from '#web/lib/field-values.ts'
import { fromOvertimeDrafts, toOvertimeDrafts } from '../records/overtime-draft.ts'

type Type = Vehicle['type']
type ByType = Record<Type, number>

/** A step of traffic: from then on, so many percent of the usual speed. */
export type TrafficDraft = { from: string; percent: number }

const moneyNames = [
  'cost_fixed',
  'cost_per_km',
  'cost_per_hour',
  'cost_per_service_hour',
  'cost_per_waiting_hour',
  'cost_per_stop',
  'cost_per_parcel',
  'cost_per_hour_late',
  'cost_per_hour_early',
  'familiar_cost',
] as const satisfies (VehicleCost | keyof PlanningSettings)[]

const byType = (stored: Partial<ByType>) =>
  Object.fromEntries(vehicleTypes.map((type) => [type, stored[type] ?? Number.NaN])) as ByType

const withoutEmpty = (values: ByType) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !Number.isNaN(value))) as Partial<ByType>

export const toTrafficDrafts = (steps: readonly TrafficStep[]) =>
  steps.map(({ from, factor }): TrafficDraft => ({ from, percent: Math.round(factor * 100) }))

/** Two tags as the form holds them. */
export type PairDraft = { one: string; other: string }

const toPairDraft = ([one, other]: readonly [string, string]): PairDraft => ({ one, other })
const fromPairDraft = ({ one, other }: PairDraft) => [one, other]

/** The settings as the form holds them. */
export function toSettingsValues(settings: PlanningSettings) {
  const money = Object.fromEntries(moneyNames.map((name) => [name, settings[name] ?? Number.NaN]))
  return {
    ...(money as Record<(typeof moneyNames)[number], number>),
    overtime: toOvertimeDrafts(settings.overtime),
    speeds: byType(settings.speeds),
    service_factors: byType(settings.service_factors),
    traffic: toTrafficDrafts(settings.traffic),
    traffic_from: settings.traffic_from,
    learned_by_itself: settings.learned_by_itself,
    learned_after_visits: settings.learned_after_visits,
    detour_factor: settings.detour_factor,
    balance: { of: settings.balance?.of ?? ('none' as const), strength: settings.balance?.strength ?? 100 },
    compactness_percent: settings.compactness_percent ?? Number.NaN,
    priority_order: settings.priority_order,
    same_address_service: settings.same_address_service,
    keep_apart: settings.keep_apart.map(toPairDraft),
    keep_apart_on_board: settings.keep_apart_on_board.map(toPairDraft),
    keep_together: settings.keep_together.join(', '),
    promise_tolerance_minutes: settings.promise_tolerance_minutes ?? Number.NaN,
  }
}
export type SettingsValues = ReturnType<typeof toSettingsValues>

/** The settings for the API. */
export function fromSettingsValues(values: SettingsValues) {
  const money = Object.fromEntries(moneyNames.map((name) => [name, numberOrNull(values[name])]))
  const { of, strength } = values.balance as { of: Balance['of'] | 'none'; strength: number }
  return {
    ...money,
    overtime: fromOvertimeDrafts(values.overtime),
    speeds: withoutEmpty(values.speeds),
    service_factors: withoutEmpty(values.service_factors),
    traffic: values.traffic.map(({ from, percent }) => ({ from, factor: percent / 100 })),
    traffic_from: values.traffic_from,
    learned_by_itself: values.learned_by_itself,
    learned_after_visits: values.learned_after_visits,
    detour_factor: values.detour_factor,
    balance: of === 'none' ? null : { of, strength },
    compactness_percent: numberOrNull(values.compactness_percent),
    priority_order: values.priority_order,
    same_address_service: values.same_address_service,
    keep_apart: values.keep_apart.map(fromPairDraft),
    keep_apart_on_board: values.keep_apart_on_board.map(fromPairDraft),
    keep_together: toSkills(values.keep_together),
    promise_tolerance_minutes: numberOrNull(values.promise_tolerance_minutes),
  }
}
