import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/plans.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { turnBell } from '../../queue/turns.ts'
import {
  approvePlan,
  cancelPlan,
  createPlan,
  discardPlan,
  dispatchPlan,
  finishPlan,
  renameScenario,
  takeBackPlan,
} from './commands.ts'
import { getBestPlan, getPlan, getPlanningDay, getPlanSummary, getRoute, listPlans } from './queries.ts'
import { planBell } from './rules.ts'

/** Serves the plans of a workspace. */
export function registerPlanning(app: FastifyInstance, deps: Deps): void {
  const { now, bell, config } = deps
  const ring = { committed: ({ id }: PlanSummary) => bell.ring(planBell(id)) }
  mount(app, deps, api.listPlans, ({ trx, actor, query }) => listPlans(trx, actor.workspaceId, query))
  mount(app, deps, api.getPlanningDay, ({ trx, actor, query }) => getPlanningDay(trx, actor.workspaceId, query))
  mount(app, deps, api.getPlan, ({ trx, actor, params }) => getPlan(trx, actor.workspaceId, params.id, now()))
  mount(app, deps, api.getRoute, ({ trx, actor, params }) => getRoute(trx, actor.workspaceId, params.id))
  mount(app, deps, api.getPlanProgress, ({ trx, actor, params }) => getPlanSummary(trx, actor.workspaceId, params.id))
  mount(app, deps, api.getBestPlan, ({ trx, actor, params }) => getBestPlan(trx, actor.workspaceId, params.id))
  mount(app, deps, api.renameScenario, ({ trx, actor, params, body, seen }) =>
    renameScenario(trx, actor, { ...params, ...body }, seen, now()),
  )
  mount(
    app,
    deps,
    api.createPlan,
    ({ trx, actor, body }) => createPlan(trx, actor, body, { limits: config.quotas, now: now() }),
    {
      committed: () => bell.ring(turnBell),
    },
  )
  mount(
    app,
    deps,
    api.cancelPlan,
    ({ trx, actor, params, seen }) => cancelPlan(trx, actor, params.id, seen, now()),
    ring,
  )
  mount(
    app,
    deps,
    api.finishPlan,
    ({ trx, actor, params, seen }) => finishPlan(trx, actor, params.id, seen, now()),
    ring,
  )
  mount(app, deps, api.approvePlan, ({ trx, actor, params, seen }) => approvePlan(trx, actor, params.id, seen, now()))
  mount(app, deps, api.dispatchPlan, ({ trx, actor, params, query, seen }) =>
    dispatchPlan(trx, actor, params.id, seen, now(), { despiteGoods: query.despite_goods === 'true' }),
  )
  mount(app, deps, api.takeBackPlan, ({ trx, actor, params, seen }) => takeBackPlan(trx, actor, params.id, seen, now()))
  mount(app, deps, api.discardPlan, ({ trx, actor, params, seen }) => discardPlan(trx, actor, params.id, seen, now()))
}
