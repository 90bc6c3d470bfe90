import type { OperationProgress } from '#domain/schema/operation.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { refusalSentence, type EngineAnswer } from '../../engine/answer.ts'
import { runOperation } from '../../queue/tasks.ts'
import {
  addTurns,
  claimOperation,
  endOperation,
  forgetOperations,
  putBack,
  readRunning,
  writeProgress,
} from './commands.ts'
import { unfinishedOperations } from './queries.ts'
import { interrupted, notSolved, toProgress } from './rules.ts'

const progressEveryMs = 1000
const sweepEverySeconds = 15
const forgetEverySeconds = 600
/** A problem that crashes its worker this many times is not tried again. */
const mostAttempts = 4
/** Problems come from outside: a search that goes on this long after its time limit is ended. */
const graceSeconds = 10

/** Solves operations, and recovers those that a crash left behind. */
export async function workOnOperations(deps: Deps): Promise<void> {
  await sweep(deps)
  deps.queue.every(sweepEverySeconds, () => sweep(deps))
  deps.queue.every(forgetEverySeconds, () => forgetOperations(deps.db, deps.now()))
  await deps.queue.work(runOperation, deps.operationEngine.threads, ({ ticket }, { signal }) =>
    takeTurn(deps, ticket, signal),
  )
}

/**
 * Recovers operations without a ticket. It reads operations before tickets, so it sees every ticket they have. An
 * operation that runs without one was left behind and waits again, and every waiting one needs an unused ticket.
 */
async function sweep({ db, queue, now }: Deps): Promise<void> {
  const operations = await unfinishedOperations(db)
  if (!operations.length) return
  const alive = new Set((await queue.unfinished(runOperation)).map(({ ticket }) => ticket))
  let waiting = operations.filter(({ ticket }) => ticket === null).length
  for (const { workspace_id, operation_id: id, ticket, attempts } of operations) {
    if (ticket === null || alive.delete(ticket)) continue
    await inWorkspace(db, workspace_id, async (trx) => {
      if (attempts >= mostAttempts) {
        await endOperation(trx, id, ticket, { status: 'failed', failure: interrupted }, now())
      } else await putBack(trx, id, ticket, true)
    })
    if (attempts < mostAttempts) waiting++
  }
  if (waiting > alive.size) await addTurns(db, queue, waiting - alive.size)
}

/** Makes one attempt at the next operation. Safe to repeat, because one transaction stores the answer. */
async function takeTurn(deps: Deps, ticket: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const claimed = await claimOperation(deps.db, ticket, deps.now())
  if (!claimed) return
  const { workspace_id: workspaceId, operation_id: id, attempts } = claimed
  const write = <T>(work: (trx: Trx) => Promise<T>) => inWorkspace(deps.db, workspaceId, work)
  try {
    await solveWatched(deps, { workspaceId, id, ticket }, signal)
  } catch (error) {
    if (signal.aborted) await write((trx) => putBack(trx, id, ticket, false))
    else deps.report(error, `operation ${id}, attempt ${attempts}`)
    if (!signal.aborted && attempts >= mostAttempts) {
      await write((trx) => endOperation(trx, id, ticket, { status: 'failed', failure: notSolved }, deps.now()))
    }
    throw error
  } finally {
    deps.bell.ring(endedBell(id))
  }
}

/** Bells that ring when an operation ends here, and when one that may run here is cancelled. */
export const endedBell = (id: string) => `operation ${id} ended`
export const cancelBell = (id: string) => `operation ${id} cancelled`

type Turn = { workspaceId: string; id: string; ticket: string }

/** Searches in threads without an open transaction, stores progress, and ends early when cancelled. */
async function solveWatched(deps: Deps, { workspaceId, id, ticket }: Turn, signal: AbortSignal): Promise<void> {
  const write = <T>(work: (trx: Trx) => Promise<T>) => inWorkspace(deps.db, workspaceId, work)
  const operation = await write((trx) => readRunning(trx, id, ticket))
  if (!operation?.problem) return
  const stop = new AbortController()
  const done = new AbortController()
  const gone = new AbortController()
  let progress: OperationProgress | null = null
  if (operation.cancel_requested) stop.abort()

  const watch = async () => {
    while (!done.signal.aborted) {
      await deps.bell.heard(cancelBell(id), progressEveryMs, done.signal)
      if (done.signal.aborted) return
      const told = await write((trx) => writeProgress(trx, id, ticket, progress))
      if (told === 'gone') return gone.abort(new Error('The operation continued elsewhere.'))
      if (told === 'cancel') stop.abort()
    }
  }
  // Without knowing whether the operation is still ours, we must stop.
  const watching = watch().catch((error: unknown) => gone.abort(error))
  try {
    const answer = await deps.operationEngine.solve(
      {
        problem: operation.problem,
        timeLimitSeconds: operation.time_limit_seconds,
        iterationLimit: operation.iteration_limit ?? undefined,
        seed: operation.seed,
        planMode: operation.plan_mode,
        // The server may have fewer threads since.
        threads: Math.min(operation.threads, deps.operationEngine.threads),
      },
      {
        onProgress: (told, _thread, isBest) => {
          if (isBest) progress = toProgress(told)
        },
        stop: stop.signal,
        abandon: AbortSignal.any([signal, gone.signal]),
        graceSeconds,
      },
    )
    done.abort()
    await watching
    await write((trx) => endOperation(trx, id, ticket, outcomeOf(answer), deps.now()))
  } finally {
    done.abort()
    await watching
  }
}

function outcomeOf(answer: EngineAnswer) {
  if (answer.kind === 'plan') return { result: answer.plan, progress: toProgress(answer.progress) }
  if (answer.kind === 'stopped') return { status: 'cancelled' as const }
  return { status: 'failed' as const, failure: refusalSentence(answer), failure_path: answer.path }
}
