import { canonicalJson, isSameJson, type Json } from './chain/canonical-json.ts'
import type { Entry } from './chain/entry.ts'
import { actorSeal, type ActorValue } from './chain/seal.ts'
import { inOrder, stateOf, type AnyEntry } from './chain/verify.ts'
import { noPickupPlace, orderDefaults } from './orders/order-defaults.ts'
import { openOrderFields, personalOrderFields } from './orders/order-fields.ts'
import {
  recipientEventKinds,
  roadEventKinds,
  transferEventKinds,
  type DeliveryEventKind,
} from './delivery-event-kinds.ts'

/** Fields about the recipient. They are sealed in the chain, so that they can be erased. */
export const recipientFields = [
  'pickup_address',
  'delivery_address',
  'delivery_location',
  'recipient_name',
  'recipient_phone',
  'recipient_email',
  'notes',
  'status_note',
  'wishes',
  'rating_comment',
  ...personalOrderFields,
] as const

/**
 * What a person wrote into an entry that is no field of the delivery. Sealed like the recipient's fields. `said` is what was
 * noted on the road: names, codes, notes, and where the phone was.
 */
const writtenFields = ['correction_reason', 'said'] as const

/** What is dropped from a chain when a recipient is erased. */
export const erasableFields = [...recipientFields, ...writtenFields]

/** What is sealed because it is about a colleague. It stays when the recipient is erased. */
const staffFields = ['wanted_driver_name', 'carrier_name']

/**
 * Every other field that an entry can say. Left out are the delivery's counters, and `location_search`: how far looking up
 * an address has come is no fact about the delivery.
 */
const openFields = [
  'number',
  'source',
  'status',
  'status_at',
  'failure_reason',
  'reference',
  'location_source',
  'location_confidence',
  'location_provider',
  'location_kind',
  'located_at',
  'scheduled_date',
  'scheduled_time',
  'window_start',
  'window_end',
  'service_minutes',
  'weight_kg',
  'volume_l',
  'priority',
  'skills',
  'wanted_driver_id',
  'estimated_arrival',
  'driver_id',
  'route_id',
  'client_id',
  'depot_id',
  'pickup_depot_id',
  'pickup_location_source',
  'pickup_location_confidence',
  'pickup_location_provider',
  'pickup_location_kind',
  'pickup_located_at',
  ...openOrderFields,
  'rating',
  'rated_at',
  'has_prescription',
  'deleted_at',
  'erased_at',
  'created_at',
] as const

/**
 * Not said while they are null: a delivery of a workspace without a depot gets the first one later, and a pickup address may
 * come to mean a depot, which is no change of the delivery.
 */
const unsaidIfNull: readonly string[] = ['depot_id', 'pickup_depot_id']

/** Not said while they are what an order is that says nothing. Most of an order is; and older chains do not know them. */
const usual: Readonly<Record<string, unknown>> = {
  ...orderDefaults,
  ...noPickupPlace,
  wishes: null,
  rating: null,
  rating_comment: null,
  rated_at: null,
  has_prescription: false,
}

