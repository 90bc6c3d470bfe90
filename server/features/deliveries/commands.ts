import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ImportMode } from '#domain/api/deliveries.ts'
import type { DeliveryImportReply, Imported, ImportOutcome } from '#domain/api/import.ts'
import type { Json } from '#domain/chain/canonical-json.ts'
import { chainedChanges, type ChainedDelivery } from '#domain/delivery-chain.ts'
import type { DeliveryEventKind } from '#domain/delivery-event-kinds.ts'
import { checkOrder } from '#domain/orders/check-order.ts'
import { originOf } from '#domain/address/position.ts'
import { movedToPlace } from '#domain/problem/at-place.ts'
import { noPickupPlace } from '#domain/orders/order-defaults.ts'
import { hasNational, withNumbers, type WithPhones } from '#domain/orders/phone-numbers.ts'
import { canChange, isEditable, isEnd, type DeliveryState } from '#domain/delivery-state.ts'
import { setCustom } from '#domain/orders/custom-values.ts'
import type { Parcel } from '#domain/schema/order.ts'
import type { CustomField, CustomValues } from '#domain/schema/custom-field.ts'
import { AppError, errors, type ErrorCode } from '#domain/errors.ts'
import {
  hasDay,
  mostInOrder,
  NewDelivery,
  type Delivery,
  type DeliveryChange,
  type DeliveryRow,
  type NewOrder,
} from '#domain/schema/delivery.ts'
import { extendChains, readHeads, type Draft } from '../../db/chains.ts'
import { noteAudit } from '../../audit/note.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { readCountry } from '../../db/country.ts'
import { readCustomFields } from '../../db/custom-fields.ts'
import { readScope, readScopes } from '../../db/delivery-scopes.ts'
import { beginImport, checkNewDeliveries, takeDeliveries, type ImportPart, type Quotas } from '../../db/quotas.ts'
import { mapInTurns, meanwhile } from '../../db/in-turns.ts'
import { writtenColumn } from '../../db/json-column.ts'
import { preparedOnce } from '../../db/prepared.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, appendPrepared, prepareEvents, type Author, type EventDraft } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { readWorkspace } from '../workspace/queries.ts'
import {
  atPickupPlaces,
  findPickupSlots,
  keepPreparations,
  takePickupSlots,
  type PickupProblem,
  type Slotted,
} from '../pickup-slots/commands.ts'
import {
  findDrivers,
  getDelivery,
  apiView,
  inApi,
  isSameAddress,
  knownPlaces,
  latestDelivery,
  pickupPlaces,
  routesWithoutDriver,
  lockDeliveries,
  openInOrder,
  openParcels,
  orderSizes,
  readStored,
  unrecordedDeliveries,
  type StoredDelivery,
} from './queries.ts'
import {
  checkChange,
  changesRoute,
  checkClientsChange,
  checkOneOrder,
  checkWhole,
  complete,
  differences,
  locate,
  locatePickup,
  mayReplacePosition,
  merged,
  onRoute,
  onRouteChange,
  ordered,
  pickupIn,
  originIn,
  refusedDriver,
  relocate,
  relocatePickup,
  repeats,
  replacedBy,
  sealing,
  storedOrigin,
  lostOnRoute,
  whyNotImported,
  withConsequences,
  withoutDriver,
  withSource,
  type Given,
  type KnownPlace,
  type Located,
  type ReplacedFields,
  type Scoped,
} from './rules.ts'

// What other features have to know before they change what is on a route.
export {
  changesRoute,
  checkChange,
  differences,
  onRouteChange,
  replacedBy,
  type ReplacedFields,
  type Located,
  locatePickup,
  pickupOrigin,
  storedOrigin,
  withSource,
} from './rules.ts'

/** Rows of an import, and which part of it they are. */
type DeliveryImport = {
  source: Delivery['source']
  mode?: ImportMode | undefined
  /** In the mode `merge`, they may say only what changes. */
  deliveries: (NewDelivery | DeliveryRow)[]
  /** Where in the list that was sent each of them is. */
  at?: number[] | undefined
  /** In the mode `merge`, the day of new ones that name none. */
  new_day?: string | undefined
  part?: ImportPart | undefined
  isDryRun: boolean
}

/** One entry in a delivery's history. What changed is what its row says after, and did not before. */
export type NewEvent = {
  delivery_id: string
  kind: DeliveryEventKind
  /** Undefined for a new delivery. */
  before?: ChainedDelivery
  detail?: Record<string, Json>
  /** What a person wrote that is no field of the delivery. The chain seals it. */
  written?: Record<string, Json>
}

const duplicateReference = { deliveries_reference: 'duplicate_reference' } as const

/**
 * Creates one delivery. Without a location, it takes that of an earlier delivery to the same address.
 * @param id if it was given one already, which no delivery has
 * @throws AppError `duplicate_reference`, `driver_not_found`, `driver_inactive`, `quota_reached`, `own_client_inactive`,
 * `validation_failed`, and as `readScope` does
 */
export async function createDelivery(
  trx: Trx,
  author: Author,
  source: Delivery['source'],
  delivery: NewDelivery,
  quotas: Quotas,
  id?: string,
): Promise<Delivery> {
  const { now } = quotas
  await takeDeliveries(trx, author.workspaceId, 1, quotas)
  await wantedDriver(trx, author.workspaceId, delivery.wanted_driver_id)
  const scope = await readScope(trx, author.workspaceId, delivery)
  const workspace = await takeNumbers(trx, author, 1)
  await checkParcels(trx, author, [delivery])
  const [checked] = await withOwnFields(trx, await withPhones(trx, author, [delivery]))
  const scoped = inScope(checked!, scope, ofNew(author, null))
  const located = await withPositions(trx, author, source, [scoped], workspace, now)
  await checkOrderSizes(trx, author.workspaceId, located)
  const numbers = id === undefined ? workspace : { ...workspace, ids: [id] }
  const [created] = await insertDeliveries(trx, author, source, numbers, located, now)
  return created!
}

/**
 * Creates the deliveries of one order, all or none.
 * @throws AppError as `createDelivery` does, and `order_too_large`, `validation_failed` if they are not for one day and client
 */
export async function createOrder(
  trx: Trx,
  author: Author,
  source: Delivery['source'],
  { order_reference, deliveries }: NewOrder,
  quotas: Quotas,
): Promise<{ order_reference: string; data: Delivery[] }> {
  const { workspaceId } = author
  await takeDeliveries(trx, workspaceId, deliveries.length, quotas)
  for (const { wanted_driver_id: id } of deliveries) await wantedDriver(trx, workspaceId, id)
  const scopeOf = await readScopes(trx, workspaceId, deliveries)
  const checked = await withOwnFields(trx, await withPhones(trx, author, deliveries))
  const workspace = await takeNumbers(trx, author, deliveries.length)
  const reference = order_reference ?? `O-${workspace.firstNumber}`
  await checkParcels(trx, author, deliveries)
  const scoped = checked.map((delivery, index) => {
    const scope = scopeOf(deliveries[index]!)
    if (typeof scope === 'string') throw new AppError(scope)
    return inScope({ ...delivery, order_reference: reference }, scope, ofNew(author, null))
  })
  const located = await withPositions(trx, author, source, scoped, workspace, quotas.now)
  checkOneOrder(located)
  await checkOrderSizes(trx, workspaceId, located)
  const data = await insertDeliveries(trx, author, source, workspace, located, quotas.now)
  return { order_reference: reference, data }
}

/** @throws AppError `order_too_large` */
async function checkOrderSizes(trx: Trx, workspaceId: string, added: Given[]): Promise<void> {
  const hasRoom = await orderRoom(trx, workspaceId, added)
  if (!added.every(hasRoom)) throw new AppError('order_too_large')
}

