import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { explainDelivery } from '#domain/api/plan-why.ts'
import type { DeliveryWhy } from '#domain/schema/plan-why.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { driversWithoutRoute, namedIn, readPlanToChange } from '../plan-changes/queries.ts'
import { completeTravel } from '../travel/commands.ts'
import { explain } from './queries.ts'

/** Serves why a plan is as it is. The engine is asked before the transaction of the call. */
export function registerExplain(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, explainDelivery, async ({ prepared }) => prepared as DeliveryWhy, {
    async prepare({ params, actor, inTransaction }: PreparingCall<{ id: string; delivery_id: string }, undefined>) {
      const { workspaceId } = actor
      const { day, idleIds } = await inTransaction(async (trx) => {
        const idleIds = await driversWithoutRoute(trx, workspaceId, params.id)
        const named = { ...namedIn([]), deliveryIds: [params.delivery_id], driverIds: idleIds }
        return { idleIds, day: await readPlanToChange(trx, workspaceId, params.id, named, deps.now()) }
      })
      await completeTravel(deps, workspaceId, day.travel)
      return explain({ engine: deps.engine, newId: randomUUID, workspaceId }, day, params.delivery_id, idleIds)
    },
  })
}
