import { sql } from 'kysely'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { reportFilterNames, whyNotCombined } from '#domain/reports/measures.ts'
import { dueTime } from '#domain/reports/when.ts'
import {
  mostReports,
  type NewReport,
  type Report,
  type ReportChange,
  type ReportContent,
  type ReportRun,
  type ReportSending,
} from '#domain/schema/report.ts'
import { noKey } from '#domain/figures/splits.ts'
import { dayOf } from '#domain/time.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import type { KeptRecipient } from '../../db/tables/reports.ts'
import { checkFeature } from '../../db/tiers.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import type { Attachment } from '../../outside/mail.ts'
import { sendMail } from '../../queue/mail.ts'
import { mailReport } from '../../queue/tasks.ts'
import { findMember } from '../members/queries.ts'
import { mailAddresses } from '../ownership/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import {
  countReports,
  countSent,
  findWaiting,
  getReport,
  getSending,
  isKnown,
  lockScheduled,
  namesOfMembers,
  sentUntil,
} from './queries.ts'
import { effectOf, reportMail, told, whyNoAccess } from './rules.ts'

const duplicateName = { reports_name: 'duplicate_report' } as const
const hourMs = 3_600_000
const mostAnHour = 10
/** What is older is of no use any more. */
const keptSendings = 100

const asKarta = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Karta' })

/**
 * Saves a report.
 * @throws AppError `not_in_tier`, `too_many_reports`, `duplicate_report`, `validation_failed`, `report_needs_member`,
 * `member_not_found`, and what a filter names is not found
 */
