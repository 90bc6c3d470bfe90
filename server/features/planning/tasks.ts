import { timeRoutes, type PlannedRoute, type VroomOutput, type VroomRoute } from '#solver/index.ts'
import { AppError } from '#domain/errors.ts'
import type { ProgressMessage } from '#domain/live.ts'
import { toRoutes } from '#domain/plan/to-routes.ts'
import { bestPlan } from '#domain/plan/best-plan.ts'
import { isScored, withChoices } from '#domain/problem/choices.ts'
import type { GroupFix, PlanProgress } from '#domain/schema/plan.ts'
import { withTravel } from '#domain/travel/with-travel.ts'
import type { BestPlan } from '#domain/schema/revision.ts'
import { unusedDrivers } from '#domain/why/unused.ts'
import type { Bus } from '../../bus/bus.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Progress } from '../../engine/protocol.ts'
import { planOf } from '../../engine/answer.ts'
import { progressTopic } from '../../events/progress.ts'
import type { Searches, Turn } from '../../queue/turns.ts'
import { completeTravel, measureTravel } from '../travel/commands.ts'
import { failPlan, putPlanBack, readQuestion, savePlan, writeProgress } from './commands.ts'
import type { PlanReading, Question, ReadRevision } from './queries.ts'
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
/** How long a revision waits until new drives are measured. */
const patienceMs = 30_000
/** How long to try what would make room for groups of deliveries; less once the plan was finished by hand. */
const fixSeconds = { usual: 1.5, finished: 0.3 }

/** Calculates plans. */
export function planSearches(deps: Deps, readRevision: ReadRevision): Searches {
  const { now } = deps
  return {
    kind: 'plan',
    search: (turn, signal) => optimize(deps, readRevision, turn, signal),
    putBack: (trx, turn, counts) => putPlanBack(trx, turn, counts, now()),
    fail: (trx, turn, why) => failPlan(trx, turn, why === 'interrupted' ? interrupted : notCalculated, now()),
  }
}

/** Makes one attempt at a plan. It only touches a plan that is still wanted, and stores the answer in one transaction. */
async function optimize(deps: Deps, readRevision: ReadRevision, turn: Turn, signal: AbortSignal): Promise<void> {
  const { now } = deps
  const write = <T>(work: (trx: Trx) => Promise<T>) => inWorkspace(deps.db, turn.workspaceId, work)
  try {
    const reading = await write((trx) => readQuestion(trx, turn, readRevision, now()))
    if (!reading) return
    const { question, travel, timedWith } = await withRoads(deps, turn, reading, signal)
    const { day, settings, planned, proposalOf, rest } = question
    const answer = await solveWatched(deps, turn, question, signal)
    if (answer === 'not wanted') return
    const solved = answer.solution ? drivenRoutes(question, answer.solution) : []
    const { all, fixes } = answer
    const routes = [...toRoutes(day, settings, planned, { routes: solved }), ...(rest?.routes ?? [])]
    const result = {
      routes: routes.map((route, position) => ({ ...route, position })),
      proposal: proposalOf?.(solved) ?? null,
      unassigned: [...toUnassigned(all), ...(rest?.unassigned ?? [])],
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

/** The question of a plan, along roads if there is an engine for them. A revision is timed as the plan that it revises. */
async function withRoads(deps: Deps, { workspaceId }: Turn, reading: PlanReading, signal: AbortSignal) {
  if ('ask' in reading) {
    await completeTravel(deps, workspaceId, reading.known, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
    return { question: reading.ask(), travel: reading.travel, timedWith: reading.timedWith }
  }
  const { planned, settings } = reading
  const asked = { problem: planned.problem, settings, nameOf: namesOfPlaces(planned) }
  const { tables, travel, timedWith } = await measureTravel(deps, workspaceId, asked, signal)
  return { question: { ...reading, planned: withTravel(planned, tables) }, travel, timedWith }
}

/** The routes with what they really cost, where the search was asked for something else as well. */
function drivenRoutes({ planned: { problem }, choices, proposalOf }: Question, { routes }: VroomOutput): VroomRoute[] {
  if (!proposalOf && !isScored(choices)) return routes
  const done = new Map(
    problem.vehicles.flatMap(({ steps = [] }) =>
      steps.flatMap((step) => (step.lock === 'done' ? [[`${step.type} ${step.id}`, step] as const] : [])),
    ),
  )
  const given = routes.map(({ vehicle, steps }) => ({
    vehicle,
    steps: steps.map(({ type, id }) => done.get(`${type} ${id}`) ?? { type, ...(id !== undefined && { id }) }),
  }))
  return timeRoutes(problem, given)
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
  { day, settings, depot_id, time_limit_seconds: timeLimitSeconds, planned, choices, proposalOf }: Question,
  signal: AbortSignal,
): Promise<Answer | 'not wanted'> {
  const problem = withChoices(planned.problem, choices)
  const leftOutBy = (solution: VroomOutput | null) => leftOut(day, settings, planned, solution)
  if (!planned.deliveries.size || !problem.vehicles.length) {
    return { solution: null, progress: null, all: leftOutBy(null), fixes: new Map() }
  }
  const isRevision = proposalOf !== undefined
  let progress: PlanProgress | null = null
  let best: BestPlan | undefined
  const isScore = isRevision || isScored(choices) || problem.compactness !== undefined
  const score = { is_money: planned.hasCosts, is_score: isScore }
  const onProgress = (told: Progress, plan: PlannedRoute[] | undefined) => {
    const isFirst = progress === null
    if (plan) best = bestPlan(planned, plan, (best?.number ?? 0) + 1)
    progress = follow(progress, told, { ...score, best: best?.number ?? 0 })
    // People wait for the first one.
    if (isFirst) deps.bell.ring(planBell(turn.id))
  }
  const halt = new AbortController()
  const finish = new AbortController()
  let isWanted = true

  const watch = async () => {
    let written = 0
    while (!halt.signal.aborted) {
      await deps.bell.heard(planBell(turn.id), progressEveryMs, halt.signal)
      if (halt.signal.aborted) return
      const news = { progress, best: best && best.number > written ? best : undefined }
      written = best?.number ?? 0
      const next = await inWorkspace(deps.db, turn.workspaceId, (trx) => writeProgress(trx, turn, news, deps.now()))
      isWanted = next !== 'abandon'
      if (isWanted && news.progress) tellProgress(deps.bus, turn, depot_id, news.progress)
      if (!isWanted) halt.abort()
      if (next === 'finish' && progress) finish.abort()
    }
  }
  // Without knowing whether the plan is still wanted, we must stop.
  const watching = watch().catch((error: unknown) => halt.abort(error))
  try {
    const request = { problem, timeLimitSeconds, untilSettled: true, tellsPlans: true, seed: 1 }
    const abandon = AbortSignal.any([signal, halt.signal])
    const answer = await deps.engine.solve(request, {
      onProgress: (told, _thread, _isBest, plan) => onProgress(told, plan),
      abandon,
      stop: finish.signal,
    })
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
  { is_money, is_score, best }: { is_money: boolean; is_score: boolean; best: number },
): PlanProgress {
  const elapsed_seconds = told.elapsedSeconds ?? 0
  const history = addPoint(before?.history ?? [], { elapsed_seconds, cost })
  return {
    iterations,
    elapsed_seconds,
    cost,
    routes,
    unassigned,
    history,
    best,
    ...(is_money && { is_money }),
    ...(is_score && { is_score }),
  }
}
