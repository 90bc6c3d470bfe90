import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Transfer, TransferAnswer, TransferArrival, TransferDeparture } from '#domain/schema/transfer.ts'
import { inOrder, isOpen } from '#domain/transfers/goods.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { readLocale } from '../../db/workspace.ts'
import type { Actor } from '../../http/callers/actor.ts'
import type { Seen } from '../../http/if-match.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import {
  checkDriverFree,
  enterAsKarta,
  invalid,
  lockTransfer,
  moveGoods,
  notIn,
  putOn,
  takeOff,
  warnRoutes,
  writeTransfer,
  type DeliveryKind,
  type TransferFields,
} from '../transfers/commands.ts'
import { getTransfer, legsOf, readItems, type StoredItem } from '../transfers/queries.ts'
import { openOverdue, overdueTransfers } from './queries.ts'
import { sayOverdue } from './rules.ts'

/** Clocks of programs may be ahead by this. */
const tolerance = 5 * 60_000

/** Tells of transfers of which nobody said that they left or arrived, and settles what was said since. As Karta itself. */
export async function watchTransfers(trx: Trx, workspaceId: string, now: Date): Promise<void> {
  const { timeZone } = await readLocale(trx, workspaceId)
  const told = await openOverdue(trx, workspaceId)
  for (const { id, driver_id, ...transfer } of await overdueTransfers(trx, workspaceId, now)) {
    const key = `transfer:${id}:overdue`
    const sentence = sayOverdue(transfer, timeZone)
    const before = told.get(key)
    told.delete(key)
    if (before === sentence) continue
    if (before !== undefined) await settleAlert(trx, workspaceId, key, now)
    await raiseAlert(trx, workspaceId, { kind: 'transfer_overdue', severity: 'medium', sentence, key, driver_id }, now)
  }
  for (const key of told.keys()) await settleAlert(trx, workspaceId, key, now)
}

/** @throws AppError `validation_failed` */
function checkMoment(path: string, at: string | undefined, now: Date, after?: string | null): string {
  const moment = at ?? now.toISOString()
  if (Date.parse(moment) > now.getTime() + tolerance) throw invalid(path, 'That is in the future.')
  if (after && Date.parse(moment) <= Date.parse(after)) throw invalid(path, 'It would arrive before it left.')
  return moment
}

/** What was counted, by delivery; of what was not, everything. */
function countsOf(
  items: StoredItem[],
  counted: { delivery_id: string; parcels: number }[],
  path: string,
  most: (item: StoredItem) => number,
) {
  const said = new Map(counted.map(({ delivery_id, parcels }) => [delivery_id, parcels]))
  const known = new Set(items.map(({ delivery_id }) => delivery_id))
  if (counted.some(({ delivery_id }) => !known.has(delivery_id))) {
    throw invalid(path, 'A delivery that was counted is not on this transfer.')
  }
  return new Map(
    items.map((item) => {
      const count = said.get(item.delivery_id) ?? most(item)
      if (count > most(item)) throw invalid(path, `Of delivery ${item.number}, there are only ${most(item)}.`)
      return [item.delivery_id, count]
    }),
  )
}

async function writeCounts(
  trx: Trx,
  transferId: string,
  field: 'loaded' | 'received',
  counts: ReadonlyMap<string, number>,
) {
  const column = sql.raw(field)
  await sql`update transfer_deliveries set ${column} = r.count
    from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::integer[]) as r(id, count)
    where transfer_id = ${transferId} and delivery_id = r.id`.execute(trx)
}

/**
 * A transfer leaves, with what is on board. What is canceled by then, or has no parcel on board, stays.
 * @throws AppError `transfer_not_found`, `transfer_state`, `transfer_empty`, `version_conflict`, `not_your_depot`, `validation_failed`
 */
