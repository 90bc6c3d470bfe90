import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { RoadData } from '#domain/road/entry.ts'
import type { CashCorrection, CashEntry, CashHandIn, CountedCash, NewHandIn } from '#domain/schema/cash.ts'
import type { Insertable } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { CashEntryTable } from '../../db/tables/cash.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { balanceOf, checkDriver, getCashEntry, getHandIn, takenAt } from './queries.ts'
import { balanceKey, deliveryKey, handInKey, sayCash, whatDiffers } from './rules.ts'

/** Who did it on the road: part of what handlers of entries work with. */
type OnRoad = {
  trx: Trx
  author: Author
  driver: { id: string; name: string }
  entry: { id: string; happenedAt: Date }
  now: Date
}
type Delivery = { id: string; number: number; cash_amount: number | null }

/**
 * Writes down what a driver took at a delivery. The money is there whatever became of the delivery, so this stands too if
 * somebody had ended it already; only what repeats an earlier taking is not counted again.
 */
export async function takeCash(
  work: OnRoad,
  delivery: Delivery,
  { cash, isRepeated }: { cash: number | null; isRepeated: boolean },
): Promise<void> {
  const { trx, author, driver, entry, now } = work
  const { workspaceId } = author
  const due = delivery.cash_amount ?? 0
  if (due === 0 && !cash) return
  if (isRepeated && (!cash || (await takenAt(trx, workspaceId, delivery.id)) !== 0)) return
  if (cash) {
    const row = { driver_id: driver.id, kind: 'taken', amount: cash, due, delivery_id: delivery.id } as const
    await add(trx, author, { ...row, entry_id: entry.id, happened_at: entry.happenedAt }, now)
  }
  const { currency } = await readWorkspace(trx, workspaceId)
  const sentence = whatDiffers({ number: delivery.number, due, taken: cash ?? 0, currency, driver: driver.name })
  const about = { driver_id: driver.id, delivery_id: delivery.id }
  if (sentence) await mismatch(trx, workspaceId, { key: deliveryKey(delivery.id), sentence, ...about }, now)
}

/** A driver takes back that they delivered: what they took for it goes back too, as a line of its own. */
export async function takeBackCash(work: OnRoad, undoneEntryId: string): Promise<void> {
  const { trx, author, entry, now } = work
  const { workspaceId } = author
  const taken = await trx
    .selectFrom('cash_entries')
    .select(['driver_id', 'amount', 'due', 'delivery_id'])
    .where('workspace_id', '=', workspaceId)
    .where('entry_id', '=', undoneEntryId)
    .where('kind', '=', 'taken')
    .executeTakeFirst()
  if (!taken) return
  const row = { ...taken, kind: 'taken_back', amount: -taken.amount } as const
  await add(trx, author, { ...row, entry_id: entry.id, happened_at: entry.happenedAt }, now)
  if (taken.delivery_id) await settleAlert(trx, workspaceId, deliveryKey(taken.delivery_id), now)
}

