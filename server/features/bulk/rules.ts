import type { BulkChange, BulkEdit } from '#domain/api/bulk.ts'
import type { BulkResult } from '#domain/api/bulk-result.ts'
import { inOrder, stateOf, type AnyEntry } from '#domain/chain/verify.ts'
import { shownEntries, type ShownEntry } from '#domain/delivery-chain.ts'
import { canChange, canUncancel, isEditable, type DeliveryState } from '#domain/delivery-state.ts'
import { AppError, errors, type ErrorCode } from '#domain/errors.ts'
import { undoMilliseconds, whyNoStep, type Way } from '#domain/hand-status.ts'
import { checkOrder } from '#domain/orders/check-order.ts'
import { orderDefaults } from '#domain/orders/order-defaults.ts'
import { mostInOrder, type Delivery, type DeliveryEvent } from '#domain/schema/delivery.ts'
import { usualMinimumAge } from '#domain/schema/order.ts'
import type { PlanState } from '#domain/schema/plan.ts'
import { differences, onRouteChange } from '../deliveries/commands.ts'
import type { PlaceBefore, StatusBefore } from '../statuses/commands.ts'

/** The fields that a bulk change may set. */
const fields = ['scheduled_date', 'wanted_driver_id', 'priority', 'client_id', 'depot_id'] as const
/** The fields that it may set together. */
const edited = [
  'window_start',
  'window_end',
  'ready_time',
  'service_minutes',
  'setup_minutes',
  'notes',
  'requirements',
  'minimum_age',
  'tags',
  'skills',
] as const
type Edited = Pick<Delivery, (typeof edited)[number]>
export type Fields = Partial<Pick<Delivery, (typeof fields)[number]> & Edited>

/** Why a delivery is not changed: a code, and a sentence where the code's own says too little. */
export type Refusal = { code: ErrorCode; reason?: string }

type Stored = Pick<
  Delivery,
  | 'id'
  | 'number'
  | 'status'
  | 'status_at'
  | 'failure_reason'
  | 'status_note'
  | 'source'
  | 'reference'
  | (typeof fields)[number]
  | (typeof edited)[number]
