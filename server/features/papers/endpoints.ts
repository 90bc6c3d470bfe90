import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '#domain/api/papers.ts'
import { printTransfer } from '#domain/api/transfers.ts'
import { noteAudit, noteOrigin } from '../../audit/note.ts'
import { inTransaction, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { auditOriginOf } from '../../http/origin.ts'
import type { Paper } from '../../papers/paper.ts'
import { labelPaper, manifestPaper, planPaper, transferPaper } from './queries.ts'

type Printed = 'route_sheets' | 'manifest' | 'labels' | 'transfer'

/** Serves what is printed, as PDF. */
export function registerPapers(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  type Printing = { actor: Actor; request: FastifyRequest; reply: FastifyReply }
  /** Reads in a transaction, and draws after it. */
  const print = async (
    { actor, request, reply }: Printing,
    { what, detail = {} }: { what: Printed; detail?: Record<string, string> },
    read: (trx: Trx) => Promise<Paper>,
  ) => {
    const paper = await again(() =>
      inTransaction(deps.db, async (trx) => {
        await setWorkspace(trx, actor.workspaceId, identityOf(actor))
        noteOrigin(trx, auditOriginOf(request))
        noteAudit(trx, actor, { action: `${what}.printed`, detail }, now())
        return read(trx)
      }),
    )
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${what}.pdf"`)
      .header('cache-control', 'no-store')
      .send(await deps.papers.draw(paper))
  }
  mount(
    app,
    deps,
    api.printRouteSheets,
    ({ actor, params, query, ...http }) =>
      print({ actor, ...http }, { what: 'route_sheets', detail: { plan_id: params.id } }, (trx) =>
        planPaper(trx, actor.workspaceId, { planId: params.id, routeId: query.route_id, now: now() }),
      ),
    { waits: true },
  )
  mount(
    app,
    deps,
    printTransfer,
    ({ actor, params, ...http }) =>
      print({ actor, ...http }, { what: 'transfer', detail: { transfer_id: params.id } }, (trx) =>
        transferPaper(trx, actor.workspaceId, params.id, now()),
      ),
    { waits: true },
  )
  mount(
    app,
    deps,
    api.printManifest,
    ({ actor, query, ...http }) =>
      print({ actor, ...http }, { what: 'manifest' }, (trx) => manifestPaper(trx, actor, query, now())),
    { waits: true },
  )
  mount(
    app,
    deps,
    api.printLabels,
    ({ actor, query, ...http }) =>
      print({ actor, ...http }, { what: 'labels' }, (trx) => labelPaper(trx, actor, query)),
    { waits: true },
  )
}
