import type { BulkChange, BulkResult } from '#domain/api/bulk.ts'
import type { AnyEntry } from '#domain/chain/verify.ts'
import { shownEntries, type ShownEntry } from '#domain/delivery-chain.ts'
import { canChange, canUncancel, isEditable, type DeliveryState } from '#domain/delivery-state.ts'
import { errors, type ErrorCode } from '#domain/errors.ts'
import type { Delivery, DeliveryEvent } from '#domain/schema/delivery.ts'
import type { PlanState } from '#domain/schema/plan.ts'

/** The fields that a bulk change may set. */
const fields = ['scheduled_date', 'wanted_driver_id', 'priority', 'client_id', 'depot_id'] as const
export type Fields = Partial<Pick<Delivery, (typeof fields)[number]>>

/** Why a delivery is not changed: a code, and a sentence where the code's own says too little. */
export type Refusal = { code: ErrorCode; reason?: string }

type Stored = Pick<Delivery, 'id' | 'number' | 'status' | 'source' | 'reference' | (typeof fields)[number]> & {
  deleted_at: string | null
  erased_at: string | null
  route_id: string | null
}

/** Why a state allows no change, in a sentence that fits many deliveries as well. */
const whyHeld: Partial<Record<DeliveryState, string>> = {
  planned: 'It is on a planned route.',
  dispatched: 'It was dispatched to its driver.',
  in_transit: 'It is already on the way.',
  arrived: 'The driver is already at the door.',
  delivered: 'It is already delivered.',
}

function held(status: DeliveryState): Refusal {
  return { code: status === 'delivered' ? 'delivery_state' : 'delivery_on_route', reason: whyHeld[status]! }
}

/** What the change would do to this delivery: nothing, or which change, or why it is refused. */
export function decide(delivery: Stored | undefined, change: BulkChange): 'unchanged' | 'changed' | Refusal {
  if (change.deleted && delivery?.deleted_at) return 'unchanged'
  if (!delivery || delivery.deleted_at) return { code: 'delivery_not_found' }
  const { status } = delivery
  if (delivery.erased_at && !change.deleted) return { code: 'delivery_erased' }
  if (change.status) {
    if (status === change.status) return 'unchanged'
    return canChange(status, change.status) ? 'changed' : held(status)
  }
  if (!change.deleted && fields.every((field) => change[field] === undefined || change[field] === delivery[field])) {
    return 'unchanged'
  }
  return isEditable(status) ? 'changed' : held(status)
}

/** What a bulk change changes, in words. */
const respects: Record<keyof BulkChange, string> = {
  scheduled_date: 'its day',
  wanted_driver_id: 'its driver',
  priority: 'its priority',
  client_id: 'its client',
  depot_id: 'its depot',
  status: 'its status',
  deleted: 'it',
}

/**
 * Why a delivery keeps what somebody else did in the same respect, if they did. Other changes since stay beside this one;
 * only a deletion would take them along.
 * @param updates how often the delivery was changed since the caller saw it. Not every update has an entry, so this may
 *   look back too far, never too little.
 */
export function changedSince(entries: AnyEntry[], updates: number, change: BulkChange): Refusal | undefined {
  const field = (Object.keys(change) as (keyof BulkChange)[]).find((each) => change[each] !== undefined)!
  const concerns = ({ kind, detail }: ShownEntry) =>
    kind === 'updated'
      ? change.deleted || field in detail
      : kind === 'status_changed' && (change.deleted || change.status)
  const history = shownEntries(entries).map(({ shown }) => shown)
  const changes = history.filter(({ kind }) => kind !== 'created' && kind !== 'recorded')
  const last = (updates > 0 ? changes.slice(-updates) : changes).findLast(concerns)
  if (!last) return undefined
  const what = respects[field]
  return { code: 'version_conflict', reason: `${last.actor_name} changed ${what} after you opened the list.` }
}

/** Plans in this state have their deliveries in these states. */
const routeStates: Partial<Record<DeliveryState, PlanState>> = {
  planned: 'approved',
  dispatched: 'dispatched',
  in_transit: 'dispatched',
  arrived: 'dispatched',
}

type WithId = AnyEntry & { id: string }

/** The wanted entries of these chains with what they changed, and the last hash of each chain. */
export function undoable(entries: WithId[], ids: string[]) {
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const last = new Map<string, string>()
  const events: (Pick<DeliveryEvent, 'kind' | 'detail' | 'hash'> & { delivery_id: string })[] = []
  for (const [delivery_id, chain] of Map.groupBy(entries, ({ subject_id }) => subject_id)) {
    for (const { entry, shown } of shownEntries(chain)) {
      last.set(delivery_id, entry.hash)
      if (wanted.has(entry.id)) events.push({ ...shown, delivery_id })
    }
  }
  return { events, last }
}

/** What undoes an entry of a history. */
export type Reversal = { kind: 'fields'; fields: Fields } | { kind: 'state'; to: DeliveryState } | { kind: 'restore' }

/**
 * What undoes this entry, or why it cannot be undone.
 * @param planState the state of the plan whose route the delivery is on, if any
 */
export function reverse(
  event: Pick<DeliveryEvent, 'kind' | 'detail' | 'hash'>,
  lastHash: string | undefined,
  planState: PlanState | undefined,
): Reversal | Refusal {
  const refusal: Refusal = { code: 'cannot_undo' }
  if (event.hash !== lastHash) return refusal
  if (event.kind === 'deleted') return { kind: 'restore' }
  if (event.kind === 'updated') return reverseFields(event.detail) ?? refusal
  const { from, to } = event.detail as { from: DeliveryState; to: DeliveryState }
  if (event.kind !== 'status_changed' || to !== 'cancelled' || !canUncancel(from)) return refusal
  if (routeStates[from] && routeStates[from] !== planState) {
    return { code: 'cannot_undo', reason: 'Its route was taken back since. Reopen it to plan it again.' }
  }
  return { kind: 'state', to: from }
}

function reverseFields(detail: DeliveryEvent['detail']): Reversal | undefined {
  const known: readonly string[] = [...fields, 'wanted_driver_name']
  if (!Object.keys(detail).every((field) => known.includes(field))) return undefined
  const before = Object.entries(detail).map(([field, change]) => [field, (change as { from: unknown }).from])
  const { wanted_driver_name: _, ...given } = Object.fromEntries(before) as Record<string, unknown>
  return { kind: 'fields', fields: given }
}

/** The answer's entry for a delivery that stays as it is. */
export function refusedEntry(
  id: string,
  delivery: Pick<Stored, 'number' | 'status' | 'deleted_at'> | undefined,
  { code, reason }: Refusal,
): BulkResult['refused'][number] {
  // A deleted delivery is gone for everybody but its own undo.
  const known = delivery?.deleted_at && code === 'delivery_not_found' ? undefined : delivery
  return {
    id,
    number: known?.number ?? null,
    status: known?.status ?? null,
    code,
    reason: reason ?? errors[code].say,
  }
}
