import type { OperationProgress } from '#domain/schema/operation.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { refusalSentence, type EngineAnswer } from '../../engine/answer.ts'
import type { Searches, Turn } from '../../queue/turns.ts'
import { endOperation, forgetOperations, putBack, readRunning, writeProgress } from './commands.ts'
import { graceSeconds, interrupted, notSolved, toProgress } from './rules.ts'

const progressEveryMs = 1000
const forgetEverySeconds = 600

/** Forgets operations some time after they ended. */
export function forgetOldOperations({ db, queue, now }: Deps): void {
  queue.every(forgetEverySeconds, () => forgetOperations(db, now()))
}

/** Solves operations. */
export function operationSearches(deps: Deps): Searches {
  const { bell, now } = deps
  return {
    kind: 'operation',
    search: (turn, signal) => solveWatched(deps, turn, signal).finally(() => bell.ring(endedBell(turn.id))),
    putBack,
    async fail(trx, turn, why) {
      const failure = why === 'interrupted' ? interrupted : notSolved
      await endOperation(trx, turn, { status: 'failed', failure }, now())
    },
  }
}

/** Bells that ring when an operation ends here, and when one that may run here is cancelled. */
export const endedBell = (id: string) => `operation ${id} ended`
export const cancelBell = (id: string) => `operation ${id} cancelled`

/** Searches in threads without an open transaction, stores progress, and ends early when cancelled. */
async function solveWatched(deps: Deps, turn: Turn, signal: AbortSignal): Promise<void> {
  const write = <T>(work: (trx: Trx) => Promise<T>) => inWorkspace(deps.db, turn.workspaceId, work)
  const operation = await write((trx) => readRunning(trx, turn))
  if (!operation?.problem) return
  const stop = new AbortController()
  const done = new AbortController()
  const gone = new AbortController()
  let progress: OperationProgress | null = null
  if (operation.cancel_requested) stop.abort()

  const watch = async () => {
    while (!done.signal.aborted) {
      await deps.bell.heard(cancelBell(turn.id), progressEveryMs, done.signal)
      if (done.signal.aborted) return
      const told = await write((trx) => writeProgress(trx, turn, progress))
      if (told === 'gone') return gone.abort(new Error('The operation continued elsewhere.'))
      if (told === 'cancel') stop.abort()
    }
  }
  // Without knowing whether the operation is still ours, we must stop.
  const watching = watch().catch((error: unknown) => gone.abort(error))
  try {
    const answer = await deps.engine.solve(
      {
        problem: operation.problem,
        timeLimitSeconds: operation.time_limit_seconds,
        iterationLimit: operation.iteration_limit ?? undefined,
        seed: operation.seed,
        planMode: operation.plan_mode,
        // The server may have fewer threads since.
        threads: Math.min(operation.threads, deps.engine.threads),
      },
      {
        onProgress: (told, _thread, isBest) => {
          if (isBest) progress = toProgress(told)
        },
        onLost: (err) => deps.observer.warn({ err, operation: turn.id }, 'a thread of a search was lost'),
        stop: stop.signal,
        abandon: AbortSignal.any([signal, gone.signal]),
        graceSeconds: graceSeconds(operation),
      },
    )
    done.abort()
    await watching
    await write((trx) => endOperation(trx, turn, outcomeOf(answer), deps.now()))
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
