import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { CashDay, CashEntry, CashHandIn, DriverCash } from '#domain/schema/cash.ts'
import { dayAfter, dayOf, instantOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { readWorkspace } from '../workspace/queries.ts'

const entriesOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('cash_entries as c')
    .innerJoin('drivers as d', 'd.id', 'c.driver_id')
    .select(['c.id', 'c.driver_id', 'd.depot_id', 'c.kind', 'c.amount', 'c.due', 'c.delivery_id', 'c.hand_in_id'])
    .select(['c.reason', 'c.author_name', 'c.happened_at'])
    .where('c.workspace_id', '=', workspaceId)

/** A line of a ledger. */
export function getCashEntry(trx: Trx, workspaceId: string, id: string): Promise<CashEntry> {
  return entriesOf(trx, workspaceId).where('c.id', '=', id).executeTakeFirstOrThrow()
}

const handInsOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('cash_hand_ins as h')
    .innerJoin('drivers as d', 'd.id', 'h.driver_id')
    .select(['h.id', 'h.driver_id', 'd.name as driver_name', 'd.depot_id', 'h.state', 'h.amount', 'h.counted'])
    .select(['h.reason', 'h.handed_in_at', 'h.confirmed_at', 'h.confirmed_by', 'h.version', 'h.started_by', 'h.note'])
    .select(['h.driver_amount', 'h.driver_said_at'])
    .where('h.workspace_id', '=', workspaceId)

/** @throws AppError `hand_in_not_found` */
export async function getHandIn(trx: Trx, workspaceId: string, id: string): Promise<CashHandIn> {
  const row = await handInsOf(trx, workspaceId).where('h.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('hand_in_not_found')
  return row
}

/** What a driver has now. */
export async function balanceOf(trx: Trx, workspaceId: string, driverId: string): Promise<number> {
  const { balance } = await trx
    .selectFrom('cash_entries')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('balance'))
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .executeTakeFirstOrThrow()
  return balance
}

/** What was taken at a delivery by now, whoever took it. */
export async function takenAt(trx: Trx, workspaceId: string, deliveryId: string): Promise<number> {
  const { taken } = await trx
    .selectFrom('cash_entries')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('taken'))
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  return taken
}

/** The balance as a driver's phone shows it: what there was to hand in today, and what was handed in of it. */
export async function readOwnCash(trx: Trx, workspaceId: string, driverId: string, now: Date) {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const { rows } = await sql<{ balance: number; handed_in: number }>`
    select coalesce(sum(amount), 0)::bigint as balance,
      coalesce(-sum(amount) filter (where kind = 'handed_in'
        and (happened_at at time zone ${time_zone})::date = ${dayOf(now, time_zone)}::date), 0)::bigint as handed_in
    from cash_entries where workspace_id = ${workspaceId} and driver_id = ${driverId}`.execute(trx)
  const { balance, handed_in } = rows[0]!
  const unsaid = await handInsOf(trx, workspaceId)
    .where('h.driver_id', '=', driverId)
    .where('h.started_by', '=', 'depot')
    .where('h.driver_said_at', 'is', null)
    .orderBy('h.handed_in_at')
    .limit(50)
    .execute()
  const to_confirm = unsaid.map(({ id, counted, confirmed_by, handed_in_at }) => ({
    handin_id: id,
    amount: counted!,
    counted_by: confirmed_by!,
    at: handed_in_at,
  }))
  return { taken: balance + handed_in, handed_in, to_confirm }
}