/** Whether an order has room for one more delivery. Each that it has room for takes some. */
async function orderRoom(trx: Trx, workspaceId: string, rows: { order_reference?: string | null }[]) {
  const references = [...new Set(rows.flatMap(({ order_reference }) => order_reference ?? []))]
  const stored = references.length ? await orderSizes(trx, workspaceId, references) : []
  const sizes = new Map(stored.map((row) => [orderKey(row), row.count]))
  return ({ order_reference = null, scheduled_date = null, client_id }: Pick<Scoped, 'client_id'> & Partial<Given>) => {
    if (order_reference === null) return true
    const key = orderKey({ order_reference, scheduled_date, client_id })
    const size = (sizes.get(key) ?? 0) + 1
    sizes.set(key, size)
    return size <= mostInOrder
  }
}

const orderKey = ({
  order_reference,
  scheduled_date,
  client_id,
}: Pick<Given, 'order_reference' | 'scheduled_date' | 'client_id'>) =>
  JSON.stringify([order_reference, scheduled_date, client_id])

/**
 * Creates deliveries in order, all with new references and without a wanted driver.
 * @throws AppError `duplicate_reference`, `quota_reached`
 */
export async function createDeliveries(
  trx: Trx,
  author: Author,
  source: Delivery['source'],
  deliveries: Omit<NewDelivery, 'wanted_driver_id'>[],
  quotas: Quotas,
): Promise<Delivery[]> {
  const { now } = quotas
  await takeDeliveries(trx, author.workspaceId, deliveries.length, quotas)
  const workspace = await takeNumbers(trx, author, deliveries.length)
  await checkParcels(trx, author, deliveries)
  const read = await withPhones(trx, author, deliveries)
  const scoped = read.map((delivery) => inScope(delivery, {}, ofNew(author, null)))
  const located = await withPositions(trx, author, source, scoped, workspace, now)
  return insertDeliveries(trx, author, source, workspace, located, now)
}

/**
 * Creates deliveries of which everything is known but their numbers, from which `make` makes them.
 * @throws AppError `quota_reached`
 */
export async function createCopies(
  trx: Trx,
  author: Author,
  { source, count }: { source: Delivery['source']; count: number },
  make: (firstNumber: number) => Located[],
  quotas: Quotas,
): Promise<Delivery[]> {
  await takeDeliveries(trx, author.workspaceId, count, quotas)
  const workspace = await takeNumbers(trx, author, count)
  const copies = make(workspace.firstNumber).map((given) => leaving(given, workspace.depot_id, author.depotIds))
  return insertDeliveries(trx, author, source, workspace, copies, quotas.now)
}

/**
 * Creates deliveries with new references and updates those with known ones, in a few statements for the whole batch.
 * Rows that cannot be imported are rejected one by one; the rest is kept. A dry run only tells what would happen. Without
 * room for all that are new, nothing is imported.
 * @throws AppError `quota_reached`, `validation_failed` if more rows come than the import announced
 */
export async function importDeliveries(
  trx: Trx,
  author: Author,
  { source, mode = 'replace', deliveries, at, new_day, part, isDryRun }: DeliveryImport,
  quotas: Quotas,
  reroute: Reroute,
): Promise<Imported<DeliveryImportReply>> {
  const { now } = quotas
  const { workspaceId } = author
  const workspace = await lockWorkspace(trx, workspaceId)
  if (!isDryRun && (await beginImport(trx, workspaceId, { part, rows: deliveries.length }, quotas))) {
    await checkNewDeliveries(trx, workspaceId, part?.new_rows ?? 0, quotas)
  }
  const references = deliveries.map((delivery) => delivery.reference ?? null)
  const known = await lockDeliveries(trx, workspaceId, {
    source,
    references: references.filter((reference) => reference !== null),
  })
  const scopeOf = await readScopes(trx, workspaceId, deliveries)
  const scopes = deliveries.map(scopeOf)
  const find = matcher(known)
  const usual = ofNew(author, null)
  const repeated = repeats(
    references.map((reference, index) => {
      const scope = scopes[index]!
      const client = typeof scope === 'string' ? undefined : scope.client_id
      return reference === null ? null : `${client ?? ''} ${reference}`
    }),
  )
  const drivers = await findDrivers(trx, workspaceId, [
    ...deliveries.map((delivery) => delivery.wanted_driver_id),
    ...known.map((delivery) => delivery.wanted_driver_id),
  ])
  const own = await ownFields(trx, deliveries)
  const country = await countryOfPhones(trx, author, deliveries)
  const asking = takenCodes(trx, deliveries)
  const numbered = await meanwhile(asking, () => mapInTurns(deliveries, (row) => withNumbers(row, country)))
  const codeProblem = parcelCodes(author, await asking)
  const hasRoom = await orderRoom(trx, workspaceId, deliveries)
  const refused: DeliveryImportReply['refused'] = []
  const added: Scoped[] = []
  /** In which row each of them is. */
  const addedAt: number[] = []
  const add = (index: number, delivery: Scoped) => {
    added.push(delivery)
    addedAt.push(index)
  }
  const updates: { index: number; before: (typeof known)[number]; delivery: Scoped }[] = []
  const outcomes = deliveries.map((): ImportOutcome => 'created')

  for (const [index, written] of deliveries.entries()) {
    const phones = numbered[index]!
    const row = 'order' in phones ? phones.order : written
    const earlier = repeated.get(index)
    const scope = scopes[index]!
    const reference = references[index]!
    const refuse = (reason: string) => refused.push({ index, reference, reason })
    if (typeof scope === 'string') {
      refuse(sayScope(scope, row))
      continue
    }
    const found = reference === null ? [] : find(reference, scope.client_id)
    const [before] = found
    // A driver who is already wanted stays wanted, active or not.
    const isNewlyWanted = row.wanted_driver_id && row.wanted_driver_id !== before?.wanted_driver_id
    const refusal = isNewlyWanted ? refusedDriver(drivers.get(row.wanted_driver_id!)) : undefined
    const unwanted = whyUnwanted(mode, reference, before)
    const codeReason = codeProblem(index, row, before?.id)
    const set = setCustom(before?.custom ?? {}, row.custom ?? {}, own)
    if (earlier !== undefined) {
      refuse(`Same reference as row ${(at?.[earlier] ?? earlier) + 1} of this batch.`)
    } else if (refusal) {
      refuse(errors[refusal].say)
    } else if (found.length > 1) {
      refuse('Several clients have a delivery with this reference. Say which client it is.')
    } else if (unwanted) {
      refuse(unwanted)
    } else if (codeReason !== undefined) {
      refuse(codeReason)
    } else if ('problem' in phones) {
      refuse(phones.problem.message)
    } else if ('problems' in set) {
      refuse(set.problems[0]!.message)
    } else if (before && mode === 'merge') {
      const kept = keptPlace(before, inScope({ ...merged(before, row), custom: set.values }, scope, before), scope)
      const [problem] = checkOrder(kept)
      if (problem) refuse(problem.message)
      else updates.push({ index, before, delivery: kept })
    } else if (mode === 'merge') {
      const read = NewDelivery.safeParse(hasDay(row) ? row : { ...row, scheduled_date: new_day })
      const delivery = read.success ? inScope({ ...read.data, custom: set.values }, scope, usual) : undefined
      if (!delivery) refuse(`It is new: ${read.error!.issues[0]!.message}`)
      else if (hasRoom(delivery)) add(index, delivery)
      else refuse(errors.order_too_large.say)
    } else if (before) {
      const delivery = row as NewDelivery
      // Files have no column for these two, so missing values are kept.
      const { service_minutes = before.service_minutes, wanted_driver_id = before.wanted_driver_id, ...rest } = delivery
      const whole = { ...ordered(before, rest), custom: set.values, service_minutes, wanted_driver_id }
      const [problem] = checkOrder(whole)
      if (problem) refuse(problem.message)
      else updates.push({ index, before, delivery: keptPlace(before, inScope(whole, scope, before), scope) })
    } else {
      const delivery = inScope({ ...(row as NewDelivery), custom: set.values }, scope, usual)
      if (hasRoom(delivery)) add(index, delivery)
      else refuse(errors.order_too_large.say)
    }
  }

  const all = [...added, ...updates.map(({ delivery }) => delivery)]
  const located = await withPositions(trx, author, source, all, workspace, now)
  const wholes = [
    ...located.slice(0, added.length).map((given) => ({ id: randomUUID(), given, isNew: true })),
    ...updates.map(({ before, delivery }, position) => {
      const given = located[added.length + position]!
      return { id: before.id, given: keptPickup(before, keptPosition(before, given, delivery), delivery) }
    }),
  ]
  const finding = { now, isKept: !refusesFullSlots.includes(source) }
  const slotted = await findPickupSlots(trx, workspaceId, wholes, finding)
  const taken: Located[] = []
  for (const [at, index] of addedAt.entries()) {
    const found = slotted[at]!
    if (!('problem' in found)) taken.push(located[at]!)
    else refused.push({ index, reference: references[index]!, reason: sayProblem(found.problem) })
  }
  const changes: (Slotted<Located> & { before: StoredDelivery })[] = []
  const isAnyOnRoute = updates.some(({ before }) => before.route_id)
  const stuck = isAnyOnRoute ? await routesWithoutDriver(trx, workspaceId) : new Set<string>()
  const timed: ReplacedFields[] = []
  let unchanged = 0
  for (const [position, { index, before }] of updates.entries()) {
    const found = slotted[added.length + position]!
    if ('problem' in found) {
      refused.push({ index, reference: before.reference, reason: sayProblem(found.problem) })
      continue
    }
    const { given } = found
    const changed = differences(before, given)
    const detail = changed.delivery_location ? withSource(changed, before, given) : changed
    if (!Object.keys(detail).length) {
      outcomes[index] = 'unchanged'
      unchanged++
    } else if (before.erased_at) {
      refused.push({ index, reference: before.reference, reason: errors.delivery_erased.say })
    } else if (isEditable(before.status)) {
      outcomes[index] = 'updated'
      changes.push({ ...found, before })
    } else {
      const done = onRouteChange(before, changed)
      const isLost = done === 'timed' && given.delivery_location === null
      const isStuck = done === 'timed' && stuck.has(before.route_id!)
      if (done === 'refused' || isLost || isStuck) {
        const reason = isLost ? lostOnRoute(before) : isStuck ? withoutDriver(before) : whyNotImported(before)
        refused.push({ index, reference: before.reference, reason })
        continue
      }
      outcomes[index] = 'updated'
      changes.push({ ...found, before })
      if (done === 'timed') timed.push(replacedBy(before, detail))
    }
  }
  refused.sort((a, b) => a.index - b.index)
  for (const { index } of refused) outcomes[index] = 'refused'
  const ids = outcomes.map((): string | null => null)
  for (const { index, before } of updates) ids[index] = before.id
  const reply = { created: taken.length, updated: changes.length, unchanged, outcomes, refused, ids }
  if (isDryRun) return reply

  await takeDeliveries(trx, workspaceId, taken.length, quotas)
  await updateDeliveries(trx, workspaceId, changes, now)
  const events = changes.map(({ id, before }): NewEvent => ({ delivery_id: id, kind: 'updated', before }))
  await recordEvents(trx, author, events, now)
  await reroute(trx, author, timed)
  if (taken.length) {
    const numbers = await takeNumbers(trx, author, taken.length)
    const inserted = taken.map((given) => leaving(given, numbers.depot_id))
    await insertDeliveries(trx, author, source, numbers, inserted, now)
    const newIds = numbers.ids.values()
    for (const [index, outcome] of outcomes.entries()) if (outcome === 'created') ids[index] = newIds.next().value!
  }
  return reply
}

