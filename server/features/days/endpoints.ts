import type { FastifyInstance } from 'fastify'
import { tierInForce } from '#domain/tiers.ts'
import { suggestDays } from '#domain/api/days.ts'
import { AppError } from '#domain/errors.ts'
import { keepTo } from '#domain/keep-to-limit.ts'
import type { DaysToFit } from '#domain/schema/day-suggestion.ts'
import { planLimits } from '#domain/search-limits.ts'
import { earliestDeparture, isOver } from '#domain/start-of-day.ts'
import { putTravel } from '#domain/travel/put-travel.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { planOf } from '../../engine/answer.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { measureTravel } from '../travel/commands.ts'
import { readDays } from './queries.ts'
import { figuresOf, toDaysProblem, toEffects, toSuggestions, type Fitted } from './rules.ts'

/** Serves days for orders without one. */
export function registerDays(app: FastifyInstance, deps: Deps): void {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  /** Workspaces that search on this server: each search takes a thread. */
  const searching = new Set<string>()

  mount(
    app,
    deps,
    suggestDays,
    async ({ actor, body, reply }) => {
      const { workspaceId } = actor
      if (searching.has(workspaceId)) throw new AppError('rate_limited', { retry_after_seconds: 2 })
      searching.add(workspaceId)
      try {
        const left = new AbortController()
        reply.raw.once('close', () => reply.raw.writableEnded || left.abort())
        return reply.send(await suggest(deps, actor, body, AbortSignal.any([stopping.signal, left.signal])))
      } finally {
        searching.delete(workspaceId)
      }
    },
    { waits: true },
  )
}

async function suggest(deps: Deps, actor: Actor, asked: DaysToFit, abandon: AbortSignal) {
  const { read, departure } = await again(() =>
    inTransaction(deps.db, async (trx) => {
      await setWorkspace(trx, actor.workspaceId, identityOf(actor))
      const now = deps.now()
      const workspace = await readWorkspace(trx, actor.workspaceId)
      keepTo(planLimits, tierInForce(workspace, now), 'seconds', asked.time_limit_seconds)
      if (isOver(asked.first_day, now, workspace.time_zone)) throw new AppError('day_over', { day: asked.first_day })
      return {
        read: await readDays(trx, actor, asked),
        departure: earliestDeparture(now, workspace.get_ready_minutes),
      }
    }),
  )
  const [{ settings }] = read.days as [(typeof read.days)[number]]
  const solve = async ({ problem }: Fitted) => {
    if (!problem.vehicles.length || problem.jobs.length + problem.shipments.length === 0) return null
    const { tables } = await measureTravel(deps, actor.workspaceId, { problem, settings }, abandon)
    const timed = putTravel(problem, tables)
    const request = { problem: timed, timeLimitSeconds: asked.time_limit_seconds, untilSettled: true, seed: 1 }
    return planOf(await deps.engine.solve(request, { abandon }))
  }
  const [fitted, alone] = [toDaysProblem(read, departure), toDaysProblem({ ...read, undated: [] }, departure)]
  const [solution, before] = await Promise.all([solve(fitted), solve(alone)])
  const found = toSuggestions(read, fitted, solution)
  const effects = toEffects(read, found.suggestions, [figuresOf(alone, before), figuresOf(fitted, solution)])
  return { ...found, effects }
}
