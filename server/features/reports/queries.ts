import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { reportFilterNames, splitOfFilter } from '#domain/reports/measures.ts'
import { daysOf } from '#domain/reports/ranges.ts'
import { nextTime, type SendTimes } from '#domain/reports/when.ts'
import type { NamedFilter, Report, ReportFilters, ReportRun, ReportSending } from '#domain/schema/report.ts'
import { noKey } from '#domain/figures/splits.ts'
import { dayOf } from '#domain/time.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { readFigures } from '../figures/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

type Paging = { cursor?: string | undefined; limit: number }

/** A sending that could not be made for so long is given up. */
export const longestWaitMs = 24 * 3_600_000

const columns = [
  'id',
  'name',
  'measures',
  'split',
  'filters',
  'period',
  'range',
  'compare',
  'schedule',
  'scheduled_by',
  'scheduled_by_name',
  'stopped_at',
  'stopped_why',
  'created_by_name',
  'created_at',
  'updated_at',
  'version',
] as const

const reportsOf = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('reports').where('workspace_id', '=', workspaceId).where('deleted_at', 'is', null)

const readRows = (trx: Trx) => trx.selectFrom('reports').select(columns).execute()
type Row = Awaited<ReturnType<typeof readRows>>[number]

async function withSendings(trx: Trx, workspaceId: string, rows: Row[], now: Date): Promise<Report[]> {
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const ids = rows.map(({ id }) => id)
  const last = await trx
    .selectFrom('report_sendings')
    .distinctOn('report_id')
    .select([...sendingColumns, 'report_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`report_id = any(${ids}::uuid[])`)
    .orderBy('report_id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const shown = await shownSendings(trx, last, now)
  const sendings = new Map(last.map(({ report_id }, at) => [report_id, shown[at]!]))
  const refusals = await trx
    .selectFrom('report_refusals')
    .select(['report_id', 'user_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`report_id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ scheduled_by, scheduled_by_name, stopped_at, stopped_why, ...row }) => {
    const isMailed = row.schedule !== null && stopped_at === null
    const next = isMailed && nextTime(row.schedule!, now, zone)
    return {
      ...row,
      scheduled_by: scheduled_by === null ? null : { user_id: scheduled_by, name: scheduled_by_name ?? '' },
      stopped: stopped_at === null ? null : { at: stopped_at, why: stopped_why ?? '' },
      next_at: next ? next.at.toISOString() : null,
      last_sending: sendings.get(row.id) ?? null,
      unwanted_by: refusals
        .filter(({ report_id, user_id }) => report_id === row.id && row.schedule?.member_ids.includes(user_id))
        .map(({ user_id }) => user_id),
    }
  })
}

/** Reports by name. */
export async function listReports(trx: Trx, workspaceId: string, paging: Paging, now: Date) {
  const found = reportsOf(trx, workspaceId)
  const sort = {
    name: 'name',
    order: 'asc' as const,
    by: sql`lower(name)`,
    values: textValues,
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(columns), sort, paging)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: await withSendings(trx, workspaceId, rows, now), next_cursor, total }
}

/** @throws AppError `report_not_found` */
export async function getReport(trx: Trx, workspaceId: string, id: string, now: Date): Promise<Report> {
  const row = await reportsOf(trx, workspaceId).select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('report_not_found')
  const [report] = await withSendings(trx, workspaceId, [row], now)
  return report!
}

/** How many reports a workspace has. */
export async function countReports(trx: Trx, workspaceId: string): Promise<number> {
  const found = reportsOf(trx, workspaceId).select((eb) => eb.fn.countAll<number>().as('count'))
  return (await found.executeTakeFirstOrThrow()).count
}

const sendingColumns = ['id', 'at', 'due_at', 'by_name', 'state', 'formats', 'recipients', 'problem'] as const
const readSendings = (trx: Trx) => trx.selectFrom('report_sendings').select(sendingColumns).execute()
type SendingRow = Awaited<ReturnType<typeof readSendings>>[number]

/** With what the mail server said since. */
async function shownSendings(trx: Trx, rows: SendingRow[], now: Date): Promise<ReportSending[]> {
  const ids = rows.flatMap(({ recipients }) => recipients.flatMap(({ mail_id }) => mail_id ?? []))
  const { rows: failed } = await sql<{ id: string; failure: string | null }>`
    select id, failure from failed_mails(${ids}::uuid[])`.execute(trx)
  const failures = new Map(failed.map(({ id, failure }) => [id, failure ?? 'The mail server refused it.']))
  return rows.map(({ id, at, due_at, by_name, state, formats, recipients, problem }) => {
    const isLost = state === 'waiting' && now.getTime() - Date.parse(at) > longestWaitMs
    return {
      id,
      at,
      due_at,
      by_name,
      state: isLost ? 'failed' : state,
      formats,
      recipients: recipients.map(({ name, mail_id, problem: why }) => ({
        name,
        problem: why ?? failures.get(mail_id ?? '') ?? null,
      })),
      problem: isLost ? 'It could not be sent within a day.' : problem,
    }
  })
}

/** When a report was mailed, the newest first. @throws AppError `report_not_found` */
export async function listSendings(trx: Trx, workspaceId: string, reportId: string, paging: Paging, now: Date) {
  await getReport(trx, workspaceId, reportId, now)
  const found = trx
    .selectFrom('report_sendings')
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', reportId)
  const sort = {
    name: 'at',
    order: 'desc' as const,
    by: sql`at`,
    values: z.iso.datetime({ offset: true }),
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(sendingColumns), sort, paging)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: await shownSendings(trx, rows, now), next_cursor, total }
}

/** One sending. */
export async function getSending(trx: Trx, workspaceId: string, id: string, now: Date): Promise<ReportSending> {
  const row = await trx
    .selectFrom('report_sendings')
    .select(sendingColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [sending] = await shownSendings(trx, [row], now)
  return sending!
}

/** A sending that waits to be made, unless it has waited too long. */
export function findWaiting(trx: Trx, workspaceId: string, id: string, now: Date) {
  return trx
    .selectFrom('report_sendings')
    .select(['id', 'report_id', 'day', 'as_user', 'by_name', 'formats'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`at > ${new Date(now.getTime() - longestWaitMs)}`)
}

/** How many sendings somebody began by hand since then. */
export async function countSent(trx: Trx, workspaceId: string, reportId: string, since: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('report_sendings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', reportId)
    .where('due_at', 'is', null)
    .where(sql<boolean>`at > ${since}`)
    .executeTakeFirstOrThrow()
  return count
}

/** A report whose schedule nobody changes meanwhile, with when it was due last. */
export async function lockScheduled(trx: Trx, workspaceId: string, id: string) {
  const row = await reportsOf(trx, workspaceId)
    .select(['id', 'schedule', 'scheduled_by', 'scheduled_by_name', 'armed_at'])
    .where('id', '=', id)
    .where('schedule', 'is not', null)
    .where('stopped_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { last } = await trx
    .selectFrom('report_sendings')
    .select((eb) => eb.fn.max('due_at').as('last'))
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, last_due_at: last as string | null }
}

type Scheduled = {
  workspace_id: string
  id: string
  time_zone: string
  schedule: SendTimes
  armed_at: string
  last_due_at: string | null
}

/** The reports of all workspaces that are mailed. */
export async function scheduledReports(db: Db): Promise<Scheduled[]> {
  const { rows } = await sql<Scheduled>`select * from scheduled_reports()`.execute(db)
  return rows
}

/** Since when the next time counts. */
export const sentUntil = ({ armed_at, last_due_at }: { armed_at: string | null; last_due_at: string | null }): Date =>
  new Date(Math.max(Date.parse(armed_at ?? ''), Date.parse(last_due_at ?? armed_at ?? '')))

/**
 * The figures of a report, as far as the transaction sees them.
 * @param isLimited whether there are records that whoever asks does not see
 */
export async function runReport(
  trx: Trx,
  workspaceId: string,
  report: Report,
  { day, isLimited, now }: { day?: string; isLimited: boolean; now: Date },
): Promise<ReportRun> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const { filters, period, split, compare } = report
  const ids = Object.fromEntries(reportFilterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
  const asked = {
    ...daysOf(report.range, day ?? dayOf(now, time_zone)),
    ...ids,
    period,
    compare,
    ...(split && { split }),
  }
  const figures = await readFigures(trx, workspaceId, asked, now)
  return { ...figures, report, filters: await nameFilters(trx, workspaceId, filters, isLimited) }
}

const tables = { driver_id: 'drivers', vehicle_id: 'vehicles', depot_id: 'depots', client_id: 'clients' } as const
const names = { drivers: 'name', vehicles: 'code', depots: 'name', clients: 'name' } as const

/** What the filters are called. What is gone has the name that it had last. */
async function nameFilters(
  trx: Trx,
  workspaceId: string,
  filters: ReportFilters,
  isLimited: boolean,
): Promise<NamedFilter[]> {
  const named: NamedFilter[] = []
  for (const filter of reportFilterNames) {
    const id = filters[filter]
    if (!id) continue
    if (id === noKey) {
      named.push({ filter, name: null, state: 'none' })
      continue
    }
    const there = await findNamed(trx, workspaceId, filter, id)
    if (there) named.push({ filter, name: there, state: 'there' })
    // Somebody who is limited to depots cannot tell what is gone from what belongs to others.
    else if (isLimited) named.push({ filter, name: null, state: 'hidden' })
    else named.push({ filter, name: await lastName(trx, workspaceId, filter, id), state: 'deleted' })
  }
  return named
}

type FilterName = keyof typeof tables

async function findNamed(trx: Trx, workspaceId: string, filter: FilterName, id: string): Promise<string | undefined> {
  const table = tables[filter]
  const { rows } = await sql<{ name: string }>`select ${sql.ref(names[table])} as name from ${sql.table(table)}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(trx)
  return rows[0]?.name
}

async function lastName(trx: Trx, workspaceId: string, filter: FilterName, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('figure_names')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', splitOfFilter[filter])
    .where('key', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Whether there is such a record, or was one that figures know. */
export async function isKnown(trx: Trx, workspaceId: string, filter: FilterName, id: string): Promise<boolean> {
  const there = await findNamed(trx, workspaceId, filter, id)
  return there !== undefined || (await lastName(trx, workspaceId, filter, id)) !== null
}

/** Which of these belong to the workspace, and what they are called. */
export async function namesOfMembers(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('members')
    .select(['user_id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'active')
    .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ user_id, name }) => [user_id, name]))
}
