import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { explainDelivery } from '#domain/api/plan-why.ts'
import type { DeliveryWhy } from '#domain/schema/plan-why.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { driversWithoutRoute, namedIn, type Named, type PlanToChange } from '../plan-changes/queries.ts'
import { completeTravel } from '../travel/commands.ts'
import { readWithKept, withKept } from '../unpublished/queries.ts'
import { explain } from './queries.ts'

type Wanted = { unpublished: boolean }

/** Serves why a plan is as it is. The engine is asked before the transaction of the call. */
export function registerExplain(app: FastifyInstance, deps: Deps): void {
  /** Reads a plan as drivers see it, or with the changes that are not published, and with these idle drivers. */
  const read = async (
    { params, query, actor, inTransaction }: PreparingCall<{ id: string }, undefined, Wanted>,
    named: Partial<Named>,
  ): Promise<{ day: PlanToChange; idleIds: string[] }> => {
    const { workspaceId } = actor
    const { found, idleIds } = await inTransaction(async (trx) => {
      const driverIds = await driversWithoutRoute(trx, workspaceId, params.id)
      const asked = { ...namedIn([]), ...named, driverIds }
      return { idleIds: driverIds, found: await readWithKept(trx, workspaceId, params.id, asked, deps.now()) }
    })
    await completeTravel(deps, workspaceId, found.published.travel)
    return { idleIds, day: query.unpublished ? withKept(found.published, found.kept).next : found.published }
  }
  mount(app, deps, explainDelivery, async ({ prepared }) => prepared as DeliveryWhy, {
    async prepare(call: PreparingCall<{ id: string; delivery_id: string }, undefined, Wanted>) {
      const { delivery_id } = call.params
      const { day, idleIds } = await read(call, { deliveryIds: [delivery_id] })
      const tools = { engine: deps.engine, newId: randomUUID, workspaceId: call.actor.workspaceId }
      return explain(tools, day, delivery_id, idleIds)
    },
  })
}
