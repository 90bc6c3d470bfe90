import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/transfers.ts'
import { setWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { anySeen } from '../../http/if-match.ts'
import { mount } from '../../http/mount.ts'
import { changeTransfer } from '../transfers/commands.ts'
import { listOwnTransfers } from '../transfers/queries.ts'
import { arriveTransfer, asItsDriver, departTransfer, takeBackTransfer } from './commands.ts'

/** Serves what happens to transfers on the road: said by those who load and unload, or by the driver. */
export function registerTransferDrives(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.departTransfer, ({ trx, actor, params, body, seen }) =>
    departTransfer(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.arriveTransfer, ({ trx, actor, params, body, seen }) =>
    arriveTransfer(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.takeBackTransfer, ({ trx, actor, params, seen }) =>
    takeBackTransfer(trx, actor, params.id, seen, now()),
  )
  mount(app, deps, api.listMyTransfers, async ({ trx, actor }) => {
    if (!actor.driverId) return { data: [] }
    // Drivers see no transfers otherwise.
    await setWorkspace(trx, actor.workspaceId)
    return { data: await listOwnTransfers(trx, actor.workspaceId, actor.driverId, now()) }
  })
  mount(app, deps, api.departMyTransfer, async ({ trx, actor, params: { id }, body }) =>
    departTransfer(trx, await asItsDriver(trx, actor, id), id, body, anySeen(), now()),
  )
  mount(app, deps, api.arriveMyTransfer, async ({ trx, actor, params: { id }, body }) =>
    arriveTransfer(trx, await asItsDriver(trx, actor, id), id, body, anySeen(), now()),
  )
  mount(app, deps, api.delayMyTransfer, async ({ trx, actor, params: { id }, body }) =>
    changeTransfer(trx, await asItsDriver(trx, actor, id), id, body, anySeen(), now()),
  )
}
