import type { Plan, Stop, Unassigned, UnassignedGroup } from '#domain/schema/plan.ts'
import type { UnpublishedChanges } from '#domain/schema/unpublished.ts'
import { totalsOf } from '#domain/plan/totals.ts'
import { withRoutes } from '../changes/with-result.ts'

const takenOff = { reason_code: 'taken_off', reason: 'A dispatcher took it off its route. It is not published yet.' }

/** The plan as it will be once its changes are published. */
export function planWithChanges(plan: Plan, { result, changes }: Pick<UnpublishedChanges, 'result' | 'changes'>): Plan {
  if (!result) return plan
  const routes = withRoutes(plan.routes, result)
  const placed = new Set(routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  const elsewhere = anotherDay(plan.day, changes)
  const gone = plan.routes.flatMap(({ stops }) =>
    stops.filter((stop) => isGone(stop, placed) && !elsewhere.has(stop.delivery_id)),
  )
  const byId = new Map(gone.map((stop) => [stop.delivery_id!, leftOut(stop)]))
  const unassigned = [...plan.unassigned.filter(({ delivery_id }) => !placed.has(delivery_id)), ...byId.values()]
  return {
    ...plan,
    routes,
    unassigned,
    unassigned_groups: [...withoutPlaced(plan.unassigned_groups, placed), ...groupOf([...byId.keys()])],
    totals: plan.totals && totalsOf(routes, unassigned.length),
  }
}

const isGone = ({ delivery_id, delivery_status }: Stop, placed: ReadonlySet<string | null>) =>
  delivery_id !== null && !placed.has(delivery_id) && delivery_status !== 'cancelled'

/** Deliveries that are taken off for another day. They wait there. */
function anotherDay(day: string, changes: UnpublishedChanges['changes']): ReadonlySet<string | null> {
  const edits = changes.flatMap((change) => change.edits)
  return new Set(
    edits.flatMap((edit) => (edit.type === 'remove' && (edit.scheduled_date ?? day) !== day ? edit.delivery_ids : [])),
  )
}

function leftOut(stop: Stop): Unassigned {
  return {
    ...takenOff,
    delivery_id: stop.delivery_id!,
    delivery_number: stop.delivery_number!,
    delivery_address: stop.address,
    recipient_name: stop.name || null,
    location: stop.location,
  }
}

function withoutPlaced(groups: readonly UnassignedGroup[], placed: ReadonlySet<string | null>): UnassignedGroup[] {
  return groups.flatMap((group) => {
    const delivery_ids = group.delivery_ids.filter((id) => !placed.has(id))
    return delivery_ids.length ? [{ ...group, delivery_ids, count: delivery_ids.length }] : []
  })
}

const groupOf = (delivery_ids: string[]): UnassignedGroup[] =>
  delivery_ids.length ? [{ ...takenOff, delivery_ids, count: delivery_ids.length, fix: null }] : []