export async function createReport(trx: Trx, actor: Actor, report: NewReport, now: Date): Promise<Report> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  await checkFeature(trx, workspaceId, 'analytics', now)
  if ((await countReports(trx, workspaceId)) >= mostReports) throw new AppError('too_many_reports')
  checkCombined(report)
  await checkFilters(trx, workspaceId, report.filters)
  if (report.schedule) await checkMembers(trx, workspaceId, report.schedule.member_ids)
  const { schedule, filters, ...rest } = report
  const insert = trx
    .insertInto('reports')
    .values({
      ...rest,
      filters: JSON.stringify(filters),
      schedule: schedule && JSON.stringify(schedule),
      ...(schedule && takenBy(actor)),
      armed_at: schedule && now,
      workspace_id: workspaceId,
      created_by_name: actor.name,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(duplicateName, insert)
  const created = await getReport(trx, workspaceId, id, now)
  await appendEvents(trx, actor, [{ type: 'report.created', id, data: told(created) }], now)
  return created
}

/** @throws AppError `report_needs_member` for a key, which is nobody who could leave */
function takenBy({ isApiKey, userId, name }: Actor) {
  if (isApiKey) throw new AppError('report_needs_member')
  return { scheduled_by: userId, scheduled_by_name: name }
}

function checkCombined(content: Pick<ReportContent, 'measures' | 'split' | 'filters'>): void {
  const message = whyNotCombined(content)
  if (message) throw new AppError('validation_failed', { errors: [{ path: 'measures', message }] })
}

const notFound: Record<(typeof reportFilterNames)[number], ErrorCode> = {
  driver_id: 'driver_not_found',
  vehicle_id: 'vehicle_not_found',
  depot_id: 'depot_not_found',
  client_id: 'client_not_found',
}

async function checkFilters(trx: Trx, workspaceId: string, filters: ReportContent['filters']): Promise<void> {
  for (const name of reportFilterNames) {
    const id = filters[name]
    if (id && id !== noKey && !(await isKnown(trx, workspaceId, name, id))) throw new AppError(notFound[name])
  }
}

async function checkMembers(trx: Trx, workspaceId: string, ids: string[]): Promise<void> {
  const known = await namesOfMembers(trx, workspaceId, ids)
  if (ids.some((id) => !known.has(id))) throw new AppError('member_not_found')
}

/**
 * Changes a report. If it is mailed and shows something else, it is mailed with the rights of whoever changed it.
 * @throws AppError `report_not_found`, `version_conflict`, and as `createReport` does
 */
export async function changeReport(
  trx: Trx,
  actor: Actor,
  id: string,
  change: ReportChange,
  seen: Seen,
  now: Date,
): Promise<Report> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  await checkFeature(trx, workspaceId, 'analytics', now)
  const before = await getReport(trx, workspaceId, id, now)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  checkCombined({ ...before, ...change })
  if (change.filters) await checkFilters(trx, workspaceId, change.filters)
  const known = before.schedule?.member_ids ?? []
  const added = change.schedule?.member_ids.filter((member) => !known.includes(member)) ?? []
  await checkMembers(trx, workspaceId, added)
  const { schedule, filters, ...rest } = change
  const { isRetimed, isTaken, isUnscheduled } = effectOf(before, change)
  const update = trx
    .updateTable('reports')
    .set({
      ...rest,
      ...(filters && { filters: JSON.stringify(filters) }),
      ...(schedule !== undefined && { schedule: schedule && JSON.stringify(schedule) }),
      ...(isRetimed && { armed_at: now }),
      ...(isTaken && { ...takenBy(actor), stopped_at: null, stopped_why: null }),
      ...(isUnscheduled && { scheduled_by: null, scheduled_by_name: null, stopped_at: null, stopped_why: null }),
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await orConflict(duplicateName, update)
  const after = await getReport(trx, workspaceId, id, now)
  await appendEvents(trx, actor, [{ type: 'report.updated', id, data: told(after), before: told(before) }], now)
  return after
}

/**
 * Deletes a report. It can be restored for a day.
 * @throws AppError `report_not_found`, `version_conflict`
 */
export async function deleteReport(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getReport(trx, workspaceId, id, now)
  await checkSeen(seen, before, () => ({ current: before }))
  const { version } = await trx
    .updateTable('reports')
    .set({ deleted_at: now, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('report_sendings')
    .set({ state: 'failed', problem: 'The report was deleted before it was sent.' })
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await appendEvents(trx, actor, [{ type: 'report.deleted', id, data: { ...told(before), version } }], now)
}

/** How long a deleted report can be restored. */
const restorableMs = 24 * hourMs

/**
 * Brings a deleted report back as it was, with its sendings. Times that it missed are not made up for. One that is there stays as
 * it is.
 * @throws AppError `report_not_found`, `not_in_tier`, `too_many_reports`, `duplicate_report`
 */
export async function restoreReport(trx: Trx, actor: Actor, id: string, now: Date): Promise<Report> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  await checkFeature(trx, workspaceId, 'analytics', now)
  const deleted = await trx
    .selectFrom('reports')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', '>', new Date(now.getTime() - restorableMs).toISOString())
    .executeTakeFirst()
  if (!deleted) return getReport(trx, workspaceId, id, now)
  if ((await countReports(trx, workspaceId)) >= mostReports) throw new AppError('too_many_reports')
  const update = trx
    .updateTable('reports')
    .set({
      deleted_at: null,
      updated_at: now,
      armed_at: sql<Date | null>`case when schedule is not null then ${now}::timestamptz end`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await orConflict(duplicateName, update)
  const restored = await getReport(trx, workspaceId, id, now)
  await appendEvents(trx, actor, [{ type: 'report.restored', id, data: told(restored) }], now)
  return restored
}

/** Forgets what was deleted so long ago that nobody can restore it. */
export async function forgetDeleted(db: Db, now: Date): Promise<void> {
  await sql`select forget_reports(${new Date(now.getTime() - restorableMs)})`.execute(db)
}

/**
 * Says that a member does not want a report by mail, or does again.
 * @throws AppError `report_not_found`, `report_needs_member`
 */
export async function refuseReport(
  trx: Trx,
  { workspaceId, userId, isApiKey }: Actor,
  id: string,
  isRefused: boolean,
  now: Date,
): Promise<Report> {
  if (isApiKey) throw new AppError('report_needs_member')
  await getReport(trx, workspaceId, id, now)
  const row = { workspace_id: workspaceId, report_id: id, user_id: userId }
  if (isRefused) {
    await trx
      .insertInto('report_refusals')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await trx.deleteFrom('report_refusals').where('report_id', '=', id).where('user_id', '=', userId).execute()
  }
  return getReport(trx, workspaceId, id, now)
}

type Adding = Pick<Deps, 'queue'>
type NewSending = { report: Report; asUser: string; byName: string | null; day: string; dueAt: Date | null }

/** Adds a sending and its task. Undefined if this time of the schedule was taken already. */
async function addSending(
  trx: Trx,
  { queue }: Adding,
  author: Author,
  { report, asUser, byName, day, dueAt }: NewSending,
  now: Date,
): Promise<string | undefined> {
  const { workspaceId } = author
  const row = await trx
    .insertInto('report_sendings')
    .values({
      workspace_id: workspaceId,
      report_id: report.id,
      at: now,
      day,
      due_at: dueAt,
      as_user: asUser,
      by_name: byName,
      formats: report.schedule!.formats,
    })
    .onConflict((conflict) => conflict.constraint('report_sendings_due').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  await queue.add(trx, mailReport, { workspaceId, sendingId: row.id })
  await appendEvents(trx, author, [{ type: 'report.sent', id: report.id, data: told(report) }], now)
  const old = trx
    .selectFrom('report_sendings')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(keptSendings)
  await trx.deleteFrom('report_sendings').where('workspace_id', '=', workspaceId).where('id', 'in', old).execute()
  return row.id
}

/**
 * Mails a report to the recipients of its schedule, with the rights of whoever asks.
 * @throws AppError `report_not_found`, `not_in_tier`, `report_not_scheduled`, `report_needs_member`, `too_many_sendings`
 */
export async function sendReport(trx: Trx, deps: Adding, actor: Actor, id: string, now: Date): Promise<ReportSending> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  await checkFeature(trx, workspaceId, 'analytics', now)
  const report = await getReport(trx, workspaceId, id, now)
  if (!report.schedule) throw new AppError('report_not_scheduled')
  const { scheduled_by: asUser } = takenBy(actor)
  const sent = await countSent(trx, workspaceId, id, new Date(now.getTime() - hourMs))
  if (sent >= mostAnHour) throw new AppError('too_many_sendings')
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const wanted = { report, asUser, byName: actor.name, day: dayOf(now, time_zone), dueAt: null }
  const sendingId = await addSending(trx, deps, actor, wanted, now)
  return getSending(trx, workspaceId, sendingId!, now)
}

/** Sends what a schedule has due by now, once: whoever comes later finds that it was sent. */
export async function sendDue(trx: Trx, deps: Adding, workspaceId: string, id: string, now: Date): Promise<void> {
  const scheduled = await lockScheduled(trx, workspaceId, id)
  if (!scheduled) return
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const due = dueTime(scheduled.schedule!, sentUntil(scheduled), now, time_zone)
  if (!due) return
  const report = await getReport(trx, workspaceId, id, now)
  const asUser = scheduled.scheduled_by!
  const why = whyNoAccess(scheduled.scheduled_by_name!, await findMember(trx, workspaceId, asUser))
  if (why) return stop(trx, workspaceId, report, why, now)
  await addSending(trx, deps, asKarta(workspaceId), { report, asUser, byName: null, day: due.day, dueAt: due.at }, now)
}

async function stop(trx: Trx, workspaceId: string, before: Report, why: string, now: Date): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ stopped_at: now, stopped_why: why, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', before.id)
    .execute()
  const after = await getReport(trx, workspaceId, before.id, now)
  const event = { type: 'report.stopped' as const, id: before.id, data: told(after), before: told(before) }
  await appendEvents(trx, asKarta(workspaceId), [event], now)
}

/** Ends a sending without mails. */
export async function failSending(trx: Trx, workspaceId: string, id: string, problem: string): Promise<void> {
  await trx
    .updateTable('report_sendings')
    .set({ state: 'failed', problem })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

type Written = { sendingId: string; run: ReportRun; attachments: Attachment[] }

/** Writes the mails of a sending, once: the state and the mails are one transaction. */
export async function writeMails(
  trx: Trx,
  deps: Pick<Deps, 'mailer' | 'queue' | 'now' | 'config'>,
  workspaceId: string,
  { sendingId, run, attachments }: Written,
): Promise<void> {
  const sending = await findWaiting(trx, workspaceId, sendingId, deps.now()).forUpdate().executeTakeFirst()
  if (!sending) return
  const { report } = run
  const { schedule, unwanted_by } = await getReport(trx, workspaceId, report.id, deps.now())
  if (!schedule) return failSending(trx, workspaceId, sendingId, 'Its schedule was removed before it was sent.')
  const house = await readWorkspace(trx, workspaceId)
  const members = await namesOfMembers(trx, workspaceId, [...schedule.member_ids, sending.as_user])
  const addresses = await mailAddresses(trx, [...schedule.member_ids, sending.as_user])
  const by = { name: members.get(sending.as_user) ?? '', address: addresses.get(sending.as_user) }
  const url = `${deps.config.publicUrl}/dashboard/analytics/reports/${report.id}?workspace=${workspaceId}`
  const send = (to: string, isMember: boolean) =>
    sendMail(trx, deps, reportMail(house, run, { to, isMember, by, url, attachments }))
  const recipients: KeptRecipient[] = []
  const reached = new Set<string>()
  for (const id of schedule.member_ids) {
    const [name, to] = [members.get(id), addresses.get(id)]
    const problem = unwanted_by.includes(id)
      ? 'Does not want it'
      : name === undefined
        ? 'No longer belongs to the workspace'
        : to === undefined
          ? 'Has no email address'
          : null
    if (to) reached.add(to.toLowerCase())
    recipients.push({ name: name ?? 'Former member', mail_id: problem ? null : await send(to!, true), problem })
  }
  for (const to of schedule.addresses) {
    // A member who is named both ways gets it once, or not at all if they do not want it.
    if (reached.has(to)) continue
    recipients.push({ name: to, mail_id: await send(to, false), problem: null })
  }
  const isSent = recipients.some(({ mail_id }) => mail_id !== null)
  await trx
    .updateTable('report_sendings')
    .set({
      state: isSent ? 'sent' : 'failed',
      recipients: JSON.stringify(recipients),
      problem: isSent ? null : 'None of its recipients gets it any more.',
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sendingId)
    .execute()
}