> & {
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

export function held(status: DeliveryState): Refusal {
  return { code: status === 'delivered' ? 'delivery_state' : 'delivery_on_route', reason: whyHeld[status]! }
}

/** What a change has to know besides: what it says is when it happened, and how far each delivery came. */
export type Steps = { at: Date; wayOf: (id: string) => Way }

/** On which days, and how many copies of each delivery on each. */
export type Copying = { days: (string | null)[]; times: number }

/**
 * Copies of deliveries, in the order of their numbers. Deliveries of one order become an order of their own each time; one
 * alone leaves its order.
 * @throws AppError `order_too_large`
 */
export function copiesOf<D extends Copied>(rows: D[], { days, times }: Copying, firstNumber: number): D[] {
  const orders = Map.groupBy(rows, orderOf)
  const isOrder = (row: D) => row.order_reference !== null && orders.get(orderOf(row))!.length > 1
  if (rows.some((row) => isOrder(row) && orders.get(orderOf(row))!.length > mostInOrder)) {
    throw new AppError('order_too_large')
  }
  const copies: D[] = []
  for (const day of days.flatMap((each) => Array.from({ length: times }, () => each))) {
    const references = new Map<string, string>()
    for (const row of rows) {
      const order = orderOf(row)
      if (!references.has(order)) references.set(order, `O-${firstNumber + copies.length}`)
      copies.push(copyOf(row, day, isOrder(row) ? references.get(order)! : null))
    }
  }
  return copies
}

export type Copied = Pick<
  Delivery,
  | 'reference'
  | 'scheduled_date'
  | 'scheduled_time'
  | 'earliest_date'
  | 'latest_date'
  | 'client_id'
  | 'order_reference'
  | 'order_step'
  | 'parcels'
>

const orderOf = ({ order_reference, scheduled_date, client_id }: Copied) =>
  JSON.stringify([order_reference, scheduled_date, client_id])

/** A code belongs to one open parcel, a reference to one delivery. */
function copyOf<D extends Copied>(row: D, day: string | null, order_reference: string | null): D {
  return {
    ...row,
    reference: null,
    scheduled_date: day,
    scheduled_time: null,
    earliest_date: day === null ? row.earliest_date : null,
    latest_date: day === null ? row.latest_date : null,
    order_reference,
    order_step: order_reference === null ? null : row.order_step,
    parcels: row.parcels.map((parcel) => ({ ...parcel, code: null })),
  }
}

/** Whether a delivery has not left for its recipient, so that it can be cancelled without asking the driver. */
export function isStillHere(status: DeliveryState): boolean {
  return status === 'pending' || status === 'planned'
}

/** What an edit makes of a delivery's fields. */
export function editOf(before: Edited, edit: BulkEdit): Fields {
  const { add_tags, remove_tags, add_skills, remove_skills, ...given } = edit
  const { requirements } = given
  const minimum_age = requirements?.includes('age') ? (before.minimum_age ?? usualMinimumAge) : null
  const changed = {
    ...given,
    ...(requirements && { minimum_age }),
    ...((add_tags ?? remove_tags) && { tags: changedList(before.tags, add_tags, remove_tags) }),
    ...((add_skills ?? remove_skills) && { skills: changedList(before.skills, add_skills, remove_skills) }),
  }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
}

const changedList = (before: string[], added: string[] = [], removed: string[] = []) =>
  [...new Set([...before, ...added])].filter((each) => !removed.includes(each))

/** As many as a delivery may have. */
const mostWords = 20

/** Why an edit cannot change a delivery on a route, if it cannot: its route has to be timed again for it. */
function whyNotEdited(delivery: Stored, after: Fields, stuck: ReadonlySet<string>): Refusal | undefined {
  const { status, route_id } = delivery
  const done = onRouteChange(delivery, differences(delivery, after))
  if (done === 'timed' && stuck.has(route_id!)) {
    return { code: 'driver_inactive', reason: 'The driver of its route is inactive. Give the route to another one.' }
  }
  if (done !== 'refused') return undefined
  const isAhead = status === 'planned' || status === 'dispatched'
  const reason = 'On a route, not all of this can be changed. Take it off the route first.'
  return isAhead ? { code: 'delivery_on_route', reason } : held(status)
}

function decideEdit(delivery: Stored, edit: BulkEdit, stuck: ReadonlySet<string>): 'unchanged' | 'changed' | Refusal {
  const after = editOf(delivery, edit)
  const isSame = edited.every(
    (field) => !(field in after) || JSON.stringify(after[field]) === JSON.stringify(delivery[field]),
  )
  if (isSame) return 'unchanged'
  const refusal = isEditable(delivery.status) ? undefined : whyNotEdited(delivery, after, stuck)
  if (refusal) return refusal
  const [problem] = checkOrder({ ...delivery, ...after })
  if (problem) return { code: 'validation_failed', reason: problem.message }
  const isFull = [after.tags, after.skills].some((words) => words && words.length > mostWords)
  return isFull
    ? { code: 'validation_failed', reason: `It would have more than ${mostWords} tags or skills.` }
    : 'changed'
}

/** What the change would do to this delivery: nothing, or which change, or why it is refused. */
export function decide(
  delivery: Stored | undefined,
  change: BulkChange,
  { steps, stuck = new Set() }: { steps?: Steps | undefined; stuck?: ReadonlySet<string> | undefined } = {},
): 'unchanged' | 'changed' | Refusal {
  if (change.deleted && delivery?.deleted_at) return 'unchanged'
  if (!delivery || delivery.deleted_at) return { code: 'delivery_not_found' }
  const { status } = delivery
  if (delivery.erased_at && !change.deleted) return { code: 'delivery_erased' }
  if (change.reached && steps) {
    const { reached } = change
    if (status === reached.status) return 'unchanged'
    return whyNoStep(delivery, { status: reached.status, at: steps.at }, steps.wayOf(delivery.id)) ?? 'changed'
  }
  if (change.edit) return decideEdit(delivery, change.edit, stuck)
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
  edit: 'it',
  status: 'its status',
  reached: 'its status',
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
      ? change.deleted ||
        field in detail ||
        (change.edit && edited.some((each) => each in editNames(change.edit!) && each in detail))
      : (kind === 'status_changed' || kind === 'corrected') && (change.deleted || change.status || change.reached)
  const history = shownEntries(entries).map(({ shown }) => shown)
  const changes = history.filter(({ kind }) => kind !== 'created' && kind !== 'recorded')
  const last = (updates > 0 ? changes.slice(-updates) : changes).findLast(concerns)
  if (!last) return undefined
  const what = respects[field]
  return { code: 'version_conflict', reason: `${last.actor_name} changed ${what} after you opened the list.` }
}

/** The fields that an edit is about. */
function editNames({ add_tags, remove_tags, add_skills, remove_skills, ...given }: BulkEdit): object {
  return {
    ...given,
    ...((add_tags ?? remove_tags) && { tags: [] }),
    ...((add_skills ?? remove_skills) && { skills: [] }),
  }
}

/** Plans in this state have their deliveries in these states. */
const routeStates: Partial<Record<DeliveryState, PlanState>> = {
  planned: 'approved',
  dispatched: 'dispatched',
  in_transit: 'dispatched',
  arrived: 'dispatched',
}

/** An entry with what it changed, and what was known about the status before. */
export type Undoable = Pick<DeliveryEvent, 'kind' | 'detail' | 'hash' | 'at'> & {
  was: StatusBefore
  place?: PlaceBefore
}

type WithId = AnyEntry & { id: string }

/** The wanted entries of these chains with what they changed, and the last hash of each chain. */
export function undoable(entries: WithId[], ids: string[]) {
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const last = new Map<string, string>()
  const events: (Undoable & { delivery_id: string })[] = []
  for (const [delivery_id, chain] of Map.groupBy(entries, ({ subject_id }) => subject_id)) {
    for (const [index, { entry, shown }] of shownEntries(chain).entries()) {
      if (!isOfPlan(shown)) last.set(delivery_id, entry.hash)
      if (!wanted.has(entry.id)) continue
      const before = stateOf(inOrder(chain).slice(0, index))
      events.push({ ...shown, delivery_id, was: statusBefore(before), place: placeBefore(before) })
    }
  }
  return { events, last }
}

/** Whether a plan only gave it another driver or time. That is no change of what was changed before. */
function isOfPlan({ kind, detail }: ShownEntry): boolean {
  const fields = ['driver_id', 'route_id', 'estimated_arrival']
  return kind === 'updated' && Object.keys(detail).every((field) => fields.includes(field))
}

type Said = ReturnType<typeof stateOf>

function placeBefore({ scheduled_date = null, driver_id = null, route_id = null, estimated_arrival = null }: Said) {
  return { scheduled_date, driver_id, route_id, estimated_arrival } as PlaceBefore
}

/** What a history says about the status so far. */
function statusBefore({ status, status_at = null, failure_reason = null, status_note = null }: Said): StatusBefore {
  return { status, status_at, failure_reason, status_note } as StatusBefore
}

/** What undoes an entry of a history. */
export type Reversal =
  | { kind: 'fields'; fields: Fields }
  /** A failed delivery that was moved to another day gets its place back, too. */
  | { kind: 'state'; to: StatusBefore; place?: PlaceBefore }
  | { kind: 'restore' }

/**
 * What undoes this entry, or why it cannot be undone.
 * @param planState the state of the plan whose route the delivery is on, if any
 */
export function reverse(
  event: Undoable,
  lastHash: string | undefined,
  planState: PlanState | undefined,
  now: Date,
): Reversal | Refusal {
  const refusal: Refusal = { code: 'cannot_undo' }
  if (event.hash !== lastHash) return refusal
  if (event.kind === 'deleted') return { kind: 'restore' }
  if (event.kind === 'updated') return reverseFields(event.detail) ?? refusal
  const { from, to, by_hand } = event.detail as { from: DeliveryState; to: DeliveryState; by_hand?: boolean }
  const isMoved = from === 'failed' && to === 'pending' && 'scheduled_date' in event.detail
  if (event.kind === 'status_changed' && isMoved) {
    return { kind: 'state', to: { ...event.was, status: from }, ...(event.place && { place: event.place }) }
  }
  const isCancellation = to === 'cancelled' && canUncancel(from)
  if (event.kind !== 'status_changed' || !(isCancellation || by_hand)) return refusal
  if (by_hand && now.getTime() - Date.parse(event.at) > undoMilliseconds) {
    return { code: 'cannot_undo', reason: 'It was said a while ago. Correct it instead, and say why.' }
  }
  if (routeStates[from] && routeStates[from] !== planState) {
    return { code: 'cannot_undo', reason: 'Its route was taken back since. Reopen it to plan it again.' }
  }
  return { kind: 'state', to: { ...event.was, status: from } }
}

function reverseFields(detail: DeliveryEvent['detail']): Reversal | undefined {
  const known: readonly string[] = [...fields, ...edited, 'wanted_driver_name', 'why']
  if (!Object.keys(detail).every((field) => known.includes(field))) return undefined
  // Histories do not say what an order is that says nothing.
  const unsaid: Record<string, unknown> = orderDefaults
  const before = Object.entries(detail).map(([field, change]) => {
    return [field, (change as { from: unknown }).from ?? unsaid[field] ?? null]
  })
  const { wanted_driver_name: _, why: __, ...given } = Object.fromEntries(before) as Record<string, unknown>
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