/** A driver brings cash. It counts once somebody has counted it. Of what was counted without the phone, this is the driver's word. */
export async function bringCash(work: OnRoad, said: RoadData['cash_handed_in']) {
  const { handin_id, amount, depot_id, note } = said
  const { trx, author, driver, entry, now } = work
  const { workspaceId } = author
  if (amount === 0) return { outcome: 'refused', code: 'invalid' } as const
  const added = await trx
    .insertInto('cash_hand_ins')
    .values({
      workspace_id: workspaceId,
      id: handin_id,
      driver_id: driver.id,
      depot_id,
      amount,
      note,
      handed_in_at: entry.happenedAt,
      received_at: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return (await sayOfHandIn(work, said)) ? undefined : ({ outcome: 'kept', code: 'already_so' } as const)
  const data = await getHandIn(trx, workspaceId, handin_id)
  await appendEvents(trx, author, [{ type: 'cash_hand_in.created', id: handin_id, data }], now)
  const has = await balanceOf(trx, workspaceId, driver.id)
  if (amount > has) {
    const { currency } = await readWorkspace(trx, workspaceId)
    const sentence = `${driver.name} hands in ${sayCash(amount, currency)}, but took ${sayCash(has, currency)}.`
    await mismatch(trx, workspaceId, { key: handInKey(handin_id), sentence, driver_id: driver.id }, now)
  }
  return undefined
}

/**
 * What a driver says of cash that was counted at the depot without their phone. Another amount changes nothing of what counts.
 * @returns whether it was asked
 */
async function sayOfHandIn(work: OnRoad, { handin_id, amount }: RoadData['cash_handed_in']): Promise<boolean> {
  const { trx, author, driver, entry, now } = work
  const { workspaceId } = author
  await lockHandIn(trx, workspaceId, handin_id)
  const before = await getHandIn(trx, workspaceId, handin_id)
  const isAsked = before.started_by === 'depot' && before.driver_said_at === null && before.driver_id === driver.id
  if (!isAsked) return false
  await trx
    .updateTable('cash_hand_ins')
    .set({ driver_amount: amount, driver_said_at: entry.happenedAt, version: before.version + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', handin_id)
    .execute()
  const data = await getHandIn(trx, workspaceId, handin_id)
  await appendEvents(trx, author, [{ type: 'cash_hand_in.confirmed', id: handin_id, data, before }], now)
  if (amount === before.counted) return true
  const { currency } = await readWorkspace(trx, workspaceId)
  const counted = `${before.confirmed_by} counted ${sayCash(before.counted!, currency)}`
  const sentence = `${counted}, and ${driver.name} says that it was ${sayCash(amount, currency)}.`
  await mismatch(trx, workspaceId, { key: handInKey(handin_id), sentence, driver_id: driver.id }, now)
  return true
}

/**
 * Somebody at the depot takes cash from a driver whose phone is not there. It counts at once; the driver is asked later.
 * @throws AppError `driver_not_found`
 */
export async function takeHandIn(
  trx: Trx,
  actor: Actor,
  driverId: string,
  { amount, depot_id, note }: NewHandIn,
  now: Date,
): Promise<CashHandIn> {
  const { workspaceId, name } = actor
  await checkDriver(trx, workspaceId, driverId)
  const { id } = await trx
    .insertInto('cash_hand_ins')
    .values({
      workspace_id: workspaceId,
      id: sql<string>`new_id()`,
      driver_id: driverId,
      depot_id,
      started_by: 'depot',
      state: 'confirmed',
      amount,
      counted: amount,
      note,
      handed_in_at: now,
      received_at: now,
      confirmed_at: now,
      confirmed_by: name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { driver_id: driverId, kind: 'handed_in', amount: -amount, hand_in_id: id, reason: note } as const
  const data = await getHandIn(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'cash_hand_in.created', id, data }], now)
  await add(trx, actor, { ...row, happened_at: now }, now)
  return data
}

/**
 * Somebody counted what a driver brought. What was counted is what counts; the rest stays with the driver.
 * @throws AppError `hand_in_not_found`, `hand_in_confirmed`, `cash_reason_needed`
 */
export async function confirmHandIn(
  trx: Trx,
  actor: Actor,
  id: string,
  { counted, reason }: CountedCash,
  now: Date,
): Promise<CashHandIn> {
  const { workspaceId, name } = actor
  await lockHandIn(trx, workspaceId, id)
  const before = await getHandIn(trx, workspaceId, id)
  if (before.state === 'confirmed') throw new AppError('hand_in_confirmed')
  const differs = counted !== before.amount
  if (differs && reason === null) throw new AppError('cash_reason_needed')
  await trx
    .updateTable('cash_hand_ins')
    .set({ state: 'confirmed', counted, reason, confirmed_at: now, confirmed_by: name, version: before.version + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const { driver_id } = before
  const row = { driver_id, kind: 'handed_in', amount: -counted, hand_in_id: id, reason, happened_at: now } as const
  await add(trx, actor, row, now)
  const data = await getHandIn(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'cash_hand_in.confirmed', id, data, before }], now)
  await settleAlert(trx, workspaceId, handInKey(id), now)
  if (differs) {
    const { currency } = await readWorkspace(trx, workspaceId)
    const said = `${before.driver_name} handed in ${sayCash(before.amount, currency)}`
    const sentence = `${said}, and ${sayCash(counted, currency)} was counted.`
    await mismatch(trx, workspaceId, { key: handInKey(id), sentence, driver_id }, now)
  }
  return data
}

async function lockHandIn(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .selectFrom('cash_hand_ins')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/**
 * Corrects what a driver has.
 * @throws AppError `driver_not_found`
 */
export async function correctCash(
  trx: Trx,
  actor: Actor,
  driverId: string,
  { amount, reason }: CashCorrection,
  now: Date,
): Promise<CashEntry> {
  await checkDriver(trx, actor.workspaceId, driverId)
  return add(trx, actor, { driver_id: driverId, kind: 'correction', amount, reason, happened_at: now }, now)
}

type Line = Omit<Insertable<CashEntryTable>, 'workspace_id' | 'author_name' | 'added_at'>

/** Adds a line, and tells dispatchers if the driver then has less than nothing. */
async function add(trx: Trx, author: Author, line: Line, now: Date): Promise<CashEntry> {
  const { workspaceId, name } = author
  // One line of a driver after the other, so that each sees the balance that it leaves.
  await sql`select pg_advisory_xact_lock(hashtext('karta cash'), hashtext(${line.driver_id}))`.execute(trx)
  const { id } = await trx
    .insertInto('cash_entries')
    .values({ ...line, workspace_id: workspaceId, author_name: name, added_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = await getCashEntry(trx, workspaceId, id)
  await appendEvents(trx, author, [{ type: 'cash_entry.added', id, data }], now)
  const has = await balanceOf(trx, workspaceId, line.driver_id)
  if (has >= 0) await settleAlert(trx, workspaceId, balanceKey(line.driver_id), now)
  else {
    const { currency } = await readWorkspace(trx, workspaceId)
    const sentence = `A driver’s cash is ${sayCash(-has, currency)} below zero: check what was taken and handed in.`
    await mismatch(trx, workspaceId, { key: balanceKey(line.driver_id), sentence, driver_id: line.driver_id }, now)
  }
  return data
}

type Mismatch = { key: string; sentence: string; driver_id: string; delivery_id?: string }

const mismatch = (trx: Trx, workspaceId: string, draft: Mismatch, now: Date) =>
  raiseAlert(trx, workspaceId, { kind: 'cash_mismatch', severity: 'medium', ...draft }, now)
