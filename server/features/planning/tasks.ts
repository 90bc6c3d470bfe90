import type { VroomOutput } from '#solver/index.ts'
import { AppError } from '#domain/errors.ts'
import type { ProgressMessage } from '#domain/live.ts'
import type { DayDelivery, DayDriver } from '#domain/plan/day.ts'
import { toRoutes } from '#domain/plan/to-routes.ts'
import { earliestDeparture } from '#domain/start-of-day.ts'
import type { GroupFix, PlanProgress } from '#domain/schema/plan.ts'
import type { DayProblem } from '#domain/problem/day-problem.ts'
import { toProblem } from '#domain/to-problem.ts'
import { withTravel } from '#domain/travel/with-travel.ts'
import { unusedDrivers } from '#domain/why/unused.ts'
import type { Bus } from '../../bus/bus.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Progress } from '../../engine/protocol.ts'
import { planOf } from '../../engine/answer.ts'
import { progressTopic } from '../../events/progress.ts'
import type { Searches, Turn } from '../../queue/turns.ts'
import { measureTravel } from '../travel/commands.ts'
import { failPlan, putPlanBack, readDayToPlan, savePlan, writeProgress } from './commands.ts'
import {
  addPoint,
  groupsToFix,
  interrupted,
  leftOut,
  namesOfPlaces,
  notCalculated,
  planBell,
  sayFixes,
  toGroups,
  toUnassigned,
  type LeftOut,
} from './rules.ts'

const progressEveryMs = 500
/** How long to try what would make room for groups of deliveries; less once the plan was finished by hand. */
const fixSeconds = { usual: 1.5, finished: 0.3 }

type DayToPlan = NonNullable<Awaited<ReturnType<typeof readDayToPlan>>>

/** Calculates plans. */
export function planSearches(deps: Deps): Searches {
  const { now } = deps
  return {
    kind: 'plan',
    search: (turn, signal) => optimize(deps, turn, signal),
    putBack: (trx, turn, counts) => putPlanBack(trx, turn, counts, now()),
    fail: (trx, turn, why) => failPlan(trx, turn, why === 'interrupted' ? interrupted : notCalculated, now()),
  }
}

/** Makes one attempt at a plan. It only touches a plan that is still wanted, and stores the answer in one transaction. */
async function optimize(deps: Deps, turn: Turn, signal: AbortSignal): Promise<void> {
  const { now } = deps
  const write = <T>(work: (trx: Trx) => Promise<T>) => inWorkspace(deps.db, turn.workspaceId, work)
  try {
    const plan = await write((trx) => readDayToPlan(trx, turn))
    if (!plan) return
    const { day, settings } = plan
    const departure = earliestDeparture(now(), settings.get_ready_minutes)
    const straight = toProblem(day, settings, plan.drivers, plan.deliveries, departure)
    const asked = { problem: straight.problem, settings, nameOf: namesOfPlaces(straight) }
    const { tables, travel, timedWith } = await measureTravel(deps, turn.workspaceId, asked, signal)
    const planned = withTravel(straight, tables)
    const answer = await solveWatched(deps, turn, plan, planned, signal)
    if (answer === 'not wanted') return
    const routes = answer.solution ? toRoutes(day, settings, planned, answer.solution) : []
    const { all, fixes } = answer
    const result = {
      routes,
      unassigned: toUnassigned(all),
      groups: toGroups(all, fixes),
      unused: unusedDrivers(planned, answer.solution, day, settings.time_zone),
      progress: answer.progress,
      travel,
      timedWith,
    }
    await write((trx) => savePlan(trx, turn, result, now()))
  } catch (error) {
    // Retrying does not help an expected failure.
    if (!(error instanceof AppError)) throw error
    await write((trx) => failPlan(trx, turn, error.message, now()))
  }
}

type Answer = {
  solution: VroomOutput | null
  progress: PlanProgress | null
  all: LeftOut[]
  fixes: Map<string, GroupFix>
}

/**
 * Solves in a thread without an open transaction, and stores progress. Ends early when the plan is cancelled, or finished
 * by hand once there is a first plan to keep.
 */
async function solveWatched(
  deps: Deps,
  turn: Turn,
  { day, settings, depot_id, time_limit_seconds: timeLimitSeconds }: DayToPlan,
  planned: DayProblem<DayDelivery, DayDriver>,
  signal: AbortSignal,
): Promise<Answer | 'not wanted'> {
  const { problem } = planned
  const leftOutBy = (solution: VroomOutput | null) => leftOut(day, settings, planned, solution)
  if (!planned.deliveries.size || !problem.vehicles.length) {
    return { solution: null, progress: null, all: leftOutBy(null), fixes: new Map() }
  }
  let progress: PlanProgress | null = null
  const onProgress = (told: Progress) => (progress = follow(progress, told, planned.hasCosts))
  const halt = new AbortController()
  const finish = new AbortController()
  let isWanted = true

  const watch = async () => {
    while (!halt.signal.aborted) {
      await deps.bell.heard(planBell(turn.id), progressEveryMs, halt.signal)
      if (halt.signal.aborted) return
      const next = await inWorkspace(deps.db, turn.workspaceId, (trx) => writeProgress(trx, turn, progress, deps.now()))
      isWanted = next !== 'abandon'
      if (isWanted && progress) tellProgress(deps.bus, turn, depot_id, progress)
      if (!isWanted) halt.abort()
      if (next === 'finish' && progress) finish.abort()
    }
  }
  // Without knowing whether the plan is still wanted, we must stop.
  const watching = watch().catch((error: unknown) => halt.abort(error))
  try {
    const request = { problem, timeLimitSeconds, untilSettled: true, seed: 1 }
    const abandon = AbortSignal.any([signal, halt.signal])
    const answer = await deps.engine.solve(request, { onProgress, abandon, stop: finish.signal })
    const solution = planOf(answer)
    const all = leftOutBy(solution)
    const toFix = groupsToFix(all, planned)
    const isFinished = finish.signal.aborted
    // A plan that was finished while searching gets a moment for this. One that is finished now ends at once.
    const stop = isFinished ? new AbortController().signal : finish.signal
    const fixLimit = isFinished ? fixSeconds.finished : fixSeconds.usual
    const found = toFix.length
      ? await deps.engine.fix(
          {
            problem,
            plan: solution,
            groups: toFix.map(({ jobs, changes }) => ({ jobs, changes })),
            timeLimitSeconds: fixLimit,
          },
          { stop, abandon },
        )
      : []
    return { solution, progress, all, fixes: sayFixes(toFix, found, planned, day, settings.time_zone) }
  } catch (error) {
    if (!isWanted) return 'not wanted'
    throw error
  } finally {
    halt.abort()
    await watching
  }
}

/** Tells open pages, which would otherwise have to ask. */
function tellProgress(bus: Bus, { id, workspaceId }: Turn, depot_id: string | null, progress: PlanProgress): void {
  const message: ProgressMessage = { plan_id: id, depot_id, state: 'optimizing', progress }
  bus.publish(progressTopic(workspaceId), JSON.stringify(message))
}

function follow(
  before: PlanProgress | null,
  { iterations, cost, routes, unassigned, ...told }: Progress,
  is_money: boolean,
) {
  const elapsed_seconds = told.elapsedSeconds ?? 0
  const history = addPoint(before?.history ?? [], { elapsed_seconds, cost })
  return { iterations, elapsed_seconds, cost, routes, unassigned, history, ...(is_money && { is_money }) }
}
