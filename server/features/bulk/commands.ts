import { sql } from 'kysely'
import type { z } from 'zod'
import {
  mostCopies,
  mostMatched,
  type BulkChange,
  type cancelMissing as missingEndpoint,
  type changeInBulk as changeEndpoint,
  type duplicateInBulk as duplicateEndpoint,
} from '#domain/api/bulk.ts'
import type { BulkResult } from '#domain/api/bulk-result.ts'
import type { importDeliveries } from '#domain/api/deliveries.ts'
import { BadRow } from '#domain/api/import.ts'
import { isEditable } from '#domain/delivery-state.ts'
import { AppError } from '#domain/errors.ts'
import { pastMoment } from '#domain/hand-status.ts'
import type { Delivery, NewDelivery } from '#domain/schema/delivery.ts'
import type { Trx } from '../../db/connect.ts'
import { readScope, readScopes } from '../../db/delivery-scopes.ts'
import { asAskedAtPickup } from '../pickup-slots/commands.ts'
import { checkDeliveries, type Quotas } from '../../db/quotas.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Author } from '../../events/append.ts'
import {
  createCopies,
  recordEvents,
  setDeliveryStates,
  takeSlotsOf,
  updateDeliveries,
  wantedDriver,
  type NewEvent,
  type Reroute,
  differences,
  onRouteChange,
  replacedBy,
} from '../deliveries/commands.ts'
import {
  findDeliveryIds,
  findDrivers,
  lockDeliveries,
  readChains,
  readStored,
  routesWithoutDriver,
  restOfOrders,
  type StoredDelivery as Stored,
} from '../deliveries/queries.ts'
import { takeBackStatuses, writeSteps } from '../statuses/commands.ts'
import { readWays } from '../statuses/queries.ts'
import { deliveriesOfEvents, findMissing, planStatesOf, takenReferences } from './queries.ts'
import {
  changedSince,
  copiesOf,
  decide,
  editOf,
  held,
  isStillHere,
  refusedEntry,
  reverse,
  undoable,
  type Fields,
  type Refusal,
  type Reversal,
} from './rules.ts'

type Written = { id: string; delivery_id: string }[]

/**
 * Makes one change to many deliveries. Each one that allows the change is changed; the others stay as they are and are
 * named with the reason.
 * @param why what histories say besides, if they move to another day
 * @throws AppError `too_many_deliveries`, `driver_not_found`, `driver_inactive`, and as `readScope` does
 */
export async function changeInBulk(
  trx: Trx,
  author: Author,
  { ids, seen, filter, change }: z.output<typeof changeEndpoint.body>,
  now: Date,
  reroute: Reroute,
  why?: string,
): Promise<BulkResult> {
  await wantedDriver(trx, author.workspaceId, change.wanted_driver_id)
  await readScope(trx, author.workspaceId, change)
  const chosen =
    ids ?? seen?.map(({ id }) => id) ?? (await findDeliveryIds(trx, author.workspaceId, filter!, mostMatched + 1))
  // An order is moved as one.
  const isMove = change.scheduled_date !== undefined || change.client_id !== undefined
  const wanted = isMove ? [...chosen, ...(await restOfOrders(trx, author.workspaceId, chosen))] : chosen
  if (wanted.length > mostMatched) throw new AppError('too_many_deliveries')
  const stored = await lockById(trx, author.workspaceId, wanted)
  const stuck = change.edit ? await routesWithoutDriver(trx, author.workspaceId) : undefined

  const steps = change.reached && {
    at: pastMoment(change.reached.at, now),
    wayOf: await readWays(trx, author.workspaceId, [...stored.keys()]),
  }
  const result: BulkResult = { changed: [], unchanged: [], refused: [] }
  let changing: Stored[] = []
  for (const id of new Set(wanted)) {
    const delivery = stored.get(id)
    const decision = decide(delivery, change, { steps, stuck })
    if (decision === 'changed') changing.push(delivery!)
    else if (decision === 'unchanged') result.unchanged.push({ id, number: delivery!.number })
    else result.refused.push(refusedEntry(id, delivery, decision))
  }
  const outdated = await refusalsOf(trx, author.workspaceId, { changing, seen, change })
  for (const delivery of changing) {
    const refusal = outdated.get(delivery.id)
    if (refusal) result.refused.push(refusedEntry(delivery.id, delivery, refusal))
  }
  changing = changing.filter(({ id }) => !outdated.has(id))
  result.changed = withNumbers(await apply(trx, author, changing, change, { now, reroute, why }), stored)
  return result
}

