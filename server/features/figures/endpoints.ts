import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/analytics.ts'
import { AppError } from '#domain/errors.ts'
import { checkFeature } from '../../db/tiers.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { listFigureDeliveries, readFigures } from './queries.ts'

/** Serves the figures of analytics, and the deliveries behind them. */
export function registerFigures(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    api.readFigures,
    async ({ trx, actor, query }) => {
      await checkFeature(trx, actor.workspaceId, 'analytics', deps.now())
      return readFigures(trx, actor.workspaceId, { ...query, compare: query.compare === 'true' }, deps.now())
    },
    { mayLag: true },
  )
  mount(
    app,
    deps,
    api.listFigureDeliveries,
    async ({ trx, actor, query }) => {
      await checkFeature(trx, actor.workspaceId, 'analytics', deps.now())
      return listFigureDeliveries(trx, actor.workspaceId, query)
    },
    { mayLag: true },
  )
  mount(
    app,
    deps,
    api.readMyFigures,
    async ({ trx, actor, query }) => {
      await checkFeature(trx, actor.workspaceId, 'analytics', deps.now())
      if (actor.driverId === null) throw new AppError('driver_not_found')
      const own = { ...query, driver_id: actor.driverId, compare: true }
      return readFigures(trx, actor.workspaceId, own, deps.now(), 'own')
    },
    { mayLag: true },
  )
}