/** A day of all drivers whom the caller sees. */
export async function readCashDay(
  trx: Trx,
  workspaceId: string,
  asked: string | undefined,
  now: Date,
): Promise<CashDay> {
  const { time_zone: zone, currency } = await readWorkspace(trx, workspaceId)
  const day = asked ?? dayOf(now, zone)
  const isOn = (column: string) => sql<boolean>`(${sql.ref(column)} at time zone ${zone})::date = ${day}::date`
  const { rows: drivers } = await sql<DriverCash>`
    select d.id as driver_id, d.name as driver_name, c.taken, c.handed_in, c.corrected, c.balance
    from drivers d join (
      select driver_id, sum(amount)::bigint as balance, bool_or(${isOn('happened_at')}) as is_on,
        coalesce(sum(amount) filter (where kind in ('taken', 'taken_back') and ${isOn('happened_at')}), 0)::bigint as taken,
        coalesce(-sum(amount) filter (where kind = 'handed_in' and ${isOn('happened_at')}), 0)::bigint as handed_in,
        coalesce(sum(amount) filter (where kind = 'correction' and ${isOn('happened_at')}), 0)::bigint as corrected
      from cash_entries where workspace_id = ${workspaceId} group by 1) c on c.driver_id = d.id
    where d.workspace_id = ${workspaceId} and (c.balance <> 0 or c.is_on)
    order by lower(d.name), d.id`.execute(trx)
  const hand_ins = await handInsOf(trx, workspaceId)
    .where((eb) =>
      eb.or([
        eb('h.state', '=', 'waiting'),
        eb.and([eb('h.started_by', '=', 'depot'), eb('h.driver_said_at', 'is', null)]),
        isOn('h.confirmed_at'),
      ]),
    )
    .orderBy('h.state', 'desc')
    .orderBy('h.handed_in_at')
    .orderBy('h.id')
    .execute()
  return { day, currency, drivers, hand_ins }
}

/**
 * What a driver has, and why.
 * @throws AppError `driver_not_found`
 */
export async function readDriverCash(trx: Trx, workspaceId: string, driverId: string) {
  await checkDriver(trx, workspaceId, driverId)
  const { currency } = await readWorkspace(trx, workspaceId)
  const newest = entriesOf(trx, workspaceId).where('c.driver_id', '=', driverId)
  const waiting = handInsOf(trx, workspaceId)
    .where('h.driver_id', '=', driverId)
    .where((eb) =>
      eb.or([
        eb('h.state', '=', 'waiting'),
        eb.and([eb('h.started_by', '=', 'depot'), eb('h.driver_said_at', 'is', null)]),
      ]),
    )
  return {
    currency,
    balance: await balanceOf(trx, workspaceId, driverId),
    entries: await newest.orderBy('c.happened_at', 'desc').orderBy('c.id', 'desc').limit(200).execute(),
    hand_ins: await waiting.orderBy('h.handed_in_at').execute(),
  }
}

/** @throws AppError `driver_not_found` */
export async function checkDriver(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const found = await trx
    .selectFrom('drivers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('driver_not_found')
}

const newestFirst = {
  name: 'happened_at',
  order: 'desc',
  by: sql`c.happened_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`c.id`,
  ties: z.uuid(),
} as const

type Asked = {
  driver_id?: string | undefined
  kind?: CashEntry['kind'] | undefined
  from?: string | undefined
  to?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** One page of the lines of all drivers whom the caller sees, the newest first. */
export async function listEntries(trx: Trx, workspaceId: string, asked: Asked) {
  const { driver_id, kind, from, to } = asked
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  let found = entriesOf(trx, workspaceId)
  if (driver_id) found = found.where('c.driver_id', '=', driver_id)
  if (kind) found = found.where('c.kind', '=', kind)
  if (from) found = found.where(sql<boolean>`c.happened_at >= ${instantOf(from, '00:00', zone)}`)
  if (to) found = found.where(sql<boolean>`c.happened_at < ${instantOf(dayAfter(to), '00:00', zone)}`)
  const { rows: data, next_cursor } = await readPage(found, newestFirst, asked)
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { data, next_cursor, total }
}

/**
 * What was to be taken at a delivery, and what was.
 * @throws AppError `delivery_not_found`
 */
export async function readDeliveryCash(trx: Trx, workspaceId: string, id: string) {
  const delivery = await trx
    .selectFrom('deliveries')
    .select('cash_amount')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!delivery) throw new AppError('delivery_not_found')
  const { currency } = await readWorkspace(trx, workspaceId)
  const entries = await entriesOf(trx, workspaceId)
    .where('c.delivery_id', '=', id)
    .orderBy('c.happened_at')
    .orderBy('c.id')
    .execute()
  return { currency, due: delivery.cash_amount, taken: entries.reduce((sum, { amount }) => sum + amount, 0), entries }
}