/**
 * Makes copies of deliveries: all that can be copied, on all of the days, or none. Those of an inactive client or depot and
 * erased ones are named with the reason. A driver who is inactive by now is not wanted for copies.
 * @throws AppError `too_many_copies`, `quota_reached`, `order_too_large`
 */
export async function duplicateInBulk(
  trx: Trx,
  author: Author,
  source: Delivery['source'],
  { ids, filter, days, times }: z.output<typeof duplicateEndpoint.body>,
  quotas: Quotas,
) {
  const { workspaceId } = author
  await lockWorkspace(trx, workspaceId)
  const wanted = [...new Set(ids ?? (await findDeliveryIds(trx, workspaceId, filter!, mostCopies + 1)))]
  const count = wanted.length * days.length * times
  if (count > mostCopies) throw new AppError('too_many_copies', { wanted: count })
  const stored = new Map((await readStored(trx, workspaceId, wanted)).map((row) => [row.id, row]))
  const scopeOf = await readScopes(
    trx,
    workspaceId,
    [...stored.values()].map(({ client_id, depot_id }) => ({ client_id, depot_id: depot_id ?? undefined })),
  )
  const refused: BulkResult['refused'] = []
  const copied: Stored[] = []
  for (const id of wanted) {
    const row = stored.get(id)
    const refusal = whyNotCopied(row, scopeOf)
    if (refusal) refused.push(refusedEntry(id, row, refusal))
    else copied.push(row!)
  }
  copied.sort((one, other) => one.number - other.number)
  const drivers = await findDrivers(
    trx,
    workspaceId,
    copied.map(({ wanted_driver_id }) => wanted_driver_id),
  )
  const unslotted = await asAskedAtPickup(trx, workspaceId, copied)
  const rows = unslotted.map((row) => {
    const isActive = drivers.get(row.wanted_driver_id ?? '')?.active === true
    return isActive ? row : { ...row, wanted_driver_id: null }
  })
  if (!rows.length) return { created: [], refused, hasUnknownPlaces: false }
  const made = { source, count: rows.length * days.length * times }
  const copies = await createCopies(trx, author, made, (first) => copiesOf(rows, { days, times }, first), quotas)
  const created = copies.map(({ id, number, scheduled_date }, index) => {
    return { id, number, scheduled_date, copy_of: rows[index % rows.length]!.id }
  })
  const hasUnknownPlaces = rows.some((row) => !row.delivery_location && !row.location_search)
  return { created, refused, hasUnknownPlaces }
}

function whyNotCopied(row: Stored | undefined, scopeOf: Awaited<ReturnType<typeof readScopes>>): Refusal | undefined {
  if (!row || row.deleted_at) return { code: 'delivery_not_found' }
  if (row.erased_at) return { code: 'delivery_erased' }
  const { client_id, depot_id } = row
  const scope = scopeOf({ client_id, depot_id: depot_id ?? undefined })
  return typeof scope === 'string' ? { code: scope } : undefined
}

/**
 * Cancels deliveries of some days that a complete list does not have. What is with its driver, on its way or at its end stays;
 * deliveries without a reference are no part of lists.
 * @throws AppError `too_many_deliveries`
 */
export async function cancelMissing(
  trx: Trx,
  author: Author,
  { source, days, client_id, references, dry_run: isDryRun }: z.output<typeof missingEndpoint.body>,
  now: Date,
) {
  const ids = await findMissing(trx, author.workspaceId, { source, days, client_id, references }, mostMatched + 1)
  if (ids.length > mostMatched) throw new AppError('too_many_deliveries')
  const stored = await lockById(trx, author.workspaceId, ids)
  const rows = [...stored.values()].toSorted((one, other) => one.number - other.number)
  const staying = rows.filter(({ status }) => !isStillHere(status))
  const missing = rows.filter(({ status }) => isStillHere(status))
  const result = {
    missing: missing.map(({ id, number, reference, status }) => ({ id, number, reference: reference!, status })),
    refused: staying.map((row) => refusedEntry(row.id, row, held(row.status))),
  }
  if (isDryRun || !missing.length) return { ...result, changed: [] }
  const why = 'Not in the list any more'
  const cancelled = missing.map(({ id }) => id)
  const written = await setDeliveryStates(trx, { ids: cancelled, to: 'cancelled', actor: author, why, now })
  return { ...result, changed: withNumbers(written, stored) }
}

