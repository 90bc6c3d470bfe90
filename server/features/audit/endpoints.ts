import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/audit.ts'
import { csvHead, growDigest, writeLine, type AuditExportLine, type AuditFormat } from '#domain/audit/export.ts'
import { noteAudit, noteOrigin } from '../../audit/note.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { auditOriginOf } from '../../http/origin.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { askForCheck, signExport } from './commands.ts'
import { listAudit, readEntries, readHead, readState } from './queries.ts'
import { exportName, readFilter, type AuditFilter } from './rules.ts'

/** Serves the audit log: the list, its export, and the state of its chain. */
export function registerAudit(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listAudit, async ({ trx, actor, query: { q, cursor, limit, ...filter } }) => {
    const { time_zone } = await readWorkspace(trx, actor.workspaceId)
    return listAudit(trx, actor.workspaceId, { filter: readFilter(filter, time_zone), q, cursor, limit })
  })
  mount(app, deps, api.getAuditState, ({ trx, actor }) => readState(trx, actor.workspaceId))
  mount(app, deps, api.checkAudit, ({ trx, actor }) => askForCheck(trx, deps, actor, now()))
  mount(app, deps, api.noteExport, async ({ trx, actor, body: { what, ...detail } }) => {
    noteAudit(trx, actor, { action: `${what}.exported`, detail }, now())
  })
  mount(
    app,
    deps,
    api.exportAudit,
    async ({ actor, query: { format, ...filter }, request, reply }) => {
      const { workspaceId } = actor
      // A page at a time, each in its own transaction: a slow reader holds no connection.
      const read = <T>(work: (trx: Trx) => Promise<T>) => again(() => inWorkspace(deps.db, workspaceId, work))
      const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
      await read(async (trx) => {
        noteOrigin(trx, auditOriginOf(request))
        noteAudit(trx, actor, { action: 'audit.exported', detail: { format, ...asked } }, now())
      })
      const { name, time_zone } = await read((trx) => readWorkspace(trx, workspaceId))
      const wanted = Object.keys(asked).length ? readFilter(filter, time_zone) : undefined
      const header = { workspace_id: workspaceId, workspace_name: name, filter: asked as Record<string, string> }
      const lines = exportLines(deps, actor, { format, header, wanted, read })
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl')
        .header('content-disposition', `attachment; filename="${exportName(format, now())}"`)
        .send(Readable.from(lines))
    },
    { waits: true },
  )
}

type Exporting = {
  format: AuditFormat
  header: { workspace_id: string; workspace_name: string; filter: Record<string, string> }
  wanted: AuditFilter | undefined
  read: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>
}

const entriesAtOnce = 1000
const searchedAtOnce = 50_000

/** The lines of an export, up to where the log ends now. */
async function* exportLines(deps: Deps, { workspaceId, name }: Actor, { format, header, wanted, read }: Exporting) {
  let [digest, count] = ['', 0]
  const write = (line: AuditExportLine) => {
    const { text, covered } = writeLine(format, line)
    digest = growDigest(digest, covered)
    return text
  }
  const at = deps.now().toISOString()
  const head = await read((trx) => readHead(trx, workspaceId))
  if (format === 'csv') yield csvHead
  yield write({ type: 'audit', version: 1, ...header, exported_at: at, exported_by: name })
  for (let after = 0; after < head.length;) {
    // A window at a time, so that a rare entry is not looked for in the whole log at once.
    const to = Math.min(after + searchedAtOnce, head.length)
    const from = after
    const page = await read((trx) =>
      readEntries(trx, workspaceId, { after: from, to, filter: wanted, limit: entriesAtOnce }),
    )
    after = page.length < entriesAtOnce ? to : page.at(-1)!.number
    count += page.length
    if (page.length) yield page.map((entry) => write({ type: 'entry', ...entry })).join('')
  }
  const seal = { workspace_id: workspaceId, at, ...head, entries: count, digest }
  yield writeLine(format, signExport(deps, seal)).text
}