/**
 * Changes the given fields of a delivery, and its state if it is cancelled or reopened.
 * @throws AppError `delivery_not_found`, `version_conflict`, `delivery_on_route`, `delivery_state`, `duplicate_reference`, `driver_not_found`,
 * `driver_inactive`, `validation_failed`, and as `readScope` and `takePickupSlots` do
 */
export async function changeDelivery(
  trx: Trx,
  author: Author,
  id: string,
  { status, ...change }: DeliveryChange,
  seen: Seen,
  now: Date,
  reroute?: Reroute,
): Promise<Delivery> {
  if (change.parcels) await lockWorkspace(trx, author.workspaceId)
  const [before] = await lockDeliveries(trx, author.workspaceId, { ids: [id] })
  if (!before || before.deleted_at) throw new AppError('delivery_not_found')
  if (before.erased_at) throw new AppError('delivery_erased')
  await checkSeen(seen, before, () => latestDelivery(trx, author, id))
  if (author.role === 'client') checkClientsChange(before, { ...change, status })
  const { custom } = change
  const own = custom && { custom: checkedCustom(before.custom, custom, await ownFields(trx, [change])) }
  const [read] = await withPhones(trx, author, [change])
  const { client: _, depot: __, pickup_place: ___, ...fields } = withConsequences(before, { ...read, ...own })
  checkWhole({ ...before, ...fields })
  if (change.parcels && !isEnd(before.status)) await checkParcels(trx, author, [{ id, parcels: change.parcels }])
  const scope = await readScope(trx, author.workspaceId, change)
  const { client_id = before.client_id, depot_id = before.depot_id, pickup_place_id } = scope
  const scoped = { ...fields, client_id, depot_id: depot_id ?? undefined, pickup_place_id }
  const asked = await afterChange(trx, author, before, scoped, now)
  const [slotted] = await takePickupSlots(trx, author.workspaceId, [{ id, given: asked }], { now })
  const { given } = slotted!
  const differing = differences(before, given)
  const isRerouted = reroute !== undefined && before.route_id !== null && changesRoute(before, differing)
  if (!isRerouted) checkChange(before, differing)
  const changed = withSource(differing, before, given)
  if (Object.keys(changed).length) {
    await wantedDriver(trx, author.workspaceId, changed.wanted_driver_id?.to as string | null)
    await orConflict(duplicateReference, updateDeliveries(trx, author.workspaceId, [slotted!], now))
    await recordEvents(trx, author, [{ delivery_id: id, kind: 'updated', before }], now)
    if (isRerouted) await reroute(trx, author, [replacedBy(before, changed)])
    await moveOrder(trx, author, before, given, now)
  }
  if (status && status !== before.status) {
    // A delivery leaves its route only with its plan, which is taken back as a whole.
    if (status === 'pending' && !isEditable(before.status)) throw onRoute([before.number])
    await setDeliveryStates(trx, { ids: [id], to: status, actor: author, now })
  }
  return getDelivery(trx, author.workspaceId, id)
}

/** Times the routes of deliveries again whose fields changed, which are passed as they were. */
export type Reroute = (trx: Trx, author: Author, before: ReplacedFields[]) => Promise<void>

const pick = (record: object, fields: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)))

/** Makes one of the other places of each of these deliveries its delivery address. Whoever calls holds their locks. */
export async function moveToPlaces(
  trx: Trx,
  author: Author,
  chosen: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const rows = await readStored(trx, author.workspaceId, [...chosen.keys()])
  const changes = rows.map((row) => {
    const moved = movedToPlace(row, chosen.get(row.id)!)
    const origin = storedOrigin(moved.delivery_location, originOf('dispatcher'), now)
    return { id: row.id, given: { ...row, ...moved, ...origin } }
  })
  await updateDeliveries(trx, author.workspaceId, changes, now)
  const events = rows.map((before): NewEvent => ({ delivery_id: before.id, kind: 'updated', before }))
  await recordEvents(trx, author, events, now)
}

