import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { explainDelivery, explainPlan as explainPlanIn } from '#domain/api/plan-why.ts'
import type { DeliveryWhy, PlanWhy } from '#domain/schema/plan-why.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { driversWithoutRoute, namedIn, waitingFor, type PlanToChange } from '../changeable-plans/queries.ts'
import { standingPlaces } from '../planning/queries.ts'
import { completeTravel } from '../travel/commands.ts'
import { readToKeep, withKept } from '../unpublished/queries.ts'
import { explain, explainPlan } from './queries.ts'

type Wanted = { unpublished: boolean }

/** What is read of a plan besides itself. */
type More = { deliveryIds: (trx: Trx) => Promise<string[]> | string[] }

/** An answer that takes seconds serves all who look at the same version of a plan; settings may change without a new one. */
const answerMs = 60_000

/** Keeps answers for so long, also while they are worked out. What failed is tried again. */
function keptFor(milliseconds: number, now: () => number) {
  const answers = new Map<string, { at: number; answer: Promise<PlanWhy> }>()
  return (key: string, work: () => Promise<PlanWhy>): Promise<PlanWhy> => {
    for (const [old, { at }] of answers) if (now() - at > milliseconds) answers.delete(old)
    const known = answers.get(key)
    if (known) return known.answer
    const answer = work()
    answers.set(key, { at: now(), answer })
    answer.catch(() => answers.delete(key))
    return answer
  }
}

/** Serves why a plan is as it is. The engine is asked before the transaction of the call. */
export function registerExplain(app: FastifyInstance, deps: Deps): void {
  const kept = keptFor(answerMs, () => deps.now().getTime())
  const toolsOf = ({ workspaceId }: Actor) => ({ engine: deps.engine, newId: randomUUID, workspaceId })

  /** Reads a plan as drivers see it, or with the changes that are not published, and with the drivers without a route. */
  const read = async (
    { params, query, actor, inTransaction }: PreparingCall<{ id: string }, undefined, Wanted>,
    { deliveryIds }: More,
  ): Promise<{ day: PlanToChange; idleIds: string[] }> => {
    const { workspaceId } = actor
    const { found, idleIds } = await inTransaction(async (trx) => {
      const driverIds = await driversWithoutRoute(trx, workspaceId, params.id)
      const named = { ...namedIn([]), deliveryIds: await deliveryIds(trx), driverIds }
      return { idleIds: driverIds, found: await readToKeep(trx, workspaceId, params.id, named, deps.now()) }
    })
    await completeTravel(deps, workspaceId, found.published.travel)
    return { idleIds, day: query.unpublished ? withKept(found.published, found.kept).next : found.published }
  }
  mount(app, deps, explainDelivery, async ({ prepared }) => prepared as DeliveryWhy, {
    async prepare(call: PreparingCall<{ id: string; delivery_id: string }, undefined, Wanted>) {
      const { delivery_id } = call.params
      const { day, idleIds } = await read(call, { deliveryIds: () => [delivery_id] })
      return explain(toolsOf(call.actor), day, delivery_id, idleIds)
    },
  })
  mount(app, deps, explainPlanIn, async ({ prepared }) => prepared as PlanWhy, {
    async prepare(call: PreparingCall<{ id: string }, undefined, Wanted>) {
      const { params, actor, inTransaction } = call
      const { day } = await read(call, { deliveryIds: (trx) => waitingFor(trx, actor.workspaceId, params.id) })
      const standing = await inTransaction((trx) => standingPlaces(trx, actor.workspaceId, day.day))
      const key = [actor.workspaceId, params.id, day.plan.version, call.query.unpublished].join()
      return kept(key, () => explainPlan(toolsOf(actor), day, new Set(standing.keys())))
    },
  })
}
