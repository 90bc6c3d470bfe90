import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/transfers.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { addDeliveries, cancelTransfer, changeTransfer, createTransfer, removeDeliveries } from './commands.ts'
import { getTransfer, listGroups, listItems, listTransfers } from './queries.ts'

/** Serves transfers between depots. */
export function registerTransfers(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listTransfers, ({ trx, actor, query }) => listTransfers(trx, actor.workspaceId, query))
  mount(app, deps, api.listTransferGroups, async ({ trx, actor, query }) => {
    await seeAll(trx, actor)
    return { data: await listGroups(trx, actor.workspaceId, query.day, actor.depotIds) }
  })
  mount(app, deps, api.getTransfer, ({ trx, actor, params }) => getTransfer(trx, actor.workspaceId, params.id))
  mount(app, deps, api.listTransferDeliveries, async ({ trx, actor, params, query }) => {
    await getTransfer(trx, actor.workspaceId, params.id)
    await seeAll(trx, actor)
    return listItems(trx, actor.workspaceId, { transferId: params.id, ...query })
  })
  mount(app, deps, api.createTransfer, ({ trx, actor, body }) => createTransfer(trx, actor, body, now()))
  mount(app, deps, api.changeTransfer, ({ trx, actor, params, body, seen }) =>
    changeTransfer(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.addToTransfer, ({ trx, actor, params, body, seen }) =>
    addDeliveries(trx, actor, { id: params.id, ids: body.delivery_ids }, seen, now()),
  )
  mount(app, deps, api.removeFromTransfer, ({ trx, actor, params, body, seen }) =>
    removeDeliveries(trx, actor, { id: params.id, ids: body.delivery_ids }, seen, now()),
  )
  mount(app, deps, api.cancelTransfer, ({ trx, actor, params, seen }) =>
    cancelTransfer(trx, actor, params.id, seen, now()),
  )
}

/** Whoever works at one end of a transfer sees what is on it, whatever depot it goes on to. */
const seeAll = (trx: Trx, { workspaceId }: Actor) => setWorkspace(trx, workspaceId)
