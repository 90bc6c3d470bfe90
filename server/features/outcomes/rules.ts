import type { DeliveryState } from '#domain/delivery-state.ts'
import { failureReasonNames, type FailureReason } from '#domain/failure-reasons.ts'
import type { OutcomeFigures, Outcomes } from '#domain/schema/outcomes.ts'
import { lowRating } from '#domain/low-rating.ts'

/** Deliveries that ended alike. */
export type OutcomeGroup = {
  driver_id: string | null
  vehicle_id: string | null
  status: DeliveryState
  failure_reason: FailureReason | null
  rating: number | null
  count: number
}

/** Adds them up. */
export function toOutcomes(groups: readonly OutcomeGroup[]): Outcomes {
  const failed = groups.filter(({ status }) => status === 'failed')
  const reasons = Map.groupBy(failed, ({ failure_reason }) => failure_reason)
  return {
    ...figuresOf(groups),
    stars: [1, 2, 3, 4, 5].map((stars) => sum(groups.filter(({ rating }) => rating === stars))),
    reasons: [...reasons]
      .map(([reason, members]) => ({ reason, failed: sum(members) }))
      .toSorted((a, b) => b.failed - a.failed || placeOf(a.reason) - placeOf(b.reason)),
    drivers: by(groups, 'driver_id').map(([driver_id, members]) => ({ driver_id, ...figuresOf(members) })),
    vehicles: by(groups, 'vehicle_id').map(([vehicle_id, members]) => ({ vehicle_id, ...figuresOf(members) })),
  }
}

/** As people choose them; no reason comes last. */
const placeOf = (reason: FailureReason | null) => (reason ? failureReasonNames.indexOf(reason) : Infinity)

const sum = (groups: readonly OutcomeGroup[]) => groups.reduce((all, { count }) => all + count, 0)

const by = (groups: readonly OutcomeGroup[], key: 'driver_id' | 'vehicle_id') =>
  [...Map.groupBy(groups, (group) => group[key])].flatMap(([id, members]) =>
    id === null ? [] : [[id, members] as const],
  )

function figuresOf(groups: readonly OutcomeGroup[]): OutcomeFigures {
  const of = (status: DeliveryState) => sum(groups.filter((group) => group.status === status))
  const given = groups.flatMap((group) => (group.rating === null ? [] : [{ ...group, rating: group.rating }]))
  const rated = sum(given)
  const stars = given.reduce((all, { rating, count }) => all + rating * count, 0)
  return {
    delivered: of('delivered'),
    failed: of('failed'),
    rated,
    rating: rated ? Math.round((stars / rated) * 100) / 100 : null,
    low: sum(given.filter(({ rating }) => rating <= lowRating)),
  }
}
