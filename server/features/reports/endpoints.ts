import type { FastifyInstance, FastifyReply } from 'fastify'
import * as api from '#domain/api/reports.ts'
import { reportCsv } from '#domain/reports/csv.ts'
import type { ReportFormat, ReportRun } from '#domain/schema/report.ts'
import { noteAudit, noteOrigin } from '../../audit/note.ts'
import { inTransaction, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import { readLagging } from '../../db/standby.ts'
import { checkFeature } from '../../db/tiers.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { lagHeaders } from '../../http/lag-headers.ts'
import { mount } from '../../http/mount.ts'
import { auditOriginOf } from '../../http/origin.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { changeReport, createReport, deleteReport, refuseReport, restoreReport, sendReport } from './commands.ts'
import { getReport, listReports, listSendings, runReport } from './queries.ts'
import { fileNameOf, reportPaper } from './rules.ts'

/** Serves saved reports, and what they say as of now. */
export function registerReports(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listReports, async ({ trx, actor: { workspaceId }, query }) => {
    await checkFeature(trx, workspaceId, 'analytics', now())
    return listReports(trx, workspaceId, query, now())
  })
  mount(app, deps, api.getReport, async ({ trx, actor: { workspaceId }, params }) => {
    await checkFeature(trx, workspaceId, 'analytics', now())
    return getReport(trx, workspaceId, params.id, now())
  })
  mount(app, deps, api.createReport, ({ trx, actor, body }) => createReport(trx, actor, body, now()))
  mount(app, deps, api.changeReport, ({ trx, actor, params, body, seen }) =>
    changeReport(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.deleteReport, ({ trx, actor, params, seen }) => deleteReport(trx, actor, params.id, seen, now()))
  mount(app, deps, api.restoreReport, ({ trx, actor, params }) => restoreReport(trx, actor, params.id, now()))
  mount(app, deps, api.runReport, ({ trx, actor, params }) => run(trx, actor, params.id, now()), { mayLag: true })
  mount(app, deps, api.sendReport, ({ trx, actor, params }) => sendReport(trx, deps, actor, params.id, now()))
  mount(app, deps, api.listReportSendings, ({ trx, actor, params, query }) =>
    listSendings(trx, actor.workspaceId, params.id, query, now()),
  )
  mount(app, deps, api.stopReportMails, ({ trx, actor, params, body }) =>
    refuseReport(trx, actor, params.id, body.stopped, now()),
  )
  serveFiles(app, deps)
}

async function run(trx: Trx, actor: Actor, id: string, now: Date): Promise<ReportRun> {
  const { workspaceId, depotIds } = actor
  await checkFeature(trx, workspaceId, 'analytics', now)
  const report = await getReport(trx, workspaceId, id, now)
  return runReport(trx, workspaceId, report, { isLimited: depotIds !== null, now })
}

function serveFiles(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  type Asked = { actor: Actor; params: { id: string }; request: Parameters<typeof auditOriginOf>[0] }
  const read = async ({ actor, params, request }: Asked) => {
    const { workspaceId } = actor
    const reader = { workspaceId, identity: identityOf(actor) }
    const { result: made, asOf } = await again(() =>
      readLagging(deps, reader, (trx) => run(trx, actor, params.id, now())),
    )
    return again(() =>
      inTransaction(deps.db, async (trx) => {
        await setWorkspace(trx, workspaceId, reader.identity)
        noteOrigin(trx, auditOriginOf(request))
        const record = { kind: 'report', id: params.id, label: made.report.name }
        noteAudit(trx, actor, { action: 'report.exported', record }, now())
        return { made, asOf, house: await readWorkspace(trx, workspaceId) }
      }),
    )
  }
  type Read = { made: ReportRun; asOf: Date | undefined }
  const asFile = (reply: FastifyReply, { made, asOf }: Read, format: ReportFormat) =>
    reply
      .headers(lagHeaders(asOf, now()))
      .type(format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8')
      .header(
        'content-disposition',
        `${format === 'pdf' ? 'inline' : 'attachment'}; filename="${fileNameOf(made, format)}"`,
      )
      .header('cache-control', 'no-store')
  mount(
    app,
    deps,
    api.printReport,
    async ({ reply, ...asked }) => {
      const { house, ...found } = await read(asked)
      return asFile(reply, found, 'pdf').send(await deps.papers.draw(reportPaper(house, found.made, now())))
    },
    { waits: true },
  )
  mount(
    app,
    deps,
    api.exportReport,
    async ({ reply, ...asked }) => {
      const found = await read(asked)
      return asFile(reply, found, 'csv').send(reportCsv(found.made.report, found.made))
    },
    { waits: true },
  )
}
