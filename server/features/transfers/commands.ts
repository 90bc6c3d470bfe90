import { sql } from 'kysely'
import type { Json } from '#domain/chain/canonical-json.ts'
import type { DeliveryEventKind } from '#domain/delivery-event-kinds.ts'
import { AppError } from '#domain/errors.ts'
import type { EventType } from '#domain/events/types.ts'
import {
  bothDrive,
  mostInTransfer,
  transferTimesProblem,
  type NewTransfer,
  type RefusedOnTransfer,
  type Transfer,
  type TransferAnswer,
  type TransferChange,
  type TransferState,
} from '#domain/schema/transfer.ts'
import { whyNotOnto } from '#domain/transfers/fits.ts'
import { goodsOf, inOrder, isOpen } from '#domain/transfers/goods.ts'
import { dayOf } from '#domain/time.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { lockWorkspace, readLocale } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { recordEvents, type NewEvent } from '../deliveries/commands.ts'
import { lockDeliveries, type StoredDelivery } from '../deliveries/queries.ts'
import { getDepot } from '../depots/queries.ts'
import {
  findOverlapping,
  getTransfer,
  legsOf,
  nextNumber,
  openAlertsOf,
  readCrew,
  readItems,
  routesTooEarly,
  type StoredItem,
} from './queries.ts'
import { codesOn, sayOverlapping, sayTooEarly } from './rules.ts'

type TransferEvent = Extract<EventType, `transfer.${string}`>
export type DeliveryKind = Extract<DeliveryEventKind, `transfer_${string}`>

/**
 * Who may do something with a transfer is decided first. Then the transaction works as Karta itself: a delivery that goes to
 * another depot is no longer among those that a member of the first one sees.
 * @throws AppError `not_your_depot`
 */
export async function enterAsKarta(trx: Trx, { workspaceId, depotIds }: Actor, ends: string[]): Promise<void> {
  if (depotIds && !ends.some((depot) => depotIds.includes(depot))) throw new AppError('not_your_depot')
  await setWorkspace(trx, workspaceId)
}

/**
 * A transfer, locked, for somebody who may change it. Only where it leaves from may it be planned, sent and canceled.
 * @throws AppError `transfer_not_found`, `version_conflict`, `not_your_depot`
 */
