import { AppError } from '#domain/errors.ts'
import { reportCsv } from '#domain/reports/csv.ts'
import { dueTime } from '#domain/reports/when.ts'
import type { ReportFormat, ReportRun } from '#domain/schema/report.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import { readLagging, type Reader } from '../../db/standby.ts'
import { checkFeature } from '../../db/tiers.ts'
import type { Deps } from '../../deps.ts'
import type { Attachment } from '../../outside/mail.ts'
import { mailReport } from '../../queue/tasks.ts'
import { findMember } from '../members/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { failSending, forgetDeleted, sendDue, writeMails } from './commands.ts'
import { findWaiting, getReport, runReport, scheduledReports, sentUntil } from './queries.ts'
import { fileNameOf, reportPaper, whyNoAccess, type House } from './rules.ts'

const everySeconds = 30
const forgetEverySeconds = 3600

/** Mails reports at the times of their schedules. Every server looks; the first one sends. */
export async function workOnReports(deps: Deps): Promise<void> {
  deps.queue.every(everySeconds, () => sendDueReports(deps))
  deps.queue.every(forgetEverySeconds, () => forgetDeleted(deps.db, deps.now()))
  await deps.queue.work(mailReport, 2, async ({ workspaceId, sendingId }, { signal, lastAttempt }) => {
    try {
      await mailSending(deps, workspaceId, sendingId)
    } catch (error) {
      if (lastAttempt && !signal.aborted) {
        const problem = 'Karta could not make it, and does not try again.'
        await inWorkspace(deps.db, workspaceId, (trx) => failSending(trx, workspaceId, sendingId, problem))
      }
      throw error
    }
  })
}

/** @throws AggregateError if it failed for some reports; the next run tries again */
export async function sendDueReports(deps: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> {
  const { db, now } = deps
  const failures: unknown[] = []
  for (const { workspace_id, id, time_zone, schedule, ...since } of await scheduledReports(db)) {
    if (!dueTime(schedule, sentUntil(since), now(), time_zone)) continue
    await again(() => inWorkspace(db, workspace_id, (trx) => sendDue(trx, deps, workspace_id, id, now()))).catch(
      (error: unknown) => failures.push(error),
    )
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} reports could not be sent`)
}

type Mailing = Pick<Deps, 'db' | 'standby' | 'now' | 'papers' | 'mailer' | 'queue' | 'config'>

/** Makes a report with the rights of whoever has it mailed, and mails it. */
export async function mailSending(deps: Mailing, workspaceId: string, sendingId: string): Promise<void> {
  const { db, now } = deps
  const made = await again(() => makeReport(deps, workspaceId, sendingId))
  if (!made) return
  if ('problem' in made) {
    return inWorkspace(db, workspaceId, (trx) => failSending(trx, workspaceId, sendingId, made.problem))
  }
  const { run, house, formats } = made
  const attachments: Attachment[] = []
  for (const format of formats) attachments.push(await attach(deps, { run, house, format, now: now() }))
  await again(() =>
    inWorkspace(db, workspaceId, (trx) => writeMails(trx, deps, workspaceId, { sendingId, run, attachments })),
  )
}

type Due = { house: House; formats: ReportFormat[]; reader: Reader; make: (trx: Trx) => Promise<ReportRun> }
type Made = { run: ReportRun; house: House; formats: ReportFormat[] } | { problem: string } | undefined

async function makeReport(deps: Mailing, workspaceId: string, sendingId: string): Promise<Made> {
  const due = await findDue(deps, workspaceId, sendingId)
  if (!due || 'problem' in due) return due
  const { house, formats, reader, make } = due
  return { run: (await readLagging(deps, reader, make)).result, house, formats }
}

/** What is to be mailed, and with whose rights. Undefined if it was mailed meanwhile. */
function findDue(
  { db, now }: Mailing,
  workspaceId: string,
  sendingId: string,
): Promise<Due | { problem: string } | undefined> {
  return inWorkspace(db, workspaceId, async (trx) => {
    const sending = await findWaiting(trx, workspaceId, sendingId, now()).executeTakeFirst()
    if (!sending) return undefined
    const member = await findMember(trx, workspaceId, sending.as_user)
    const report = await getReport(trx, workspaceId, sending.report_id, now())
    const problem = whyNoAccess(sending.by_name ?? report.scheduled_by?.name ?? 'Whoever scheduled it', member)
    if (problem) return { problem }
    try {
      await checkFeature(trx, workspaceId, 'analytics', now())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { problem: String(error.detail['detail'] ?? error.message) }
    }
    const house = await readWorkspace(trx, workspaceId)
    const { role, depot_ids: depots } = member!
    const asked = { day: sending.day, isLimited: depots !== null, now: now() }
    return {
      house,
      formats: sending.formats,
      reader: { workspaceId, identity: { role, person: sending.as_user, depots } },
      make: (reading) => runReport(reading, workspaceId, report, asked),
    }
  })
}

/** So that Excel reads the file as UTF-8. */
const mark = '\ufeff'

async function attach(
  { papers }: Mailing,
  { run, house, format, now }: { run: ReportRun; house: House; format: ReportFormat; now: Date },
): Promise<Attachment> {
  const name = fileNameOf(run, format)
  if (format === 'pdf') {
    return { name, type: 'application/pdf', content: await papers.draw(reportPaper(house, run, now)) }
  }
  return { name, type: 'text/csv; charset=utf-8', content: Buffer.from(mark + reportCsv(run.report, run)) }
}
