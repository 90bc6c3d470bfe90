import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/pay.ts'
import { inTransaction, inWorkspace, setWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { createPayRule, deletePayRule } from './commands.ts'
import { listPayRules, readPaySheets } from './queries.ts'
import { payCsv, withoutPay } from './rules.ts'

/** Serves what drivers worked and earn. */
export function registerPay(app: FastifyInstance, deps: Deps): void {
  const { db, shares, now } = deps
  mount(app, deps, api.listPayRules, ({ trx, actor }) => listPayRules(trx, actor.workspaceId))
  mount(app, deps, api.createPayRule, ({ trx, actor, body }) => createPayRule(trx, actor, body, now()))
  mount(app, deps, api.deletePayRule, ({ trx, actor, params }) => deletePayRule(trx, actor, params.id, now()))
  mount(app, deps, api.listPaySheets, async ({ trx, actor, query }) => ({
    data: await readPaySheets(trx, actor.workspaceId, query),
  }))
  mount(app, deps, api.listWorkSheets, async ({ trx, actor, query }) => ({
    data: (await readPaySheets(trx, actor.workspaceId, query)).map(withoutPay),
  }))
  mount(
    app,
    deps,
    api.exportPaySheets,
    async ({ actor, query, reply }) => {
      const sheets = await again(() =>
        inTransaction(db, async (trx) => {
          await setWorkspace(trx, actor.workspaceId, identityOf(actor))
          return readPaySheets(trx, actor.workspaceId, query)
        }),
      )
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="pay-${query.from}-${query.to}.csv"`)
        .header('cache-control', 'no-store')
        .send(payCsv(sheets))
    },
    { waits: true },
  )
  // Drivers do not see shifts in the database, so Karta itself reads their own.
  mount(
    app,
    deps,
    api.getOwnWork,
    async ({ actor, query, reply }) => {
      const { workspaceId, driverId } = actor
      const read = () => inWorkspace(db, workspaceId, (trx) => readPaySheets(trx, workspaceId, query, driverId ?? ''))
      const [sheet] = driverId === null ? [] : await shares.during(workspaceId, () => again(read))
      return reply.send({ sheet: sheet ?? null })
    },
    { waits: true },
  )
}