export async function lockTransfer(trx: Trx, actor: Actor, id: string, seen: Seen, whose: 'first' | 'either') {
  const { workspaceId } = actor
  await trx
    .selectFrom('transfers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  const before = await getTransfer(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  await enterAsKarta(trx, actor, [before.from_depot_id, ...(whose === 'either' ? [before.to_depot_id] : [])])
  return before
}

export const notIn = (state: TransferState, detail: string) => new AppError('transfer_state', { state, detail })

export const invalid = (path: string, message: string) =>
  new AppError('validation_failed', { errors: [{ path, message }] })

export type TransferFields = Partial<{
  state: TransferState
  day: string
  carrier: string | null
  driver_id: string | null
  driver_name: string | null
  vehicle_id: string | null
  vehicle_code: string | null
  departs_at: string
  arrives_at: string
  expected_at: string
  departed_at: string | null
  arrived_at: string | null
  canceled_at: string | null
  handling_minutes: number
  note: string | null
}>

export async function writeTransfer(
  trx: Trx,
  actor: Actor,
  before: Transfer,
  change: TransferFields,
  type: TransferEvent,
  now: Date,
) {
  const { workspaceId } = actor
  await trx
    .updateTable('transfers')
    .set({ ...change, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', before.id)
    .execute()
  const data = await getTransfer(trx, workspaceId, before.id)
  await appendEvents(trx, actor, [{ type, id: data.id, data, before }], now)
  return data
}

type Step = {
  kind: DeliveryKind
  /** What the history says besides which transfer it is. */
  detail?: (id: string) => Record<string, Json>
  /** Deliveries that leave from another depot now. */
  depots?: ReadonlyMap<string, string>
  /** Only those are told of whose goods are elsewhere, or there at another time. */
  onlyChanged?: boolean
}

/** Works out anew where goods of deliveries are, and writes it into their histories. */
export async function moveGoods(trx: Trx, actor: Actor, transfer: Transfer, ids: string[], step: Step, now: Date) {
  const { workspaceId } = actor
  const { kind, detail, depots, onlyChanged = false } = step
  const locked = await lockDeliveries(trx, workspaceId, { ids })
  const legs = await legsOf(trx, workspaceId, ids)
  // What is deleted or erased has no history to go on.
  const changes = locked
    .filter(({ deleted_at, erased_at }) => !deleted_at && !erased_at)
    .map((before) => ({
      before,
      goods: goodsOf(legs.get(before.id) ?? []),
      depot_id: depots?.get(before.id) ?? before.depot_id,
    }))
    .filter(({ before, goods }) => !onlyChanged || JSON.stringify(before.goods) !== JSON.stringify(goods))
  const values = changes.map(({ before, goods, depot_id }) => ({
    id: before.id,
    depot_id,
    goods: goods && JSON.stringify(goods),
  }))
  await sql`update deliveries set goods = r.goods::jsonb, depot_id = r.depot_id, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(values)}::json) as r(id uuid, goods text, depot_id uuid)
    where deliveries.workspace_id = ${workspaceId} and deliveries.id = r.id`.execute(trx)
  const events = changes.map(({ before }): NewEvent => ({
    delivery_id: before.id,
    kind,
    before,
    detail: { ...saying(transfer), ...detail?.(before.id) },
  }))
  await recordEvents(trx, actor, events, now)
}

const saying = ({ number, from_depot_name, to_depot_name, expected_at }: Transfer) => ({
  transfer: number,
  from_depot: from_depot_name,
  to_depot: to_depot_name,
  expected_at,
})

/** Whether an alert is about a transfer itself, and not about a route that waits for it. */
const isOfTransfer = (key: string) => /:(short|overdue)$/.test(key)

/** Tells of accepted routes that would load goods before they are there, and settles what is over. */
export async function warnRoutes(trx: Trx, workspaceId: string, transfer: Transfer, ids: string[], now: Date) {
  const known = await openAlertsOf(trx, workspaceId, transfer.id)
  const { timeZone } = await readLocale(trx, workspaceId)
  for (const route of await routesTooEarly(trx, workspaceId, ids)) {
    const key = `transfer:${transfer.id}:${route.route_id}`
    const { sentence, severity } = sayTooEarly(transfer, route, timeZone)
    const before = known.get(key)
    known.delete(key)
    if (before === sentence) continue
    if (before !== undefined) await settleAlert(trx, workspaceId, key, now)
    const { route_id, driver_id, plan_id } = route
    await raiseAlert(
      trx,
      workspaceId,
      { kind: 'transfer_late', severity, sentence, key, route_id, driver_id, plan_id },
      now,
    )
  }
  for (const key of known.keys()) if (!isOfTransfer(key)) await settleAlert(trx, workspaceId, key, now)
}

/**
 * Somebody drives one transfer at a time.
 * @throws AppError `driver_on_transfer`
 */
export async function checkDriverFree(
  trx: Trx,
  workspaceId: string,
  { driver_id, ...drive }: Omit<Parameters<typeof findOverlapping>[2], 'driver_id'> & { driver_id: string | null },
): Promise<void> {
  const other = driver_id && (await findOverlapping(trx, workspaceId, { ...drive, driver_id }))
  if (!other) return
  const { timeZone } = await readLocale(trx, workspaceId)
  throw new AppError('driver_on_transfer', { number: other.number, detail: sayOverlapping(other, timeZone) })
}

/**
 * Plans a transfer, and puts deliveries on it.
 * @throws AppError `depot_not_found`, `depot_inactive`, `not_your_depot`, `driver_not_found`, `driver_inactive`,
 * `vehicle_not_found`, `vehicle_inactive`, `driver_on_transfer`
 */
export async function createTransfer(
  trx: Trx,
  actor: Actor,
  { delivery_ids = [], ...given }: NewTransfer,
  now: Date,
): Promise<TransferAnswer> {
  const { workspaceId } = actor
  await enterAsKarta(trx, actor, [given.from_depot_id])
  const { time_zone } = await lockWorkspace(trx, workspaceId)
  const from = await getDepot(trx, workspaceId, given.from_depot_id)
  const to = await getDepot(trx, workspaceId, given.to_depot_id)
  if (!from.active || !to.active) throw new AppError('depot_inactive')
  const crew = await readCrew(trx, workspaceId, given)
  await checkDriverFree(trx, workspaceId, { ...given, id: null, departed_at: null, expected_at: given.arrives_at })
  const { id } = await trx
    .insertInto('transfers')
    .values({
      ...given,
      ...crew,
      workspace_id: workspaceId,
      number: await nextNumber(trx, workspaceId),
      day: dayOf(new Date(given.departs_at), time_zone),
      from_depot_name: from.name,
      to_depot_name: to.name,
      expected_at: given.arrives_at,
      handling_minutes: given.handling_minutes ?? to.handling_minutes,
      created_by: actor.name,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const transfer = await getTransfer(trx, workspaceId, id)
  const added = delivery_ids.length ? await putOn(trx, actor, transfer, delivery_ids, now) : { done: [], refused: [] }
  const data = await getTransfer(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'transfer.created', id, data }], now)
  return { transfer: data, ...added }
}

type Answers = Pick<TransferAnswer, 'done' | 'refused'>

/** Puts deliveries on a transfer that is locked or new, as far as they fit. */
export async function putOn(trx: Trx, actor: Actor, transfer: Transfer, wanted: string[], now: Date): Promise<Answers> {
  const { workspaceId, depotIds } = actor
  const ids = [...new Set(wanted)]
  const rows = new Map((await lockDeliveries(trx, workspaceId, { ids })).map((row) => [row.id, row]))
  const legs = await legsOf(trx, workspaceId, ids)
  const names = new Map(
    (await trx.selectFrom('depots').select(['id', 'name']).where('workspace_id', '=', workspaceId).execute()).map(
      ({ id, name }) => [id, name],
    ),
  )
  const nameOf = (id: string) => names.get(id) ?? 'another depot'
  const refused: RefusedOnTransfer[] = []
  const fitting: StoredDelivery[] = []
  for (const id of ids) {
    const row = rows.get(id)
    const isHidden = !row || row.deleted_at || row.erased_at
    // Whoever is limited to depots learns nothing of what belongs to others.
    const isOthers =
      depotIds !== null && row && ![row.depot_id, row.goods?.depot_id].some((each) => each && depotIds.includes(each))
    if (isHidden || isOthers) {
      const sentence = 'That delivery does not exist, or is not yours.'
      refused.push({ delivery_id: id, number: null, code: 'not_found', sentence })
      continue
    }
    const why = whyNotOnto(row, transfer, legs.get(id) ?? [], nameOf)
    if (why) refused.push({ delivery_id: id, number: row.number, ...why })
    else if (transfer.deliveries + fitting.length >= mostInTransfer) {
      const sentence = `A transfer has at most ${mostInTransfer} deliveries.`
      refused.push({ delivery_id: id, number: row.number, code: 'full', sentence })
    } else fitting.push(row)
  }
  if (fitting.length) {
    const isMoved = ({ depot_id }: StoredDelivery) => depot_id === transfer.from_depot_id
    await trx
      .insertInto('transfer_deliveries')
      .values(
        fitting.map((row) => ({
          workspace_id: workspaceId,
          transfer_id: transfer.id,
          delivery_id: row.id,
          number: row.number,
          parcels: codesOn(row.number, row.parcels).length,
          weight_kg: row.weight_kg,
          volume_l: row.volume_l,
          units: row.units,
          moved_depot: isMoved(row),
        })),
      )
      .execute()
    const depots = new Map(fitting.filter(isMoved).map(({ id }) => [id, transfer.to_depot_id]))
    const added = fitting.map(({ id }) => id)
    await moveGoods(trx, actor, transfer, added, { kind: 'transfer_added', depots }, now)
  }
  return { done: fitting.map(({ id, number }) => ({ delivery_id: id, number })), refused }
}

/**
 * Puts deliveries on a transfer that has not left, with an answer for each.
 * @throws AppError `transfer_not_found`, `transfer_state`, `version_conflict`, `not_your_depot`
 */
export async function addDeliveries(
  trx: Trx,
  actor: Actor,
  { id, ids }: { id: string; ids: string[] },
  seen: Seen,
  now: Date,
): Promise<TransferAnswer> {
  const before = await lockTransfer(trx, actor, id, seen, 'first')
  if (before.state !== 'planned') throw notIn(before.state, `Nothing can be put on it: it is ${before.state}.`)
  const answers = await putOn(trx, actor, before, ids, now)
  const transfer = answers.done.length ? await writeTransfer(trx, actor, before, {}, 'transfer.loaded', now) : before
  return { transfer, ...answers }
}

/** Takes deliveries off. They leave from where they did before. */
export async function takeOff(trx: Trx, actor: Actor, transfer: Transfer, items: StoredItem[], why: string, now: Date) {
  if (!items.length) return
  const ids = items.map(({ delivery_id }) => delivery_id)
  // Later transfers cannot bring what this one does not.
  const legs = await legsOf(trx, actor.workspaceId, ids)
  const later = new Set(
    [...legs].flatMap(([delivery, each]) => {
      const open = inOrder(each).filter(isOpen)
      const after = open.slice(open.findIndex(({ transfer_id }) => transfer_id === transfer.id) + 1)
      return after.map(({ transfer_id }) => `${transfer_id} ${delivery}`)
    }),
  )
  const rows = await trx
    .selectFrom('transfer_deliveries')
    .select(['transfer_id', 'delivery_id', 'moved_depot'])
    .where('workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .execute()
  const gone = rows.filter(
    (row) => row.transfer_id === transfer.id || later.has(`${row.transfer_id} ${row.delivery_id}`),
  )
  for (const transferId of new Set(gone.map(({ transfer_id }) => transfer_id))) {
    const of = gone.filter((row) => row.transfer_id === transferId).map(({ delivery_id }) => delivery_id)
    await trx
      .deleteFrom('transfer_deliveries')
      .where('transfer_id', '=', transferId)
      .where(sql<boolean>`delivery_id = any(${of}::uuid[])`)
      .execute()
    if (transferId === transfer.id) continue
    const other = await getTransfer(trx, actor.workspaceId, transferId)
    await writeTransfer(trx, actor, other, {}, 'transfer.loaded', now)
  }
  const moved = new Set(gone.filter((row) => row.moved_depot).map((row) => `${row.transfer_id} ${row.delivery_id}`))
  const depots = new Map(
    [...legs].flatMap(([delivery, each]) => {
      const first = inOrder(each).find(({ transfer_id }) => moved.has(`${transfer_id} ${delivery}`))
      return first ? [[delivery, first.from_id] as const] : []
    }),
  )
  await moveGoods(trx, actor, transfer, ids, { kind: 'transfer_removed', depots, detail: () => ({ why }) }, now)
}

/**
 * Takes deliveries off a transfer that has not left, with an answer for each.
 * @throws AppError `transfer_not_found`, `transfer_state`, `version_conflict`, `not_your_depot`
 */
export async function removeDeliveries(
  trx: Trx,
  actor: Actor,
  { id, ids }: { id: string; ids: string[] },
  seen: Seen,
  now: Date,
): Promise<TransferAnswer> {
  const before = await lockTransfer(trx, actor, id, seen, 'first')
  if (before.state !== 'planned') throw notIn(before.state, `Nothing can be taken off: it is ${before.state}.`)
  const items = new Map((await readItems(trx, actor.workspaceId, id)).map((item) => [item.delivery_id, item]))
  const wanted = [...new Set(ids)]
  const found = wanted.flatMap((each) => items.get(each) ?? [])
  const refused = wanted
    .filter((each) => !items.has(each))
    .map((delivery_id): RefusedOnTransfer => ({
      delivery_id,
      number: null,
      code: 'not_on_it',
      sentence: 'It is not on this transfer.',
    }))
  await takeOff(trx, actor, before, found, 'Taken off', now)
  const transfer = found.length ? await writeTransfer(trx, actor, before, {}, 'transfer.loaded', now) : before
  await warnRoutes(trx, actor.workspaceId, transfer, wanted, now)
  return { transfer, done: found.map(({ delivery_id, number }) => ({ delivery_id, number })), refused }
}

/**
 * Changes a transfer, or says when it is expected. What has left keeps its crew and the time at which it was to leave.
 * @throws AppError `transfer_not_found`, `transfer_state`, `version_conflict`, `not_your_depot`, `validation_failed`,
 * `driver_not_found`, `driver_inactive`, `vehicle_not_found`, `vehicle_inactive`, `driver_on_transfer`
 */
export async function changeTransfer(
  trx: Trx,
  actor: Actor,
  id: string,
  change: TransferChange,
  seen: Seen,
  now: Date,
): Promise<Transfer> {
  const { workspaceId } = actor
  const isTold = Object.keys(change).every((field) => field === 'expected_at' || field === 'note')
  const before = await lockTransfer(trx, actor, id, seen, isTold ? 'either' : 'first')
  const { state } = before
  if (state === 'arrived' || state === 'canceled') throw notIn(state, `It is ${state}, and cannot be changed.`)
  const fixed = ['departs_at', 'arrives_at', 'driver_id', 'vehicle_id', 'carrier'] as const
  if (state === 'departed' && fixed.some((field) => change[field] !== undefined && change[field] !== before[field])) {
    throw notIn(state, 'It has left. Say when it is expected instead.')
  }
  const after = { ...before, ...change }
  // Planned anew, it is expected as planned.
  if (change.arrives_at !== undefined && change.expected_at === undefined) after.expected_at = change.arrives_at
  const problem = transferTimesProblem(after)
  if (problem) throw invalid('arrives_at', problem)
  const leaves = before.departed_at ?? after.departs_at
  if (Date.parse(after.expected_at) <= Date.parse(leaves))
    throw invalid('expected_at', 'It would arrive before it leaves.')
  if (after.carrier && after.driver_id) throw invalid('carrier', bothDrive)
  const isNew = after.driver_id !== before.driver_id || after.vehicle_id !== before.vehicle_id
  const crew = isNew ? await readCrew(trx, workspaceId, after) : {}
  // That it comes later is said as it is, whatever was planned for the driver.
  const isPlannedAnew = (['driver_id', 'departs_at', 'arrives_at'] as const).some(
    (field) => after[field] !== before[field],
  )
  if (isPlannedAnew) await checkDriverFree(trx, workspaceId, after)
  const { timeZone } = await readLocale(trx, workspaceId)
  const written = await writeTransfer(
    trx,
    actor,
    before,
    { ...change, ...crew, expected_at: after.expected_at, day: dayOf(new Date(after.departs_at), timeZone) },
    'transfer.updated',
    now,
  )
  if (written.ready_at !== before.ready_at) {
    const ids = (await readItems(trx, workspaceId, id)).map(({ delivery_id }) => delivery_id)
    await moveGoods(trx, actor, written, ids, { kind: 'transfer_retimed', onlyChanged: true }, now)
    await warnRoutes(trx, workspaceId, written, ids, now)
  }
  return written
}

/**
 * Cancels a transfer that has not left. Its deliveries leave from where they did before.
 * @throws AppError `transfer_not_found`, `transfer_state`, `version_conflict`, `not_your_depot`
 */
export async function cancelTransfer(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<Transfer> {
  const { workspaceId } = actor
  const before = await lockTransfer(trx, actor, id, seen, 'first')
  if (before.state !== 'planned') {
    const detail =
      before.state === 'departed'
        ? 'It has left. Take the departure back first, or say when it arrived.'
        : `It cannot be canceled: it is ${before.state}.`
    throw notIn(before.state, detail)
  }
  const items = await readItems(trx, workspaceId, id)
  await takeOff(trx, actor, before, items, 'Transfer canceled', now)
  // What was on it can be put back with the transfer.
  if (items.length) await keepItems(trx, workspaceId, id, items)
  const written = await writeTransfer(
    trx,
    actor,
    before,
    { state: 'canceled', canceled_at: now.toISOString() },
    'transfer.canceled',
    now,
  )
  await warnRoutes(
    trx,
    workspaceId,
    written,
    items.map(({ delivery_id }) => delivery_id),
    now,
  )
  return written
}

async function keepItems(trx: Trx, workspaceId: string, transferId: string, items: StoredItem[]): Promise<void> {
  const ids = items.map(({ delivery_id }) => delivery_id)
  await sql`insert into transfer_deliveries (workspace_id, transfer_id, delivery_id, number, parcels, weight_kg, volume_l, units,
      moved_depot)
    select d.workspace_id, ${transferId}, d.id, d.number, greatest(1, jsonb_array_length(d.parcels)), d.weight_kg, d.volume_l,
      d.units, false
    from deliveries d where d.workspace_id = ${workspaceId} and d.id = any(${ids}::uuid[])`.execute(trx)
}
