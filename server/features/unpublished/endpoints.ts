import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/unpublished.ts'
import { findPlaces as findPlacesIn } from '#domain/api/plan-changes.ts'
import type { PlanEdit, PlanPlaces } from '#domain/schema/plan-change.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen } from '../../http/if-match.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { showPreview } from '../plan-changes/queries.ts'
import { driversWithoutRoute, namedIn, type Named } from '../changeable-plans/queries.ts'
import { findPlaces, namedWithIdle } from '../plan-places/queries.ts'
import { completeTravel } from '../travel/commands.ts'
import { keepChange, publish, withdrawChanges, workOutKept, type KeepingWork } from './commands.ts'
import { getUnpublished, readToKeep, withKept, type PlanWithKept } from './queries.ts'

/** Serves changes of plans that drivers see only once they are published. */
export function registerUnpublished(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  const toolsOf = ({ workspaceId }: Actor) => ({ engine: deps.engine, newId: randomUUID, workspaceId })

  /** Reads the plan with its changes as the caller has seen it, with the way between all places. */
  const prepare = async (
    { params, actor, seen, inTransaction }: PreparingCall<{ id: string }, unknown>,
    naming: (trx: Trx) => Promise<Named> | Named = () => namedIn([]),
  ): Promise<PlanWithKept> => {
    const { workspaceId } = actor
    const found = await inTransaction(async (trx) => readToKeep(trx, workspaceId, params.id, await naming(trx), now()))
    await checkSeen(seen, found.published.plan, () => ({ current: found.published.plan }))
    await completeTravel(deps, actor.workspaceId, found.published.travel)
    return withKept(found.published, found.kept)
  }
  const prepareEdits = async (call: PreparingCall<{ id: string }, { changes: PlanEdit[] }>) =>
    workOutKept(
      toolsOf(call.actor),
      await prepare(call, (trx) => namedWithIdle(trx, call.actor.workspaceId, call.params.id, call.body.changes)),
      call.body.changes,
    )

  mount(app, deps, findPlacesIn, async ({ prepared }) => prepared as PlanPlaces, {
    async prepare(call: PreparingCall<{ id: string }, undefined, WantedPlaces>) {
      const { params, query, actor, inTransaction } = call
      const driverIds = await inTransaction((trx) => driversWithoutRoute(trx, actor.workspaceId, params.id))
      const found = await prepare(call, () => ({ deliveryIds: [query.delivery_id], driverIds, vehicleIds: [] }))
      const day = query.unpublished ? found.next : found.published
      return findPlaces(toolsOf(actor), day, query.delivery_id, driverIds)
    },
  })
  mount(app, deps, api.getUnpublished, ({ trx, actor, params }) => getUnpublished(trx, actor, params.id, now()))
  mount(
    app,
    deps,
    api.previewUnpublished,
    ({ trx, actor, seen, prepared }) => showPreview(trx, actor.workspaceId, (prepared as KeepingWork).work, seen),
    { prepare: prepareEdits },
  )
  mount(
    app,
    deps,
    api.addUnpublished,
    ({ trx, actor, params, seen, prepared }) => keepChange(trx, actor, params.id, prepared as KeepingWork, seen, now()),
    { prepare: prepareEdits },
  )
  mount(app, deps, api.withdrawUnpublished, ({ trx, actor, params, seen }) =>
    withdrawChanges(trx, actor, params.id, { ids: [params.change_id] }, seen, now()),
  )
  mount(app, deps, api.discardUnpublished, ({ trx, actor, params, seen }) =>
    withdrawChanges(trx, actor, params.id, { ids: null }, seen, now()),
  )
  mount(app, deps, api.restoreUnpublished, ({ trx, actor, params, body, seen }) =>
    withdrawChanges(trx, actor, params.id, { ids: body.change_ids, isBack: true }, seen, now()),
  )
  mount(
    app,
    deps,
    api.publishPlan,
    ({ trx, actor, params, seen, prepared }) => publish(trx, actor, params.id, prepared as PlanWithKept, seen, now()),
    { prepare: (call: PreparingCall<{ id: string }, undefined>) => prepare(call) },
  )
}

type WantedPlaces = { delivery_id: string; unpublished: boolean }