export async function departTransfer(
  trx: Trx,
  actor: Actor,
  id: string,
  { departed_at, loaded }: TransferDeparture,
  seen: Seen,
  now: Date,
): Promise<Transfer> {
  const { workspaceId } = actor
  const before = await lockTransfer(trx, actor, id, seen, 'first')
  if (before.state !== 'planned') throw notIn(before.state, `It cannot leave: it is ${before.state}.`)
  const at = checkMoment('departed_at', departed_at, now)
  const items = await readItems(trx, workspaceId, id)
  await checkAreHere(trx, workspaceId, before, items)
  const counts = countsOf(items, loaded, 'loaded', ({ parcels }) => parcels)
  const isGone = ({ status, deleted_at }: StoredItem) => deleted_at !== null || !movable.has(status)
  const gone = items.filter(isGone)
  const left = items.filter((item) => !isGone(item) && counts.get(item.delivery_id) === 0)
  const aboard = items.filter((item) => !gone.includes(item) && !left.includes(item))
  if (!aboard.length) throw new AppError('transfer_empty')
  await takeOff(trx, actor, before, gone, 'Not needed any more', now)
  await takeOff(trx, actor, before, left, 'Stayed behind', now)
  await writeCounts(trx, id, 'loaded', new Map(aboard.map((item) => [item.delivery_id, counts.get(item.delivery_id)!])))
  // It takes as long as planned.
  const expected = Date.parse(at) + Date.parse(before.arrives_at) - Date.parse(before.departs_at)
  const expected_at = new Date(Math.max(expected, Date.parse(before.expected_at))).toISOString()
  const change = { state: 'departed', departed_at: at, expected_at } as const
  const written = await writeTransfer(trx, actor, before, change, 'transfer.departed', now)
  const told = (kind: DeliveryKind, of: StoredItem[]) =>
    moveGoods(
      trx,
      actor,
      written,
      of.map(({ delivery_id }) => delivery_id),
      {
        kind,
        detail: (each) => ({
          parcels: counts.get(each)!,
          of: items.find((item) => item.delivery_id === each)!.parcels,
        }),
      },
      now,
    )
  await told('transfer_departed', aboard)
  const short = aboard.filter((item) => counts.get(item.delivery_id)! < item.parcels)
  if (short.length) await told('transfer_short', short)
  await tellShort(trx, workspaceId, written, short.length, 'were not on board', now)
  await warnRoutes(
    trx,
    workspaceId,
    written,
    items.map(({ delivery_id }) => delivery_id),
    now,
  )
  return written
}

/** What can still be brought anywhere. */
const movable: ReadonlySet<string> = new Set(['pending', 'planned', 'dispatched'])

/** @throws AppError `transfer_state` if the transfer before this one has not arrived */
async function checkAreHere(trx: Trx, workspaceId: string, transfer: Transfer, items: StoredItem[]): Promise<void> {
  const legs = await legsOf(
    trx,
    workspaceId,
    items.map(({ delivery_id }) => delivery_id),
  )
  const early = items.filter(({ delivery_id }) => {
    const [first] = inOrder(legs.get(delivery_id) ?? []).filter(isOpen)
    return first !== undefined && first.transfer_id !== transfer.id
  })
  if (!early.length) return
  const detail = `Delivery ${early[0]!.number}${early.length > 1 ? ` and ${early.length - 1} more` : ''} of it did not arrive at ${transfer.from_depot_name} yet. Take them off, or wait.`
  throw new AppError('transfer_state', { detail, numbers: early.map(({ number }) => number) })
}

async function tellShort(trx: Trx, workspaceId: string, transfer: Transfer, count: number, how: string, now: Date) {
  const key = `transfer:${transfer.id}:short`
  await settleAlert(trx, workspaceId, key, now)
  if (!count) return
  const deliveries = count === 1 ? '1 delivery' : `${count} deliveries`
  const sentence = `Parcels of ${deliveries} ${how} of transfer ${transfer.number} from ${transfer.from_depot_name} to ${transfer.to_depot_name}.`
  await raiseAlert(trx, workspaceId, { kind: 'transfer_short', severity: 'medium', sentence, key }, now)
}

/**
 * A transfer is there, with what was found. Said again, what was found since is counted.
 * @throws AppError `transfer_not_found`, `transfer_state`, `version_conflict`, `not_your_depot`, `validation_failed`
 */
export async function arriveTransfer(
  trx: Trx,
  actor: Actor,
  id: string,
  { arrived_at, received }: TransferArrival,
  seen: Seen,
  now: Date,
): Promise<Transfer> {
  const { workspaceId } = actor
  const before = await lockTransfer(trx, actor, id, seen, 'either')
  const isAgain = before.state === 'arrived'
  if (before.state !== 'departed' && !isAgain) throw notIn(before.state, `It cannot arrive: it is ${before.state}.`)
  const items = await readItems(trx, workspaceId, id)
  const most = ({ loaded, parcels }: StoredItem) => loaded ?? parcels
  const usual = (item: StoredItem) => (isAgain ? (item.received ?? 0) : most(item))
  const counts = countsOf(items, received, 'received', most)
  const said = new Set(received.map(({ delivery_id }) => delivery_id))
  for (const item of items) if (!said.has(item.delivery_id)) counts.set(item.delivery_id, usual(item))
  const changed = isAgain ? items.filter((item) => counts.get(item.delivery_id) !== item.received) : items
  if (isAgain && !changed.length) return before
  const at =
    isAgain && !arrived_at ? before.arrived_at! : checkMoment('arrived_at', arrived_at, now, before.departed_at)
  await writeCounts(trx, id, 'received', counts)
  const written = await writeTransfer(trx, actor, before, { state: 'arrived', arrived_at: at }, 'transfer.arrived', now)
  const detail = (each: string) => ({
    parcels: counts.get(each)!,
    of: most(items.find((item) => item.delivery_id === each)!),
  })
  const idsOf = (of: StoredItem[]) => of.map(({ delivery_id }) => delivery_id)
  const isShort = (item: StoredItem) => counts.get(item.delivery_id)! < most(item)
  await moveGoods(
    trx,
    actor,
    written,
    idsOf(changed.filter((item) => !isShort(item))),
    { kind: 'transfer_arrived', detail },
    now,
  )
  await moveGoods(trx, actor, written, idsOf(changed.filter(isShort)), { kind: 'transfer_short', detail }, now)
  await tellShort(trx, workspaceId, written, items.filter(isShort).length, 'were missing at the arrival', now)
  await warnRoutes(trx, workspaceId, written, idsOf(items), now)
  return written
}