/** Gives a delivery some fields back that were replaced. Returns those that it had instead. */
export async function putBackFields(
  trx: Trx,
  author: Author,
  { id, ...fields }: ReplacedFields,
  now: Date,
): Promise<ReplacedFields> {
  const [before] = await lockAll(trx, author.workspaceId, [id])
  await updateDeliveries(trx, author.workspaceId, [{ id, given: { ...before!, ...fields } }], now)
  await recordEvents(trx, author, [{ delivery_id: id, kind: 'updated', before: before! }], now)
  return { id, ...pick(before!, Object.keys(fields)) }
}

/**
 * An order stays together: if one of its deliveries gets another day or client, so do the others that are still to be made.
 * @throws AppError `delivery_on_route` naming those that are on a route, `order_too_large`
 */
async function moveOrder(trx: Trx, author: Author, before: StoredDelivery, after: Located, now: Date): Promise<void> {
  const { workspaceId } = author
  const { scheduled_date, client_id, order_reference } = after
  if (order_reference === null || orderKey(before) === orderKey(after)) return
  const isMoved = before.order_reference === order_reference
  const others = isMoved ? await openInOrder(trx, workspaceId, before, [before.id]) : []
  const rows = others.length ? await lockDeliveries(trx, workspaceId, { ids: others }) : []
  const isOtherDay = before.scheduled_date !== scheduled_date
  const fixed = rows.filter(({ status }) => isOtherDay && !isEditable(status))
  if (fixed.length) throw onRoute(fixed.map(({ number }) => number))
  const changes = rows.map((row) => ({ id: row.id, given: { ...row, scheduled_date, client_id }, before: row }))
  await updateDeliveries(trx, workspaceId, changes, now)
  const events = changes.map((change): NewEvent => ({ delivery_id: change.id, kind: 'updated', before: change.before }))
  await recordEvents(trx, author, events, now)
  const sizes = await orderSizes(trx, workspaceId, [order_reference])
  const size = sizes.find((row) => orderKey(row) === orderKey(after))
  if (size && size.count > mostInOrder) throw new AppError('order_too_large')
}

/** What a state change may set besides the state. */
export type StatePatch = {
  driver_id: string | null
  route_id: string | null
  estimated_arrival: string | Date | null
  /** Moves it to another day along with its state. */
  scheduled_date?: string
}

/** When a delivery got its status, and what was said about it. */
export type StatusSaid = Pick<Delivery, 'status_at' | 'failure_reason' | 'status_note'>

/**
 * Moves deliveries to another state, all or none, and writes their history. A delivery that becomes pending loses its
 * driver, route and arrival; otherwise they stay unless `patch` sets them. Returns the new entries of the histories.
 * @param said about the new state: that it was reached now, by default
 * @throws AppError `delivery_not_found`, `delivery_state` naming the numbers
 */
export async function setDeliveryStates(
  trx: Trx,
  {
    ids,
    to,
    actor,
    why,
    now,
    patch,
    said,
    detail,
    written,
  }: {
    ids: string[]
    to: DeliveryState
    actor: Author
    why?: string | undefined
    now: Date
    patch?: (id: string) => StatePatch
    said?: StatusSaid
    detail?: Record<string, Json>
    written?: NewEvent['written']
  },
) {
  if (!ids.length) return []
  const rows = await lockAll(trx, actor.workspaceId, ids)
  if (rows.some((row) => row.deleted_at)) throw new AppError('delivery_not_found')
  const erased = rows.filter((row) => row.erased_at)
  if (erased.length) throw new AppError('delivery_erased', { numbers: erased.map(({ number }) => number) })
  const illegal = rows.filter((row) => !canChange(row.status, to))
  if (illegal.length) {
    const numbers = illegal.map((row) => row.number)
    throw new AppError('delivery_state', {
      detail: `Cannot become ${to}: ${illegal
        .map((row) => `${row.number} (${row.status})`)
        .slice(0, 20)
        .join(', ')}.`,
      numbers,
    })
  }
  const reopened = to === 'pending' ? rows.filter((row) => isEnd(row.status) && codesOf(row.parcels).length > 0) : []
  if (reopened.length) await checkParcels(trx, actor, reopened)
  const none: StatePatch = { driver_id: null, route_id: null, estimated_arrival: null }
  const values = rows.map(({ id, driver_id, route_id, estimated_arrival }) => {
    const kept = to === 'pending' ? none : { driver_id, route_id, estimated_arrival }
    return { id, ...kept, ...patch?.(id) }
  })
  await sql`
    update deliveries set status = ${to}, driver_id = r.driver_id, route_id = r.route_id,
      estimated_arrival = r.estimated_arrival, scheduled_date = coalesce(r.scheduled_date, deliveries.scheduled_date),
      status_at = ${said?.status_at ?? now},
      failure_reason = ${said?.failure_reason ?? null}, status_note = ${said?.status_note ?? null}, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(values)}::json)
      as r(id uuid, driver_id uuid, route_id uuid, estimated_arrival timestamptz, scheduled_date date)
    where deliveries.id = r.id and workspace_id = ${actor.workspaceId}`.execute(trx)
  if (to === 'pending') await takeSlotsAgain(trx, actor, rows, { now, ...(patch && { patch }) })
  const events = rows.map((before): NewEvent => ({
    delivery_id: before.id,
    kind: 'status_changed',
    before,
    detail: { ...detail, ...(why && { why }) },
    ...(written && { written }),
  }))
  return recordEvents(trx, actor, events, now)
}

/** Orders that are open again, or moved to another day, need a pickup slot again. Without one, they go without. */
async function takeSlotsAgain(
  trx: Trx,
  { workspaceId }: Author,
  before: StoredDelivery[],
  { now, patch }: { now: Date; patch?: (id: string) => StatePatch },
): Promise<void> {
  const isMoved = ({ id, scheduled_date }: StoredDelivery) =>
    (patch?.(id).scheduled_date ?? scheduled_date) !== scheduled_date
  const again = before.filter((row) => row.pickup_place_id !== null && (isEnd(row.status) || isMoved(row)))
  if (again.length)
    await takeSlotsOf(
      trx,
      workspaceId,
      again.map(({ id }) => id),
      now,
    )
}

/** Gives deliveries that come back pickup slots as if they were new. */
export async function takeSlotsOf(trx: Trx, workspaceId: string, ids: string[], now: Date): Promise<void> {
  const rows = (await readStored(trx, workspaceId, ids)).filter((row) => row.pickup_place_id !== null)
  const changes = rows.map((row) => ({ id: row.id, given: row }))
  await updateDeliveries(trx, workspaceId, changes, now, { isReturning: true })
}

/**
 * Appends to the histories of deliveries, one entry each, and to the event log, after their rows were written. The caller
 * must hold the deliveries' locks, so that nobody else appends. Returns the new entries of the histories.
 */
export async function recordEvents(
  trx: Trx,
  author: Author,
  events: NewEvent[],
  now: Date,
  storedNow?: StoredDelivery[],
) {
  if (!events.length) return []
  const { workspaceId } = author
  const ids = events.map((event) => event.delivery_id)
  const stored = storedNow ?? (await readStored(trx, workspaceId, ids))
  const rows = new Map(stored.map((row) => [row.id, row]))
  const heads = await readHeads(trx, { workspaceId, subject: 'delivery' }, ids)
  const drafts = events.flatMap(({ delivery_id, kind, before, detail = {}, written }) => {
    const isWhole = heads.get(delivery_id)?.is_whole ?? false
    // What is erased must not enter an older chain first.
    const known = kind === 'erased' && !isWhole ? undefined : before
    const changes = { ...chainedChanges(known, rows.get(delivery_id)!), ...written }
    const draft = { subject_id: delivery_id, kind, changes, detail }
    // Without this, the chain of an older delivery would say only the fields that change from now on.
    return known && !isWhole ? [recorded(delivery_id, known), draft] : [draft]
  })
  const written = await appendEntries(trx, author, drafts, heads, now)
  await tell(trx, author, events, stored, now)
  return written.filter(({ kind }) => kind !== 'recorded')
}

