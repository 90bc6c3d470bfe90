import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Wave } from '#domain/schema/wave.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { frozenAt, mostDaysAhead, nextTime, plannedDay } from '#domain/waves/when.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { readWorkingDays } from '../working-days/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

export const waveColumns = [
  'id',
  'name',
  'plan_at',
  'freeze_at',
  'weekdays',
  'plans_for',
  'depot_id',
  'driver_ids',
  'time_limit_seconds',
  'moves_late_orders',
  'active',
  'last_run',
  'created_at',
  'updated_at',
  'version',
] as const

const wavesOf = (trx: Trx, workspaceId: string) => trx.selectFrom('waves').where('workspace_id', '=', workspaceId)

type Row = Omit<Wave, 'next_run'>

/** With the time at which each plans next. */
async function withNextRuns(trx: Trx, workspaceId: string, rows: Row[], now: Date): Promise<Wave[]> {
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const waves: Wave[] = []
  for (const row of rows) {
    const works = row.active ? await worksOn(trx, workspaceId, row, dayOf(now, zone)) : undefined
    const next = works && nextTime(row, now, zone, works)
    const next_run = next && {
      at: next.at.toISOString(),
      day: plannedDay(row, next.runDay, works) ?? null,
      freezes_at: frozenAt(row, next.runDay, zone)?.toISOString() ?? null,
    }
    waves.push({ ...row, next_run: next_run ?? null })
  }
  return waves
}

/** Tells on which days around this one somebody works for the depot of a wave, or for any. */
export async function worksOn(trx: Trx, workspaceId: string, wave: Pick<Wave, 'depot_id'>, day: string) {
  const span = { from: dayAfter(day, -mostDaysAhead), to: dayAfter(day, 2 * mostDaysAhead) }
  const days = await readWorkingDays(trx, workspaceId, { ...span, depot_id: wave.depot_id })
  const working = new Set(days.filter(({ driverIds }) => driverIds.length > 0).map((each) => each.day))
  return (each: string) => working.has(each)
}

/** Waves by the time at which they plan. */
export async function listWaves(
  trx: Trx,
  workspaceId: string,
  paging: { cursor?: string | undefined; limit: number },
  now: Date,
) {
  const found = wavesOf(trx, workspaceId)
  const sort = {
    name: 'plan_at',
    order: 'asc' as const,
    by: sql`plan_at::text`,
    values: textValues,
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(waveColumns), sort, paging)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: await withNextRuns(trx, workspaceId, rows, now), next_cursor, total }
}

/** @throws AppError `wave_not_found` */
export async function getWave(trx: Trx, workspaceId: string, id: string, now: Date): Promise<Wave> {
  const row = await wavesOf(trx, workspaceId).select(waveColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('wave_not_found')
  const [wave] = await withNextRuns(trx, workspaceId, [row], now)
  return wave!
}

/** A wave to run, locked until the transaction ends; undefined while another server runs it. */
export function lockWave(trx: Trx, workspaceId: string, id: string) {
  return wavesOf(trx, workspaceId)
    .select([...waveColumns, 'armed_at', 'last_day'])
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** The active waves of all workspaces, with what says when they plan. */
export async function activeWaves(db: Db) {
  const { rows } = await sql<{
    workspace_id: string
    id: string
    time_zone: string
    plan_at: string
    weekdays: number[] | null
    armed_at: string
    last_day: string | null
  }>`select * from active_waves()`.execute(db)
  return rows
}

type Planned = { day: string; depot_id: string | null }

/** Whether a person works on a draft for the same day and depot, or calculates one. */
export async function hasOwnDraft(trx: Trx, workspaceId: string, { day, depot_id }: Planned): Promise<boolean> {
  let found = trx
    .selectFrom('plans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('day', '=', day)
    .where('state', 'in', ['queued', 'optimizing', 'draft'])
    .where('by_itself', '=', false)
  if (depot_id) found = found.where((eb) => eb.or([eb('depot_id', 'is', null), eb('depot_id', '=', depot_id)]))
  return Boolean(await found.limit(1).executeTakeFirst())
}

/**
 * Orders of the days before `day` that came after the last freeze of their day and that nobody planned since. Those that must
 * come by an earlier day stay where they are.
 */
export async function lateOrders(trx: Trx, workspaceId: string, { day, depot_id }: Planned): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from deliveries d
    where d.workspace_id = ${workspaceId} and d.status = 'pending' and d.deleted_at is null and d.erased_at is null
      and d.scheduled_date < ${day} and d.scheduled_date >= ${day}::date - 14
      and (d.latest_date is null or d.latest_date >= ${day})
      and (${depot_id}::uuid is null or d.depot_id = ${depot_id})
      -- A plan of one depot froze only that depot's orders.
      and d.created_at > (select max(p.orders_until) from plans p where p.workspace_id = d.workspace_id
        and p.day = d.scheduled_date and p.by_itself
        and (p.depot_id is null or d.depot_id is null or p.depot_id = d.depot_id))
    order by d.id limit 5000`.execute(trx)
  return rows.map(({ id }) => id)
}