function isUsual(field: string, value: Json): boolean {
  if (value === null && unsaidIfNull.includes(field)) return true
  const expected = usual[field]
  if (expected === undefined) return false
  if (expected === null || typeof expected !== 'object') return value === expected
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

const rowFields = [...openFields, ...recipientFields]

/** A delivery as the chain sees it: every field of its row. */
export type ChainedDelivery = Record<(typeof rowFields)[number], unknown>

/** The fields in which two states of a delivery differ, with the values of the second. All of them without a first. */
export function chainedChanges(before: ChainedDelivery | undefined, after: ChainedDelivery): Record<string, Json> {
  const changes: Record<string, Json> = {}
  for (const field of rowFields) {
    const value = after[field] as Json
    const isSame = before && isSameJson(before[field] as Json, value)
    if (!isSame && (before || !isUsual(field, value))) changes[field] = value
  }
  return changes
}

/** Whether a value enters the chain as a salted hash. That there is none is no secret. */
export function isSealed(field: string, value: Json): boolean {
  return value !== null && sealedFields.has(field)
}

const sealedFields: ReadonlySet<string> = new Set([...erasableFields, ...staffFields])

/** The fields in which a delivery's row differs from what its chain says last. Empty if the chain does not say. */
export function fieldsThatDiffer(entries: AnyEntry[], row: ChainedDelivery): string[] {
  const state = stateOf(entries)
  return rowFields.filter((field) => {
    const unsaid = unsaidIfNull.includes(field) ? undefined : (usual[field] as Json | undefined)
    const said = state[field] ?? unsaid
    return said !== undefined && canonicalJson(said) !== canonicalJson(row[field] as Json)
  })
}

/** Fields whose changes are shown; the others only go along with them. */
const shownFields: readonly string[] = [
  'reference',
  'scheduled_date',
  'scheduled_time',
  'window_start',
  'window_end',
  'service_minutes',
  'weight_kg',
  'volume_l',
  'priority',
  'skills',
  ...openOrderFields,
  'pickup_location_source',
  'location_source',
  'client_id',
  'depot_id',
  'wanted_driver_id',
  ...staffFields,
  ...recipientFields,
  'rating',
  'has_prescription',
]

/** In place of a value that was erased. */
export const erasedValue = { erased: true }

/** An entry as it is shown: who did it, and what changed from what. */
export type ShownEntry = {
  kind: DeliveryEventKind
  at: string
  actor_name: string
  detail: Record<string, Json>
  hash: string
  previous_hash: string | null
}

/** Who wrote an entry, as long as the name was not erased. */
export function actorName(entry: AnyEntry): string {
  if (entry.format === 1) return entry.actor_name
  const actor = entry.opened[actorSeal]?.value as ActorValue | undefined
  return actor?.name ?? 'Erased'
}

/** The id of whoever wrote an entry, as long as it was not erased. */
export function actorId(entry: AnyEntry): string | null {
  if (entry.format === 1) return null
  return (entry.opened[actorSeal]?.value as ActorValue | undefined)?.id ?? null
}

/** Entries in their order, with what each changed, since an entry itself only says the new values. */
export function shownEntries<E extends AnyEntry>(entries: E[]): { entry: E; shown: ShownEntry }[] {
  let state: Record<string, Json> = {}
  return inOrder(entries).map((entry) => {
    const { at, hash, previous_hash } = entry
    const kind = entry.kind as DeliveryEventKind
    if (entry.format === 1) {
      const shown = { kind, at, hash, previous_hash, actor_name: actorName(entry), detail: entry.detail ?? {} }
      return { entry, shown }
    }
    const before = state
    const hidden = Object.keys(entry.sealed).filter((name) => !entry.opened[name])
    state = { ...state, ...stateOf([entry]), ...Object.fromEntries(hidden.map((name) => [name, erasedValue])) }
    const detail = detailOf(entry, [Object.keys({ ...entry.changes, ...entry.sealed }), before, state])
    return { entry, shown: { kind, at, hash, previous_hash, actor_name: actorName(entry), detail } }
  })
}

/** What was noted on the road, as far as this entry says it. */
function roadDetail([changed, , after]: Step): Record<string, Json> {
  return {
    ...(changed.includes('said') && { said: after.said! }),
    ...(changed.includes('carrier_name') && { carrier_name: after.carrier_name! }),
  }
}

const isOfRecipient = (kind: string) => (recipientEventKinds as readonly string[]).includes(kind)
const isOfTransfer = (kind: string) => (transferEventKinds as readonly string[]).includes(kind)
const isOnRoad = (kind: string) => (roadEventKinds as readonly string[]).includes(kind)

type Step = [changed: string[], before: Record<string, Json>, after: Record<string, Json>]

function detailOf({ kind, at, detail: said }: Entry, [changed, before, after]: Step): Record<string, Json> {
  if (kind === 'created') return { source: after.source! }
  if (kind === 'status_changed') {
    const { status_at } = after
    const isEarlier = changed.includes('status_at') && status_at && status_at !== at
    const step: Step = [changed, before, after]
    return { ...statusDetail(step), ...(isEarlier && { at: status_at }), ...said, ...roadDetail(step) }
  }
  if (isOnRoad(kind)) return { ...said, ...roadDetail([changed, before, after]) }
  if (isOfTransfer(kind)) return said
  if (kind === 'corrected') return { ...correctionDetail([changed, before, after]), ...said }
  if (kind === 'wrote') return roadDetail([changed, before, after])
  if (kind !== 'updated' && kind !== 'prepared' && !isOfRecipient(kind)) return {}
  const fields = shownFields.filter((field) => changed.includes(field))
  const changes = fields.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }])
  const isMove = said.why !== undefined && fields.includes('scheduled_date')
  return { ...(kind === 'prepared' && said), ...Object.fromEntries(changes), ...(isMove && { why: said.why }) }
}

/** What was left over of a day got another one along with its status. */
const dayDetail = (before: Record<string, Json>, after: Record<string, Json>) => ({
  scheduled_date: { from: before.scheduled_date ?? null, to: after.scheduled_date ?? null },
})

/** A new status, and what a person said about it. */
function statusDetail([changed, before, after]: Step): Record<string, Json> {
  const { failure_reason: reason, status_note: note } = after
  return {
    from: before.status ?? null,
    to: after.status!,
    ...(reason && changed.includes('failure_reason') && { reason }),
    ...(note && changed.includes('status_note') && { note }),
    ...(changed.includes('scheduled_date') && dayDetail(before, after)),
  }
}

/** Both statuses with their times, what was said about the right one, and why the other was wrong. */
function correctionDetail([changed, before, after]: Step): Record<string, Json> {
  const why = changed.includes('correction_reason') ? after.correction_reason : undefined
  return {
    ...statusDetail([changed, before, after]),
    ...(changed.includes('status_at') && { at: { from: before.status_at ?? null, to: after.status_at ?? null } }),
    ...(why && { why }),
  }
}