/** Appends to the event log what happened to deliveries. What is erased must not return in what they were before. */
async function tell(trx: Trx, author: Author, events: NewEvent[], stored: StoredDelivery[], now: Date): Promise<void> {
  const shown = new Map((await inApi(trx, author.workspaceId, stored)).map((delivery) => [delivery.id, delivery]))
  const drafts = events.flatMap(({ delivery_id: id, kind, before, detail }): EventDraft[] => {
    if (kind === 'recorded') return []
    const why = typeof detail?.why === 'string' ? detail.why : undefined
    const previous = kind === 'erased' ? undefined : (before as Partial<Delivery> | undefined)
    // So many types are more than the compiler tells apart.
    return [{ type: `delivery.${kind}`, id, data: shown.get(id)!, before: previous, why } as EventDraft]
  })
  await appendEvents(trx, author, drafts, now)
}

/** Tells of changes that are no part of the histories: how far looking up addresses has come. */
export async function tellUpdated(trx: Trx, author: Author, ids: string[], now: Date): Promise<void> {
  if (!ids.length) return
  const events = ids.map((delivery_id): NewEvent => ({ delivery_id, kind: 'updated' }))
  await tell(trx, author, events, await readStored(trx, author.workspaceId, ids), now)
}

/**
 * Adds an entry with every field to the chains of some deliveries whose older entries do not say them, so that a change to
 * the row shows. Returns how many there were.
 */
export async function recordOlderDeliveries(trx: Trx, workspaceId: string, most: number, now: Date): Promise<number> {
  const ids = await unrecordedDeliveries(trx, workspaceId, most)
  const rows = await lockDeliveries(trx, workspaceId, { ids })
  const events = rows.map(({ id }): NewEvent => ({ delivery_id: id, kind: 'recorded' }))
  await recordEvents(trx, { workspaceId, userId: null, name: 'Karta' }, events, now)
  return rows.length
}

type Heads = Awaited<ReturnType<typeof readHeads>>
type Unsealed = Omit<Draft, 'personal'> & { kind: DeliveryEventKind }

/** An entry with every field of a delivery as it is. */
function recorded(subject_id: string, row: ChainedDelivery): Unsealed {
  return { subject_id, kind: 'recorded', changes: chainedChanges(undefined, row), detail: {} }
}

/** Names next to the ids of wanted drivers, so that the history is readable without lookups. */
async function withDriverNames(trx: Trx, workspaceId: string, rows: { wanted_driver_id?: unknown }[]) {
  const ids = rows.flatMap(({ wanted_driver_id }) => (wanted_driver_id as string | null | undefined) ?? [])
  const drivers = await findDrivers(trx, workspaceId, ids)
  return <U extends Unsealed>(draft: U): U => {
    const { wanted_driver_id: id } = draft.changes
    if (id === undefined) return draft
    const wanted_driver_name = drivers.get((id as string | null) ?? '')?.name ?? null
    return { ...draft, changes: { ...draft.changes, wanted_driver_name } }
  }
}

async function appendEntries(trx: Trx, author: Author, drafts: Unsealed[], heads: Heads, now: Date) {
  const named = await withDriverNames(
    trx,
    author.workspaceId,
    drafts.map(({ changes }) => changes),
  )
  return writeEntries(trx, author, await prepareEntries(author, drafts.map(named), heads, now), now)
}

type PreparedEntries = Awaited<ReturnType<typeof prepareEntries>>

/** Seals entries and links them to their chains, without the database. */
async function prepareEntries(author: Author, drafts: Unsealed[], heads: Heads, now: Date) {
  const { workspaceId, userId: id, name } = author
  const appending = { workspaceId, subject: 'delivery', actor: { id, name }, at: now } as const
  const sealed = await mapInTurns(drafts, (draft) => ({ ...draft, ...sealing(draft.changes) }))
  const { entries, moving } = await extendChains(appending, sealed, heads)
  const written = await mapInTurns(entries, ({ detail, changes, sealed, opened }) => ({
    detail: JSON.stringify(detail),
    changes: JSON.stringify(changes),
    sealed: JSON.stringify(sealed),
    opened: JSON.stringify(opened),
  }))
  return { entries, moving, written }
}

async function writeEntries(trx: Trx, author: Author, { entries, moving, written }: PreparedEntries, now: Date) {
  const { workspaceId, userId: id } = author
  // As columns, because PostgreSQL would read the records twice if they were part of a larger JSON.
  const of = (column: 'subject_id' | 'sequence' | 'kind' | 'previous_hash' | 'hash') =>
    entries.map((entry) => entry[column])
  const json = (column: keyof (typeof written)[number]) => writtenColumn(written.map((entry) => entry[column]))
  const { rows } = await sql<{ id: string; delivery_id: string; kind: DeliveryEventKind }>`${preparedOnce}
    with moved as (${moving})
    insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, actor_id, detail, changes, sealed,
      opened, previous_hash, hash)
    select ${workspaceId}, r.subject_id, 2, r.sequence, r.kind, ${now}, ${id}, r.detail::jsonb, r.changes::json,
      r.sealed::json, r.opened::json, r.previous_hash, r.hash
    from unnest(${of('subject_id')}::uuid[], ${of('sequence')}::integer[], ${of('kind')}::text[],
        ${json('detail')}, ${json('changes')}, ${json('sealed')}, ${json('opened')},
        ${of('previous_hash')}::text[], ${of('hash')}::text[])
      as r(subject_id, sequence, kind, detail, changes, sealed, opened, previous_hash, hash)
    returning id, delivery_id, kind`.execute(trx)
  return rows
}

export async function lockAll(trx: Trx, workspaceId: string, ids: string[]) {
  const rows = await lockDeliveries(trx, workspaceId, { ids })
  if (rows.length !== new Set(ids.map((id) => id.toLowerCase())).size) throw new AppError('delivery_not_found')
  return rows
}

/**
 * The wanted driver, if there is one.
 * @throws AppError `driver_not_found`, `driver_inactive`
 */
export async function wantedDriver(trx: Trx, workspaceId: string, id: string | null | undefined) {
  if (!id) return undefined
  const driver = (await findDrivers(trx, workspaceId, [id])).get(id)
  const refusal = refusedDriver(driver)
  if (refusal) throw new AppError(refusal)
  return driver
}

/**
 * Says why a delivery cannot have the codes of its parcels: another open delivery has one of them, or an earlier one of the
 * same batch. Whoever asks holds the workspace's lock, so that nobody else takes a code meanwhile.
 */
function parcelCodes({ role }: Author, taken: Awaited<ReturnType<typeof openParcels>>) {
  const owners = Map.groupBy(taken, ({ code }) => code)
  const rows = new Map<string, number>()
  return (index: number, { parcels }: { parcels?: Parcel[] }, ownId?: string): string | undefined => {
    for (const code of codesOf(parcels)) {
      const owner = owners.get(code)?.find(({ id }) => id !== ownId)
      // It may be another client's.
      const named = role === 'client' ? 'another delivery' : `delivery ${owner?.number}`
      if (owner) return `The parcel “${code}” belongs to ${named}, which is still open.`
      const earlier = rows.get(code)
      if (earlier !== undefined) return `The parcel “${code}” is in row ${earlier + 1} of this batch, too.`
      rows.set(code, index)
    }
    return undefined
  }
}

