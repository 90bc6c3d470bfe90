import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/client-billing.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { readLook } from '../look/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { addClientCharge, changeRateCard, createRateCard, creditInvoice, makeInvoices } from './commands.ts'
import { listClientCharges, listClientInvoices, listRateCards, previewInvoices, readWholeInvoice } from './queries.ts'
import { invoiceCsv, invoicePaper, titleOf } from './rules.ts'

/** Serves what clients pay, and their invoices. */
export function registerClientBilling(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listRateCards, ({ trx, actor, params }) => listRateCards(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createRateCard, ({ trx, actor, params, body }) =>
    createRateCard(trx, actor, params.id, body, now()),
  )
  mount(app, deps, api.changeRateCard, ({ trx, actor, params, body, seen }) =>
    changeRateCard(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.listClientCharges, ({ trx, actor, params, query }) =>
    listClientCharges(trx, actor.workspaceId, params.id, query),
  )
  mount(app, deps, api.addClientCharge, ({ trx, actor, params, body }) =>
    addClientCharge(trx, actor, params.id, body, now()),
  )
  mount(app, deps, api.previewInvoices, ({ trx, actor, params, query }) =>
    previewInvoices(trx, actor.workspaceId, params.id, query.month, now()),
  )
  mount(app, deps, api.makeInvoices, ({ trx, actor, params, body }) =>
    makeInvoices(trx, actor, params.id, body.month, now()),
  )
  mount(app, deps, api.listClientInvoices, ({ trx, actor, params, query }) =>
    listClientInvoices(trx, actor.workspaceId, params.id, query),
  )
  mount(app, deps, api.creditInvoice, ({ trx, actor, params, body }) =>
    creditInvoice(trx, actor, params.id, body, now()),
  )
  serveFiles(app, deps)
}

function serveFiles(app: FastifyInstance, deps: Deps): void {
  const read = (actor: Actor, id: string) =>
    again(() =>
      inTransaction(deps.db, async (trx) => {
        const { workspaceId } = actor
        await setWorkspace(trx, workspaceId, identityOf(actor))
        const { name, language, time_zone } = await readWorkspace(trx, workspaceId)
        const { contact } = await readLook(trx, workspaceId)
        return { whole: await readWholeInvoice(trx, workspaceId, id), house: { name, contact, language, time_zone } }
      }),
    )
  const nameOf = (invoice: Parameters<typeof titleOf>[0]) => titleOf(invoice).toLowerCase().replaceAll(' ', '-')
  mount(
    app,
    deps,
    api.printInvoice,
    async ({ actor, params, reply }) => {
      const { whole, house } = await read(actor, params.id)
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${nameOf(whole.invoice)}.pdf"`)
        .header('cache-control', 'no-store')
        .send(await deps.papers.draw(invoicePaper(house, whole)))
    },
    { waits: true },
  )
  mount(
    app,
    deps,
    api.exportInvoice,
    async ({ actor, params, reply }) => {
      const { whole } = await read(actor, params.id)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${nameOf(whole.invoice)}.csv"`)
        .header('cache-control', 'no-store')
        .send(invoiceCsv(whole))
    },
    { waits: true },
  )
}
