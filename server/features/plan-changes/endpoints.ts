import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/plan-changes.ts'
import { AppError } from '#domain/errors.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { completeTravel } from '../travel/commands.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { checkSeen } from '../../http/if-match.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { rerouteDeliveries, saveEmergency, savePlanChange, workOut, type Emergency } from './commands.ts'
import { namedIn, readLateOrders, readPlanProblem, readPlanToChange } from '../changeable-plans/queries.ts'
import { namedWithIdle } from '../plan-places/queries.ts'
import { listPlanChanges, plansOnRoad, readUndo, showPreview } from './queries.ts'
import { workOutUndo, type WorkedOut } from './rules.ts'

/** Serves changes of plans. What takes time is worked out before the transaction that stores it. */
export function registerPlanChanges(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  const toolsOf = ({ workspaceId }: Actor) => ({ engine: deps.engine, newId: randomUUID, workspaceId })

  /** Reads the plan as the caller has seen it, and works out what the edits make of it. */
  const prepareEdits = async ({
    params,
    body,
    actor,
    seen,
    inTransaction,
  }: PreparingCall<{ id: string }, { changes: PlanEdit[] }>) => {
    const { workspaceId } = actor
    const read = await inTransaction(async (trx) => {
      const named = await namedWithIdle(trx, workspaceId, params.id, body.changes)
      return readPlanToChange(trx, workspaceId, params.id, named, now())
    })
    await checkSeen(seen, read.plan, () => ({ current: read.plan }))
    await completeTravel(deps, actor.workspaceId, read.travel)
    return workOut(toolsOf(actor), read, body.changes)
  }

  mount(
    app,
    deps,
    api.previewPlanChange,
    ({ trx, actor, seen, prepared }) => showPreview(trx, actor.workspaceId, prepared as WorkedOut, seen),
    { prepare: prepareEdits },
  )
  mount(
    app,
    deps,
    api.changePlan,
    ({ trx, actor, params, seen, prepared }) =>
      savePlanChange(trx, actor, params.id, prepared as WorkedOut, seen, now()),
    { prepare: prepareEdits },
  )
  mount(
    app,
    deps,
    api.undoPlanChange,
    ({ trx, actor, params, seen, prepared }) =>
      savePlanChange(trx, actor, params.id, prepared as WorkedOut, seen, now()),
    {
      async prepare({
        params,
        actor,
        seen,
        inTransaction,
      }: PreparingCall<{ id: string; change_id: string }, undefined>) {
        const { workspaceId } = actor
        return inTransaction(async (trx) => {
          const plain = await readPlanToChange(trx, workspaceId, params.id, namedIn([]), now())
          await checkSeen(seen, plain.plan, () => ({ current: plain.plan }))
          const change = await readUndo(trx, workspaceId, params.id, params.change_id)
          const deliveryIds = change.replaced.routes.flatMap(({ stops }) =>
            stops.flatMap(({ delivery_id }) => delivery_id ?? []),
          )
          const named = { ...namedIn([]), deliveryIds }
          return workOutUndo(await readPlanToChange(trx, workspaceId, params.id, named, now()), change)
        })
      },
    },
  )
  mount(
    app,
    deps,
    api.insertEmergency,
    ({ trx, actor, params, prepared }) => saveEmergency(trx, actor, params.id, prepared as Emergency, now()),
    {
      async prepare({ params, actor, inTransaction }: PreparingCall<{ id: string }, undefined>): Promise<Emergency> {
        const { workspaceId } = actor
        const edits: PlanEdit[] = [{ type: 'insert', delivery_id: params.id }]
        let why: unknown
        for (const planId of await inTransaction((trx) => plansOnRoad(trx, workspaceId, params.id))) {
          const read = await inTransaction(async (trx) => {
            const named = await namedWithIdle(trx, workspaceId, planId, edits)
            return readPlanToChange(trx, workspaceId, planId, named, now())
          })
          await completeTravel(deps, workspaceId, read.travel)
          try {
            return { planId, work: await workOut(toolsOf(actor), read, edits) }
          } catch (error) {
            // Another plan of the day may have room.
            if (!(error instanceof AppError && error.code === 'fits_nowhere')) throw error
            why = error
          }
        }
        throw why
      },
    },
  )
  mount(app, deps, api.listPlanChanges, ({ trx, actor, params, query }) =>
    listPlanChanges(trx, actor, params.id, query),
  )
  mount(app, deps, api.getLateOrders, ({ trx, actor, params }) => readLateOrders(trx, actor.workspaceId, params.id))
  mount(app, deps, api.getPlanProblem, ({ trx, actor, params }) =>
    readPlanProblem(trx, actor.workspaceId, params.id, { newId: randomUUID, now: now() }),
  )
}

/** What changes of deliveries on planned and dispatched routes do to these. */
export const rerouting =
  ({ now }: Deps): Reroute =>
  (trx, author, before) =>
    rerouteDeliveries(trx, author, before, { newId: randomUUID, now: now() })