/** Which of the codes of these deliveries' parcels belong to open deliveries. */
async function takenCodes(trx: Trx, deliveries: { parcels?: Parcel[] }[]) {
  const codes = deliveries.flatMap(({ parcels }) => codesOf(parcels))
  return codes.length ? openParcels(trx, codes) : []
}

const codesOf = (parcels: Parcel[] = []) => parcels.flatMap(({ code }) => code ?? [])

/** @throws AppError `parcel_code_taken` */
async function checkParcels(
  trx: Trx,
  author: Author,
  deliveries: { id?: string; parcels?: Parcel[] }[],
): Promise<void> {
  const problem = parcelCodes(author, await takenCodes(trx, deliveries))
  for (const [index, delivery] of deliveries.entries()) {
    const detail = problem(index, delivery, delivery.id)
    if (detail) throw new AppError('parcel_code_taken', { detail })
  }
}

/** The workspace's own fields by key, if any of these deliveries has values of them. */
async function ownFields(trx: Trx, deliveries: { custom?: CustomValues }[]): Promise<Map<string, CustomField>> {
  const isUsed = deliveries.some(({ custom }) => custom && Object.keys(custom).length > 0)
  return new Map(isUsed ? (await readCustomFields(trx)).map((field) => [field.key, field]) : [])
}

/**
 * New deliveries with checked values of the workspace's own fields.
 * @throws AppError `validation_failed`
 */
async function withOwnFields<D extends { custom?: CustomValues }>(trx: Trx, deliveries: D[]): Promise<D[]> {
  const fields = await ownFields(trx, deliveries)
  if (!fields.size && deliveries.every(({ custom }) => !custom || !Object.keys(custom).length)) return deliveries
  return deliveries.map((delivery) => ({ ...delivery, custom: checkedCustom({}, delivery.custom ?? {}, fields) }))
}

/** The country of phone numbers that say none. */
const countryOfPhones = async (trx: Trx, { workspaceId }: Author, orders: WithPhones[]): Promise<string | null> =>
  orders.some(hasNational) ? readCountry(trx, workspaceId) : null

/**
 * Deliveries with their phone numbers in E.164.
 * @throws AppError `validation_failed`
 */
async function withPhones<D extends WithPhones>(trx: Trx, author: Author, deliveries: D[]): Promise<D[]> {
  const country = await countryOfPhones(trx, author, deliveries)
  return deliveries.map((delivery, index) => {
    const read = withNumbers(delivery, country)
    if ('order' in read) return read.order
    const { path, message } = read.problem
    const of = deliveries.length > 1 ? `deliveries.${index}.` : ''
    throw new AppError('validation_failed', { errors: [{ path: `${of}${path}`, message }] })
  })
}

/** @throws AppError `validation_failed` */
function checkedCustom(before: CustomValues, given: CustomValues, fields: Map<string, CustomField>): CustomValues {
  const set = setCustom(before, given, fields)
  if ('problems' in set) throw new AppError('validation_failed', { errors: set.problems })
  return set.values
}

type Named = { client?: string; depot?: string; pickup_place?: string }

/** The client, the depot and the pickup place that a delivery says, and otherwise those of `usual`. */
function inScope<D extends object>(
  delivery: D,
  scope: {
    client_id?: string | null | undefined
    depot_id?: string | undefined
    pickup_place_id?: string | null | undefined
  },
  usual: Pick<Delivery, 'client_id' | 'depot_id'>,
): Scoped<D> {
  const { client: _, depot: __, pickup_place: ___, ...fields } = delivery as D & Named
  const { client_id = usual.client_id, depot_id = usual.depot_id, pickup_place_id } = scope
  return { ...fields, client_id, depot_id, ...(pickup_place_id !== undefined && { pickup_place_id }) } as Scoped<D>
}

/**
 * The client and the depot of a new delivery that says none. A client's are always its own.
 * @throws AppError `own_client_inactive`
 */
function ofNew({ role, clientId }: Author, depot_id: string | null): Pick<Delivery, 'client_id' | 'depot_id'> {
  if (role === 'client' && !clientId) throw new AppError('own_client_inactive')
  return { client_id: clientId ?? null, depot_id }
}

/**
 * Finds stored deliveries by reference and client. Without a client in the file, any client's is meant; and one that had no
 * client yet gets it.
 */
function matcher(known: StoredDelivery[]) {
  const byReference = Map.groupBy(known, ({ reference }) => reference)
  return (reference: string, client: string | null | undefined): StoredDelivery[] => {
    const all = byReference.get(reference) ?? []
    if (client === undefined) return all
    const same = all.filter(({ client_id }) => client_id === client)
    return same.length ? same : all.filter(({ client_id }) => client_id === null)
  }
}

/** Why the mode of an import does not want a row, if it does not. */
function whyUnwanted(mode: ImportMode, reference: string | null, before: StoredDelivery | undefined) {
  if (mode === 'create' && before) return `Delivery ${before.number} has this reference already.`
  if (mode === 'update' && !reference) return 'Without a reference, there is nothing to update.'
  if (mode === 'update' && !before) return 'No delivery has this reference.'
  return undefined
}

/** A row that says nothing of a pickup place keeps it as long as the pickup address stays. */
function keptPlace(before: Located, row: Scoped, scope: { pickup_place_id?: string | null | undefined }): Scoped {
  if (scope.pickup_place_id !== undefined) return row
  const isSame = row.pickup_address === before.pickup_address
  return { ...row, pickup_place_id: isSame ? before.pickup_place_id : null }
}

const sayProblem = ({ code, detail }: PickupProblem) =>
  typeof detail.detail === 'string' ? detail.detail : errors[code].say

/** Why a row's client or depot cannot be taken, with the name that it gave. */
function sayScope(code: ErrorCode, row: Pick<DeliveryRow, 'client' | 'depot' | 'pickup_place'>): string {
  const { client, depot, pickup_place } = row
  const name = code.startsWith('client') ? client : code.startsWith('pickup_place') ? pickup_place : depot
  return name ? `${errors[code].say.replace(/\.$/, '')}: “${name}”.` : errors[code].say
}

/**
 * Takes the next `count` numbers, and as many IDs. A failed transaction returns them, so there are no gaps.
 * @throws AppError `not_your_depot` if none of the member's depots is active
 */
async function takeNumbers(trx: Trx, { depotIds }: Author, count: number) {
  const { rows } = await sql<{
    first_number: number
    time_zone: string
    service_minutes: number
    depot_id: string | null
    ids: string
  }>`
    select *, (select string_agg(new_id()::text, ' ') from generate_series(1, ${count}::integer)) as ids
    from take_numbers(${count})`.execute(trx)
  const { first_number: firstNumber, ids, ...workspace } = rows[0]!
  if (depotIds && workspace.depot_id === null) throw new AppError('not_your_depot')
  return { ...workspace, firstNumber, ids: ids.split(' ') }
}

/** Whether a member says it in person, rather than a program. */
const isInPerson = ({ isApiKey, app }: Author) => !isApiKey && !app

/** Completes deliveries, and gives those without a position the one that the workspace knows for their address. */
async function withPositions(
  trx: Trx,
  author: Author,
  source: Delivery['source'],
  deliveries: Scoped[],
  workspace: { time_zone: string; service_minutes: number; depot_id?: string | null },
  now: Date,
): Promise<Located[]> {
  const places = await knownPlaces(trx, author.workspaceId, deliveries)
  const pickups = await pickupPlaces(trx, author.workspaceId, deliveries)
  const isMember = source === 'manual' && isInPerson(author)
  const located = deliveries.map((delivery) => {
    const known = places.get(delivery.delivery_address)
    const service_minutes = known?.service_minutes ?? workspace.service_minutes
    const { location_source, location_confidence, pickup_location_source, pickup_location_confidence, ...fields } =
      delivery
    const given = complete(fields, { ...workspace, service_minutes })
    const said = { pickup_location_source, pickup_location_confidence }
    const pickup = locatePickup(given, said, { known: pickups.get(given.pickup_address ?? ''), isMember, now })
    const located = locate(given, { location_source, location_confidence }, { known, isMember, now })
    return Object.assign(located, pickup)
  })
  const placed = await atPickupPlaces(trx, located, now)
  return placed.map((given) => leaving(given, workspace.depot_id ?? null, author.depotIds))
}