type Sync = Extract<z.output<typeof importDeliveries.body>, { mode: 'sync' }>

/** After a sync, cancels what its list lacks. A row that was refused is in the list all the same. */
export async function cancelLacking(trx: Trx, author: Author, { deliveries, ...sync }: Sync, now: Date) {
  const references = (deliveries as (NewDelivery | BadRow)[])
    .map((row) => (row instanceof BadRow ? (row.value as Partial<NewDelivery> | null) : row)?.reference)
    .filter((reference) => typeof reference === 'string')
  const { missing, refused } = await cancelMissing(trx, author, { ...sync, references }, now)
  return [
    ...missing.map(({ id, number }) => ({ id, number, reason: null })),
    ...refused.map(({ id, number, reason }) => ({ id, number, reason })),
  ]
}

type Given = { changing: Stored[]; seen: { id: string; version: number }[] | undefined; change: BulkChange }

/** Which deliveries somebody changed in the same respect after the caller saw them. */
async function refusalsOf(trx: Trx, workspaceId: string, { changing, seen = [], change }: Given) {
  const versions = new Map(seen.map(({ id, version }) => [id, version]))
  const updates = new Map<string, number>()
  for (const { id, version } of changing) {
    const known = versions.get(id) ?? version
    if (known !== version) updates.set(id, version - known)
  }
  const chains = await readChains(trx, workspaceId, [...updates.keys()])
  const refusals = new Map<string, Refusal>()
  for (const [id, entries] of Map.groupBy(chains, ({ subject_id }) => subject_id)) {
    const refusal = changedSince(entries, updates.get(id)!, change)
    if (refusal) refusals.set(id, refusal)
  }
  return refusals
}

type Applying = { now: Date; reroute: Reroute; why?: string | undefined }

async function apply(
  trx: Trx,
  author: Author,
  rows: Stored[],
  { status, reached, deleted, edit, ...fields }: BulkChange,
  { now, reroute, why }: Applying,
): Promise<Written> {
  if (deleted) return setDeleted(trx, author, rows, now, 'deleted')
  const ids = rows.map(({ id }) => id)
  if (reached) return writeSteps(trx, author, ids, reached, now)
  if (status) {
    return setDeliveryStates(trx, { ids, to: status, actor: author, why: 'Changed in bulk', now })
  }
  const changes = rows.map((before) => ({ before, fields: edit ? editOf(before, edit) : fields }))
  return setFields(trx, author, changes, { now, reroute, why })
}

/**
 * Undoes entries of histories, as far as they are still the last ones: what a bulk change changed gets its own previous
 * value back, a cancelled delivery its state and route, a deleted one returns. Without room for all that would return,
 * nothing is undone.
 * @throws AppError `quota_reached`
 */
export async function undoInBulk(
  trx: Trx,
  author: Author,
  eventIds: string[],
  quotas: Quotas,
  reroute: Reroute,
): Promise<BulkResult> {
  const { workspaceId } = author
  // Before the deliveries, as everywhere.
  await lockWorkspace(trx, workspaceId)
  const ids = await deliveriesOfEvents(trx, workspaceId, eventIds)
  const stored = await lockById(trx, workspaceId, ids)
  const { events, last } = undoable(await readChains(trx, workspaceId, ids), eventIds)
  const planStates = await planStatesOf(trx, workspaceId, ids)
  const taken = await takenReferences(trx, workspaceId, ids)
  const drivers = await findDrivers(
    trx,
    workspaceId,
    events.map(({ detail }) => (detail.wanted_driver_id as { from?: string } | undefined)?.from),
  )

  const result: BulkResult = { changed: [], unchanged: [], refused: [] }
  const reversals: { before: Stored; reversal: Reversal }[] = []
  for (const event of events) {
    const before = stored.get(event.delivery_id)!
    const reversal = reverse(event, last.get(before.id), planStates.get(before.id), quotas.now)
    const refusal = refusalOf(before, reversal, { taken, drivers })
    if (refusal) result.refused.push(refusedEntry(before.id, before, refusal))
    else reversals.push({ before, reversal: reversal as Reversal })
  }
  const returning = reversals.filter(({ reversal }) => reversal.kind === 'restore')
  await checkDeliveries(trx, workspaceId, returning.length, quotas)
  result.changed = withNumbers(await applyReversals(trx, author, reversals, { now: quotas.now, reroute }), stored)
  return result
}

