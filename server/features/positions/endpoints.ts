import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/positions.ts'
import { AppError } from '#domain/errors.ts'
import { checkFeature } from '../../db/tiers.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { getDriver } from '../drivers/queries.ts'
import { erasePositions, openIntake, type Intake } from './commands.ts'
import { listPositions, readKept, readStays, readTrail } from './queries.ts'
import { workOnPositions } from './tasks.ts'

/** Serves where drivers are and have been. Returns what takes fixes, for others that get some. */
export function registerPositions(app: FastifyInstance, deps: Deps): Intake {
  const intake = openIntake(deps)
  app.addHook('onClose', async () => intake.close())
  app.addHook('onListen', async () => workOnPositions(deps))

  mount(
    app,
    deps,
    api.recordPings,
    async ({ actor, body: { pings }, reply }) => {
      const { workspaceId, driverId } = ownOf(actor)
      return reply.send(await intake.take({ workspaceId, driverId, source: 'app', pings }))
    },
    { waits: true, letsInTogether: true },
  )
  mount(app, deps, api.listPositions, async ({ trx, actor: { workspaceId }, query }) => {
    const now = deps.now()
    await checkFeature(trx, workspaceId, 'real_time_tracking', now)
    const onShift = query.on_shift && query.on_shift === 'true'
    return { now: now.toISOString(), data: await listPositions(trx, workspaceId, { onShift, now }) }
  })
  mount(app, deps, api.getTrail, async ({ trx, actor: { workspaceId }, params: { id }, query }) => {
    await getDriver(trx, workspaceId, id)
    return readTrail(trx, { workspaceId, driverId: id }, query, deps.now())
  })
  mount(app, deps, api.getOwnTrail, ({ trx, actor, query }) => readTrail(trx, ownOf(actor), query, deps.now()))
  mount(app, deps, api.listStays, async ({ trx, actor: { workspaceId }, params: { id }, query }) => {
    await getDriver(trx, workspaceId, id)
    return { data: await readStays(trx, { workspaceId, driverId: id }, query, deps.now()) }
  })
  mount(app, deps, api.getKeptPositions, ({ trx, actor }) => readKept(trx, ownOf(actor)))
  mount(app, deps, api.erasePositions, async ({ trx, actor, params: { id } }) => {
    const driver = await getDriver(trx, actor.workspaceId, id)
    return { erased: await erasePositions(trx, actor, driver, deps.now()) }
  })
  return intake
}

/** @throws AppError `driver_not_found` for a member with the role who is no driver yet */
function ownOf({ workspaceId, driverId }: Actor): { workspaceId: string; driverId: string } {
  if (driverId === null) throw new AppError('driver_not_found')
  return { workspaceId, driverId }
}