/** A delivery that leaves from the depot where it is picked up, and otherwise from the usual one, unless it says where. */
function leaving(given: Located, usual: string | null, only?: readonly string[] | null): Located {
  const { pickup_depot_id: pickup } = given
  const own = pickup && (!only || only.includes(pickup)) ? pickup : usual
  return given.depot_id === null && own ? { ...given, depot_id: own } : given
}

/** An import keeps the stored position if it has none for the same address, or none that a person would believe more. */
function keptPosition(before: Located, given: Located, imported: Scoped): Located {
  const isSamePlace =
    before.delivery_location !== null &&
    before.delivery_location.lat === given.delivery_location?.lat &&
    before.delivery_location.lng === given.delivery_location.lng
  const isUnsaid = !imported.delivery_location && given.delivery_address === before.delivery_address
  const isKept = isUnsaid || isSamePlace || !mayReplacePosition(before, given.delivery_address)
  if (!isKept || (isUnsaid && !before.delivery_location)) return given
  return { ...given, delivery_location: before.delivery_location, ...originIn(before) }
}

/** The same about the pickup. */
function keptPickup(before: Located, given: Located, imported: Scoped): Located {
  if (imported.pickup_location || given.pickup_address !== before.pickup_address || given.pickup_depot_id) return given
  return { ...given, ...pickupIn(before), pickup_location: before.pickup_location }
}

/** A delivery with the given fields changed, and the position that it has then. */
async function afterChange(
  trx: Trx,
  author: Author,
  before: Located,
  change: Omit<DeliveryChange, 'status' | 'client' | 'depot'>,
  now: Date,
): Promise<Located> {
  const address = change.delivery_address ?? before.delivery_address
  const isOtherAddress = !(await isSameAddress(trx, before.delivery_address, address))
  let known: KnownPlace | undefined
  if (isOtherAddress && change.delivery_location === undefined) {
    known = (await knownPlaces(trx, author.workspaceId, [{ delivery_address: address }])).get(address)
  }
  const isMember = isInPerson(author)
  const after = relocate(before, change, { isOtherAddress, known, isMember, now })
  const pickup = await pickupAfter(trx, author, before, change, now)
  const { pickup_depot_id: from } = pickup
  const isMoved = from !== null && from !== before.pickup_depot_id && !change.depot_id
  const mayMove = isMoved && (!author.depotIds || author.depotIds.includes(from))
  const [placed] = await atPickupPlaces(
    trx,
    [{ ...after, ...pickup, ...(mayMove && { depot_id: from }), ...placeAfter(before, change) }],
    now,
  )
  return placed!
}

/** The pickup place after a change: another address is read again, and one that is taken away takes its address along. */
function placeAfter(before: Located, change: Pick<DeliveryChange, 'pickup_place_id' | 'pickup_address'>) {
  const { pickup_place_id: named, pickup_address: address } = change
  if (named) return { pickup_place_id: named }
  if (named === null && before.pickup_place_id !== null && address === undefined) {
    return { ...noPickupPlace, pickup_place_id: null, pickup_address: null, pickup_location: null }
  }
  const isOther = address !== undefined && address !== before.pickup_address
  return isOther || named === null ? { pickup_place_id: null } : { pickup_place_id: before.pickup_place_id }
}

async function pickupAfter(
  trx: Trx,
  author: Author,
  before: Located,
  change: Omit<DeliveryChange, 'status' | 'client' | 'depot'>,
  now: Date,
) {
  const address = change.pickup_address === undefined ? before.pickup_address : change.pickup_address
  const isOtherAddress = address !== before.pickup_address
  const isPlaced = isOtherAddress || change.pickup_location !== undefined
  const places = isPlaced ? await pickupPlaces(trx, author.workspaceId, [{ pickup_address: address }]) : new Map()
  const known = places.get(address ?? '')
  return relocatePickup(before, change, { isOtherAddress, known, isMember: isInPerson(author), now })
}

/** The columns of `Located`: those of every order, and those that most orders leave empty. */
const usualColumns = [
  ['reference', 'text'],
  ['delivery_address', 'text'],
  ['lat', 'double precision'],
  ['lng', 'double precision'],
  ['recipient_name', 'text'],
  ['recipient_phone', 'text'],
  ['recipient_email', 'text'],
  ['scheduled_date', 'date'],
  ['window_start', 'text'],
  ['window_end', 'text'],
  ['service_minutes', 'double precision'],
  ['weight_kg', 'double precision'],
  ['volume_l', 'double precision'],
  ['priority', 'smallint'],
  ['skills', 'text[]'],
  ['notes', 'text'],
  ['client_id', 'uuid'],
  ['depot_id', 'uuid'],
  ['location_source', 'text'],
  ['location_confidence', 'double precision'],
  ['location_provider', 'text'],
  ['location_kind', 'text'],
  ['located_at', 'timestamptz'],
  ['location_search', 'text'],
  ['kind', 'text'],
  ['more_windows', 'jsonb'],
  ['other_places', 'jsonb'],
  ['units', 'integer'],
  ['parcels', 'jsonb'],
  ['requirements', 'text[]'],
  ['tags', 'text[]'],
  ['custom', 'jsonb'],
  ['is_confidential', 'boolean'],
] as const
const rareColumns = [
  ['pickup_address', 'text'],
  ['scheduled_time', 'timestamptz'],
  ['wanted_driver_id', 'uuid'],
  ['pickup_depot_id', 'uuid'],
  ['pickup_lat', 'double precision'],
  ['pickup_lng', 'double precision'],
  ['pickup_location_source', 'text'],
  ['pickup_location_confidence', 'double precision'],
  ['pickup_location_provider', 'text'],
  ['pickup_location_kind', 'text'],
  ['pickup_located_at', 'timestamptz'],
  ['pickup_location_search', 'text'],
  ['pickup_name', 'text'],
  ['pickup_phone', 'text'],
  ['pickup_notes', 'text'],
  ['pickup_window_start', 'text'],
  ['pickup_window_end', 'text'],
  ['pickup_service_minutes', 'double precision'],
  ['pickup_place_id', 'uuid'],
  ['preparation_minutes', 'integer'],
  ['place_name', 'text'],
  ['preferred_start', 'text'],
  ['preferred_end', 'text'],
  ['ready_time', 'text'],
  ['setup_minutes', 'double precision'],
  ['max_ride_minutes', 'double precision'],
  ['max_detour_minutes', 'double precision'],
  ['return_weight_kg', 'double precision'],
  ['return_volume_l', 'double precision'],
  ['return_units', 'integer'],
  ['minimum_age', 'smallint'],
  ['cash_amount', 'bigint'],
  ['temperature_min_c', 'double precision'],
  ['temperature_max_c', 'double precision'],
  ['order_reference', 'text'],
  ['order_step', 'integer'],
  ['worth', 'bigint'],
  ['earliest_date', 'date'],
  ['latest_date', 'date'],
  ['recipient_language', 'text'],
] as const
const allColumns = [...usualColumns, ...rareColumns]

type GivenColumn = (typeof allColumns)[number]

/** Arrays in arrays and JSON arrive as text. */
function isWritten(type: string): boolean {
  return type === 'jsonb' || type === 'text[]'
}

