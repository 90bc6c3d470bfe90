import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { findRemedies as findRemediesFor } from '#domain/api/risks.ts'
import type { RouteRemedies } from '#domain/schema/plan-risk.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { driversWithoutRoute } from '../changeable-plans/queries.ts'
import { readRoadSettings } from '../road-settings/queries.ts'
import { completeTravel } from '../travel/commands.ts'
import { readToKeep, withKept } from '../unpublished/queries.ts'
import { findRemedies } from './queries.ts'

/** Serves what can be done about a route at risk. The engine is asked before the transaction of the call. */
export function registerRemedies(app: FastifyInstance, deps: Deps): void {
  const { now, engine } = deps
  mount(app, deps, findRemediesFor, async ({ prepared }) => prepared as RouteRemedies, {
    async prepare({ params, actor, inTransaction }: PreparingCall<{ id: string; route_id: string }, undefined>) {
      const { workspaceId } = actor
      const found = await inTransaction(async (trx) => {
        const idleIds = await driversWithoutRoute(trx, workspaceId, params.id)
        const named = { deliveryIds: [], driverIds: idleIds, vehicleIds: [] }
        const { late_after_minutes } = await readRoadSettings(trx, workspaceId)
        const read = await readToKeep(trx, workspaceId, params.id, named, now())
        return { read, idleIds, limit: late_after_minutes * 60 }
      })
      await completeTravel(deps, workspaceId, found.read.published.travel)
      const { published, next } = withKept(found.read.published, found.read.kept)
      const tools = { engine, newId: randomUUID, workspaceId }
      return findRemedies(tools, { ...found, published, day: next }, params.route_id)
    },
  })
}