/**
 * One step back: arrived to departed, departed or canceled to planned. What no longer fits on a transfer that was canceled is
 * named.
 * @throws AppError `transfer_not_found`, `transfer_state`, `transfer_goes_on`, `driver_on_transfer`, `version_conflict`, `not_your_depot`
 */
export async function takeBackTransfer(
  trx: Trx,
  actor: Actor,
  id: string,
  seen: Seen,
  now: Date,
): Promise<TransferAnswer> {
  const { workspaceId } = actor
  const before = await lockTransfer(trx, actor, id, seen, 'either')
  if (before.state === 'planned') throw notIn('planned', 'There is nothing to take back: it is planned.')
  const items = await readItems(trx, workspaceId, id)
  const ids = items.map(({ delivery_id }) => delivery_id)
  if (before.state === 'canceled') {
    await enterAsKarta(trx, actor, [before.from_depot_id])
    await checkDriverFree(trx, workspaceId, before)
    await trx
      .deleteFrom('transfer_deliveries')
      .where('workspace_id', '=', workspaceId)
      .where('transfer_id', '=', id)
      .execute()
    const change = { state: 'planned', canceled_at: null } as const
    await trx
      .updateTable('transfers')
      .set({ ...change, updated_at: now })
      .where('id', '=', id)
      .execute()
    const answers = await putOn(trx, actor, await getTransfer(trx, workspaceId, id), ids, now)
    return { transfer: await writeTransfer(trx, actor, before, change, 'transfer.taken_back', now), ...answers }
  }
  if (before.state === 'departed') await enterAsKarta(trx, actor, [before.from_depot_id])
  await checkNotGoneOn(trx, workspaceId, before, items)
  const field = before.state === 'arrived' ? 'received' : 'loaded'
  await trx
    .updateTable('transfer_deliveries')
    .set({ [field]: null })
    .where('workspace_id', '=', workspaceId)
    .where('transfer_id', '=', id)
    .execute()
  const change: TransferFields =
    before.state === 'arrived' ? { state: 'departed', arrived_at: null } : { state: 'planned', departed_at: null }
  const transfer = await writeTransfer(trx, actor, before, change, 'transfer.taken_back', now)
  await moveGoods(trx, actor, transfer, ids, { kind: 'transfer_taken_back' }, now)
  await settleAlert(trx, workspaceId, `transfer:${id}:short`, now)
  await warnRoutes(trx, workspaceId, transfer, ids, now)
  return { transfer, done: items.map(({ delivery_id, number }) => ({ delivery_id, number })), refused: [] }
}

/** @throws AppError `transfer_goes_on` naming the deliveries that have left the depot */
async function checkNotGoneOn(trx: Trx, workspaceId: string, transfer: Transfer, items: StoredItem[]): Promise<void> {
  const legs = await legsOf(
    trx,
    workspaceId,
    items.map(({ delivery_id }) => delivery_id),
  )
  const gone = items.filter(({ delivery_id, status }) => {
    const driven = inOrder(legs.get(delivery_id) ?? [])
    const after = driven.slice(driven.findIndex(({ transfer_id }) => transfer_id === transfer.id) + 1)
    return (
      after.some(({ state }) => state !== 'planned') ||
      ['in_transit', 'arrived', 'delivered', 'failed'].includes(status)
    )
  })
  if (gone.length) throw new AppError('transfer_goes_on', { numbers: gone.map(({ number }) => number) })
}

/**
 * A driver does something with a transfer of their own, as Karta itself: drivers see no transfers.
 * @throws AppError `transfer_not_found`
 */
export async function asItsDriver(trx: Trx, actor: Actor, id: string): Promise<Actor> {
  await setWorkspace(trx, actor.workspaceId)
  const { driver_id } = await getTransfer(trx, actor.workspaceId, id)
  if (!actor.driverId || driver_id !== actor.driverId) throw new AppError('transfer_not_found')
  return { ...actor, depotIds: null }
}
