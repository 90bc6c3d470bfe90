import { tierInForce } from '#domain/tiers.ts'
import type { OptimizeQuery } from '#domain/api/optimize.ts'
import { AppError } from '#domain/errors.ts'
import { countOf, keepTo } from '#domain/keep-to-limit.ts'
import type { OperationProgress, OperationSummary } from '#domain/schema/operation.ts'
import type { Workspace } from '#domain/schema/workspace.ts'
import { optimizeLimits } from '#domain/search-limits.ts'
import type { Progress } from '../../engine/protocol.ts'

/** What a failed operation says if the problem is not the cause. */
export const notSolved =
  'The problem could not be solved. Send it again, or ask for help with the ID of this operation.'
export const interrupted = 'Solving was interrupted too often. Send the problem again.'

/** The call waits for searches up to this long, unless the caller prefers otherwise. */
const atOnceSeconds = 10
/** The longest wait for a reply. Proxies in between would not wait longer either. */
export const longestWaitSeconds = 30

const secondsPerStop = 1 / 100

const leastGraceSeconds = 10
/** Several times what an idle processor takes to work out the way between two places. */
const secondsPerWay = 2e-7

/**
 * Problems come from outside: a search that goes on this long after its time limit is ended. A large problem may take
 * longer to read than the time limit allows for searching.
 */
export function graceSeconds({ stops, vehicles }: { stops: number; vehicles: number }): number {
  return leastGraceSeconds + (stops + 2 * vehicles) ** 2 * secondsPerWay
}

type Tier = Workspace['tier']
type TierOf = { tier: Tier; trial_ends_at: string }

/** The search to run, once the problem has been read. */
export type Search = Pick<
  OperationSummary,
  'stops' | 'vehicles' | 'time_limit_seconds' | 'iteration_limit' | 'threads' | 'seed' | 'plan_mode'
>

/**
 * Decides how to search, within the limits of the workspace's tier and this server.
 * @param serverThreads the most threads this server has for one search
 * @throws AppError `over_tier_limit` with the limit, the requested value and the tiers that allow it
 */
export function settleSearch(
  problem: { stops: number; vehicles: number },
  query: OptimizeQuery,
  workspace: TierOf,
  { now, serverThreads }: { now: Date; serverThreads: number },
): Search {
  const tier = tierInForce(workspace, now)
  const limits = optimizeLimits[tier]
  keepTo(optimizeLimits, tier, 'stops', problem.stops)
  keepTo(optimizeLimits, tier, 'vehicles', problem.vehicles)
  keepTo(optimizeLimits, tier, 'threads', query.threads)
  if (query.threads > serverThreads) {
    const detail = `This server searches with at most ${countOf(serverThreads, 'threads')}. The operator can raise SOLVER_THREADS.`
    throw new AppError('over_tier_limit', {
      detail,
      limit: 'threads',
      allowed: serverThreads,
      asked: query.threads,
      tier,
    })
  }
  const usual = Math.min(limits.seconds, Math.max(1, Math.ceil(problem.stops * secondsPerStop)))
  const seconds = query.time_limit_seconds ?? usual
  keepTo(optimizeLimits, tier, 'seconds', seconds)
  return {
    ...problem,
    time_limit_seconds: seconds,
    iteration_limit: query.iteration_limit ?? null,
    threads: query.threads,
    seed: query.seed,
    plan_mode: query.plan_mode,
  }
}

/** How long the caller wants to wait, from the header `Prefer` (RFC 7240), and which preferences apply. */
export function readPrefer(
  header: string | undefined,
  timeLimitSeconds: number,
): { waitSeconds: number; applied: string[] } {
  const preferences = (header ?? '').split(',').map((each) => each.split(';')[0]!.trim().toLowerCase())
  const wait = preferences
    .map((each) => /^wait\s*=\s*"?(\d{1,9})"?$/.exec(each)?.[1])
    .find((each) => each !== undefined)
  if (wait !== undefined) {
    // With both, RFC 7240 says to wait that long before answering with an operation.
    return { waitSeconds: Math.min(Number(wait), longestWaitSeconds), applied: [`wait=${wait}`] }
  }
  if (preferences.includes('respond-async')) return { waitSeconds: 0, applied: ['respond-async'] }
  return { waitSeconds: timeLimitSeconds <= atOnceSeconds ? longestWaitSeconds : 0, applied: [] }
}

export function toProgress(told: Progress): OperationProgress {
  const { elapsedSeconds, iterations, cost, routes, unassigned } = told
  return { elapsed_seconds: Math.round((elapsedSeconds ?? 0) * 1000) / 1000, iterations, cost, routes, unassigned }
}

/** The whole operation as JSON, around a result that is already JSON. */
export function writeOperation(summary: OperationSummary, result: string | null): string {
  return `${JSON.stringify(summary).slice(0, -1)},"result":${result ?? 'null'}}`
}
