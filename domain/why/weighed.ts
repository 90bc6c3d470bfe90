import type { VroomInput, VroomShipmentStep } from '#solver/json/vroom.ts'
import { hourOf } from '../problem/choices.ts'
import type { PlanConstraint } from '../schema/plan-why.ts'

type Preferring = { preferred_start?: string | null; preferred_end?: string | null }

/**
 * A problem with what its routes really cost. Balance, compactness, changes of drivers and lateness that cannot be avoided weigh in a search,
 * and cost nobody anything; only a preferred time that is missed does.
 */
export function bareOf(problem: VroomInput, deliveries: ReadonlyMap<number, Preferring>): VroomInput {
  const { balance: _, compactness: __, previous: ___, ...rest } = problem
  const bare = <T extends VroomShipmentStep>(id: number, { soft_time_window, ...step }: T) => {
    const { preferred_start, preferred_end } = deliveries.get(id) ?? {}
    const isPreferred = preferred_start != null || preferred_end != null
    return { ...step, ...(isPreferred && soft_time_window && { soft_time_window }) }
  }
  return {
    ...rest,
    jobs: (problem.jobs ?? []).map((job) => bare(job.id, job)) as VroomInput['jobs'],
    shipments: (problem.shipments ?? []).map((shipment) => ({
      ...shipment,
      pickup: bare(shipment.pickup.id, shipment.pickup) as typeof shipment.pickup,
      delivery: bare(shipment.delivery.id, shipment.delivery) as typeof shipment.delivery,
    })),
  }
}

/** What a variant of a plan comes to. `cost`: in the solver's units. */
export type Weight = { cost: number; late_seconds: number; unassigned: number }

/** Who saves less than this need not hear of it: a minute of driving. */
const leastMinutes = 1
/** So many constraints are told. */
const most = 3

/** Of variants of a plan, those that save most, the most first: who is brought as well counts more than any way. */
export function dearest<T extends { weight: Weight }>(
  variants: readonly T[],
  { weight: kept }: { weight: Weight },
  problem: Pick<VroomInput, 'vehicles'>,
): T[] {
  const hour = hourOf({ jobs: [], ...problem })
  const worth = ({ cost, late_seconds }: Weight) => cost + (hour * late_seconds) / 3600
  const saved = ({ weight }: T) => worth(kept) - worth(weight)
  const placed = ({ weight }: T) => kept.unassigned - weight.unassigned
  return variants
    .filter((each) => placed(each) > 0 || (placed(each) === 0 && saved(each) >= (hour / 60) * leastMinutes))
    .toSorted((a, b) => placed(b) - placed(a) || saved(b) - saved(a))
    .slice(0, most)
}

/** The difference between two sums of routes, as it is shown. */
export function effectBetween(
  kept: Sums,
  without: Sums,
  { hasCosts, moneyPerCost }: { hasCosts: boolean; moneyPerCost: number },
): PlanConstraint['effect'] {
  return {
    cost: hasCosts ? Math.round((without.cost - kept.cost) * moneyPerCost) : null,
    distance_km: Math.round(without.distance_km * 1000 - kept.distance_km * 1000) / 1000,
    driving_seconds: without.driving_seconds - kept.driving_seconds,
    late_seconds: without.late_seconds - kept.late_seconds,
    unassigned: without.unassigned - kept.unassigned,
  }
}

export type Sums = Weight & { distance_km: number; driving_seconds: number }