type Facts = { taken: Set<string>; drivers: Map<string, unknown> }

/** Why the reversal is impossible by now, if it is. */
function refusalOf(before: Stored, reversal: Reversal | Refusal, { taken, drivers }: Facts): Refusal | undefined {
  if ('code' in reversal) return reversal
  if (reversal.kind === 'restore' && taken.has(before.id)) return { code: 'duplicate_reference' }
  const driver = reversal.kind === 'fields' ? reversal.fields.wanted_driver_id : undefined
  return driver && !drivers.has(driver) ? { code: 'driver_not_found' } : undefined
}

async function applyReversals(
  trx: Trx,
  author: Author,
  all: { before: Stored; reversal: Reversal }[],
  { now, reroute }: Applying,
): Promise<Written> {
  const restored = all.filter(({ reversal }) => reversal.kind === 'restore').map(({ before }) => before)
  const changes = all.flatMap(({ before, reversal }) =>
    reversal.kind === 'fields' ? [{ before, fields: reversal.fields }] : [],
  )
  const states = all.flatMap(({ before, reversal }) => (reversal.kind === 'state' ? [{ before, ...reversal }] : []))
  return [
    ...(await setDeleted(trx, author, restored, now, 'restored')),
    ...(await setFields(trx, author, changes, { now, reroute })),
    ...(await takeBackStatuses(trx, author, states, now)),
  ]
}

async function setFields(
  trx: Trx,
  author: Author,
  changes: { before: Stored; fields: Fields }[],
  { now, reroute, why }: Applying,
): Promise<Written> {
  await updateDeliveries(
    trx,
    author.workspaceId,
    changes.map(({ before, fields }) => ({ id: before.id, given: { ...before, ...fields } })),
    now,
  )
  const events = changes.map(({ before }): NewEvent => ({
    delivery_id: before.id,
    kind: 'updated',
    before,
    ...(why && { detail: { why } }),
  }))
  const written = await recordEvents(trx, author, events, now)
  const timed = changes.flatMap(({ before, fields }) => {
    const changed = differences(before, fields)
    const isTimed = !isEditable(before.status) && onRouteChange(before, changed) === 'timed'
    return isTimed ? [replacedBy(before, changed)] : []
  })
  if (timed.length) await reroute(trx, author, timed)
  return written
}

async function setDeleted(
  trx: Trx,
  author: Author,
  rows: Stored[],
  now: Date,
  kind: 'deleted' | 'restored',
): Promise<Written> {
  await trx
    .updateTable('deliveries')
    .set({ deleted_at: kind === 'deleted' ? now : null, updated_at: now })
    .where('workspace_id', '=', author.workspaceId)
    .where(sql<boolean>`id = any(${rows.map((row) => row.id)}::uuid[])`)
    .execute()
  if (kind === 'restored') {
    const ids = rows.filter(({ pickup_place_id }) => pickup_place_id !== null).map(({ id }) => id)
    await takeSlotsOf(trx, author.workspaceId, ids, now)
  }
  const events = rows.map((before): NewEvent => ({ delivery_id: before.id, kind, before }))
  return recordEvents(trx, author, events, now)
}

async function lockById(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, Stored>> {
  const rows = await lockDeliveries(trx, workspaceId, { ids })
  return new Map(rows.map((row) => [row.id, row]))
}

function withNumbers(written: Written, stored: Map<string, Stored>): BulkResult['changed'] {
  return written
    .map(({ id, delivery_id }) => ({ id: delivery_id, number: stored.get(delivery_id)!.number, event_id: id }))
    .sort((a, b) => a.number - b.number)
}
