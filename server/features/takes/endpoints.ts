import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/takes.ts'
import type { Take } from '#domain/schema/plan-diff.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen } from '../../http/if-match.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { shown } from '../plan-changes/queries.ts'
import { getPlanSummary } from '../planning/queries.ts'
import { completeTravel } from '../travel/commands.ts'
import {
  saveTake,
  showDiff,
  useScenario,
  workOutDiff,
  workOutTake,
  type WorkedDiff,
  type WorkedTake,
} from './commands.ts'
import { readRevising } from './queries.ts'

/** Serves what revisions change, and takes them into the plans that they revise. */
export function registerTakes(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  const toolsOf = ({ workspaceId }: Actor) => ({ engine: deps.engine, newId: randomUUID, workspaceId })
  const read = async ({ params, actor, inTransaction }: PreparingCall<{ id: string }, unknown>) => {
    const revising = await inTransaction((trx) => readRevising(trx, actor.workspaceId, params.id, now()))
    await completeTravel(deps, actor.workspaceId, revising.read.travel)
    return revising
  }

  mount(
    app,
    deps,
    api.getPlanDiff,
    ({ trx, actor, prepared }) => showDiff(trx, actor.workspaceId, prepared as WorkedDiff),
    {
      prepare: async (given: PreparingCall<{ id: string }, undefined>) =>
        workOutDiff(toolsOf(given.actor), await read(given)),
    },
  )
  mount(
    app,
    deps,
    api.previewTake,
    ({ trx, actor, prepared }) => {
      const { revising, work } = prepared as WorkedTake
      return shown(trx, actor.workspaceId, revising.read.plan, work, null)
    },
    {
      prepare: async (given: PreparingCall<{ id: string }, Take>) =>
        workOutTake(toolsOf(given.actor), await read(given), given.body),
    },
  )
  mount(
    app,
    deps,
    api.takeRevision,
    ({ trx, actor, params, seen, prepared }) =>
      prepared
        ? saveTake(trx, actor, prepared as WorkedTake, seen, now())
        : useScenario(trx, actor, params.id, seen, now()),
    {
      async prepare(given: PreparingCall<{ id: string }, Take>) {
        const { actor, params, seen, inTransaction } = given
        const current = await inTransaction((trx) => getPlanSummary(trx, actor.workspaceId, params.id))
        await checkSeen(seen, current, () => ({ current }))
        const { revises, what_if } = current
        if (!revises && what_if) return undefined
        return workOutTake(toolsOf(actor), await read(given), given.body)
      },
    },
  )
}