/**
 * Deliveries as rows `r` with their ids: the names of their columns, what those are read as, and the rows. Each field is a
 * column, which PostgreSQL reads twice as quickly as records. One that nobody says is empty: what is missing at the end of a
 * column is null.
 */
function rowsOf(deliveries: readonly Located[], ids: readonly string[], given: readonly GivenColumn[] = allColumns) {
  const columns = given.map(([name, type]) => {
    const values = deliveries.map((each) => valueOf(each, name))
    if (type === 'jsonb') return writtenColumn(values.map((value) => JSON.stringify(value)))
    const isEmpty = values.every((value) => value === null)
    const written = type === 'text[]' ? values.map((value) => arrayLiteral(value as string[])) : values
    return sql`${isEmpty ? [] : written}::${sql.raw(isWritten(type) ? 'text' : type)}[]`
  })
  const names = sql.raw(given.map(([name]) => name).join(', '))
  const values = given.map(([name, type]) => (isWritten(type) ? `r.${name}::${type}` : `r.${name}`))
  return {
    names,
    values: sql.raw(values.join(', ')),
    rows: sql`unnest(${ids}::uuid[], ${sql.join(columns)}) with ordinality as r(id, ${names}, place)`,
  }
}

function valueOf(given: Located, name: GivenColumn[0]) {
  if (name === 'lat' || name === 'lng') return given.delivery_location?.[name] ?? null
  if (name === 'pickup_lat') return given.pickup_location?.lat ?? null
  if (name === 'pickup_lng') return given.pickup_location?.lng ?? null
  return given[name] ?? null
}

const arrayLiteral = (texts: readonly string[]) =>
  `{${texts.map((text) => `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`).join()}}`

/** So many are written at once. PostgreSQL always has a statement to run while the next one is prepared here. */
const writtenAtOnce = 500

async function insertDeliveries(
  trx: Trx,
  author: Author,
  source: Delivery['source'],
  { firstNumber, ids }: { firstNumber: number; ids: string[] },
  given: Located[],
  now: Date,
): Promise<Delivery[]> {
  const finding = { now, isKept: !refusesFullSlots.includes(source) }
  const rows = given.map((each, index) => ({ id: ids[index]!, given: each, isNew: true }))
  const slotted = await takePickupSlots(trx, author.workspaceId, rows, finding)
  const deliveries = slotted.map((each) => each.given)
  const created = deliveries.map((each, index) => asStored(each, ids[index]!, firstNumber + index, source, now))
  const show = await apiView(trx, author.workspaceId, created)
  const shown: Delivery[] = []
  const named = await withDriverNames(trx, author.workspaceId, created)
  // PostgreSQL reads each column of each row, empty or not.
  const isUsual = deliveries.every((each) => rareColumns.every(([name]) => valueOf(each, name) === null))
  const insertFrom = (from: number) => {
    const to = from + writtenAtOnce
    const columns = isUsual ? usualColumns : allColumns
    const { names, values, rows } = rowsOf(deliveries.slice(from, to), ids.slice(from, to), columns)
    return sql`${preparedOnce}
      insert into deliveries (workspace_id, source, id, number, created_at, updated_at, ${names})
      select ${author.workspaceId}, ${source}, r.id, ${firstNumber + from}::integer - 1 + r.place, ${now}, ${now}, ${values}
      from ${rows}`
  }
  let insert = insertFrom(0)
  for (let from = 0; from < deliveries.length; from += writtenAtOnce) {
    const to = from + writtenAtOnce
    // PostgreSQL writes the rows while their histories are sealed here, and the histories while events are written out.
    const entries = await meanwhile(orConflict(duplicateReference, insert.execute(trx)), async () => {
      const rows = created.slice(from, to)
      const drafts = await mapInTurns(rows, (row) => named({ ...recorded(row.id, row), kind: 'created' }))
      shown.push(...(await mapInTurns(rows, show)))
      return prepareEntries(author, drafts, new Map(), now)
    })
    const events = await meanwhile(writeEntries(trx, author, entries, now), async () => {
      if (to < deliveries.length) insert = insertFrom(to)
      const told = shown.slice(from, to).map((data): EventDraft => ({ type: 'delivery.created', id: data.id, data }))
      return prepareEvents(told)
    })
    await appendPrepared(trx, author, events, now)
  }
  await keepPreparations(
    trx,
    author.workspaceId,
    slotted.filter(({ preparation }) => preparation !== null),
  )
  return shown
}

/** Whoever sends these is there to choose another time. What was sold elsewhere is taken, with a slot or without. */
const refusesFullSlots: readonly Delivery['source'][] = ['manual', 'csv', 'api']

/** A new delivery as it is read from its row. */
function asStored(given: Located, id: string, number: number, source: Delivery['source'], now: Date): StoredDelivery {
  return {
    ...given,
    id,
    number,
    source,
    status: 'pending',
    status_at: null,
    failure_reason: null,
    status_note: null,
    current_location: null,
    estimated_arrival: null,
    driver_id: null,
    route_id: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    version: 1,
    deleted_at: null,
    missing_proofs: [],
    goods: null,
    wishes: null,
    rating: null,
    rating_comment: null,
    rated_at: null,
    has_prescription: false,
    erased_at: null,
  }
}

/** Writes changed deliveries. Those whose pickup slots were not found yet get one, or go without. */
export async function updateDeliveries(
  trx: Trx,
  workspaceId: string,
  changes: ({ id: string; given: Located } & Partial<Slotted<Located>>)[],
  now: Date,
  finding: { isReturning?: boolean } = {},
): Promise<void> {
  if (!changes.length) return
  const found = changes.filter((change): change is Slotted<Located> => change.preparation !== undefined)
  const rows = changes.flatMap(({ id, given, preparation }) => (preparation === undefined ? [{ id, given }] : []))
  const others = rows.length ? await takePickupSlots(trx, workspaceId, rows, { now, isKept: true, ...finding }) : []
  const slotted = [...found, ...others]
  const given = slotted.map((change) => change.given)
  const ids = slotted.map(({ id }) => id)
  const { names, values, rows: written } = rowsOf(given, ids)
  await sql`
    update deliveries set (updated_at, ${names}) = row(${now}::timestamptz, ${values})
    from ${written}
    where deliveries.id = r.id and workspace_id = ${workspaceId}`.execute(trx)
  await keepPreparations(trx, workspaceId, slotted)
}

/** Within this time, opening a delivery again is no second entry of the audit log. */
const openedAgainMs = 3_600_000

/**
 * Notes that somebody opened a confidential delivery, if the workspace wants to know. The last thing of a call: the
 * transaction works as Karta itself from then on, since not everybody who reads may write.
 */
export async function noteOpening(trx: Trx, actor: Actor, { id, number }: Delivery, now: Date): Promise<void> {
  const { workspaceId, userId } = actor
  const { logs_opening } = await readWorkspace(trx, workspaceId)
  if (!logs_opening) return
  await setWorkspace(trx, workspaceId, { role: 'system', person: userId })
  const before = new Date(now.getTime() - openedAgainMs)
  const { rows } = await sql`
    insert into delivery_openings as o (workspace_id, delivery_id, person_id, opened_at)
      values (${workspaceId}, ${id}, ${userId}, ${now})
      on conflict (workspace_id, delivery_id, person_id) do update set opened_at = excluded.opened_at
        where o.opened_at <= ${before}
      returning o.opened_at`.execute(trx)
  if (!rows.length) return
  const through = actor.isApiKey ? 'api_key' : actor.app ? 'app' : 'dashboard'
  const record = { kind: 'delivery', id, label: `#${number}` }
  noteAudit(trx, actor, { action: 'delivery.opened', record, detail: { door: through } }, now)
}
