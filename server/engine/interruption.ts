import type { EngineAnswer } from './answer.ts'

/** Reasons to end a search before its threads have answered. */
export type Interruption = {
  /** Settles when the search has to end early. */
  early: Promise<EngineAnswer>
  /** Tells the threads to stop with their best plan. */
  stopFlag: SharedArrayBuffer
  /** Stops watching. */
  end(): void
}

/** A search that was told to stop and still goes on after this time is ended from outside. */
const stopGraceSeconds = 10

/**
 * Watches for the signals of a search's caller, and for a search that takes too long.
 * @param overdueSeconds may be Infinity
 */
export function watchFor({
  stop,
  abandon,
  overdueSeconds,
}: {
  stop: AbortSignal
  abandon: AbortSignal
  overdueSeconds: number
}): Interruption {
  const stopFlag = new SharedArrayBuffer(4)
  const early = Promise.withResolvers<EngineAnswer>()
  const timers: NodeJS.Timeout[] = []
  const after = (seconds: number, act: () => void) => void timers.push(setTimeout(act, seconds * 1000))

  const onStop = () => {
    Atomics.store(new Int32Array(stopFlag), 0, 1)
    after(stopGraceSeconds, () => early.resolve({ kind: 'stopped' }))
  }
  const onAbandon = () => early.reject(abandon.reason)
  stop.addEventListener('abort', onStop, { once: true })
  abandon.addEventListener('abort', onAbandon, { once: true })
  if (stop.aborted) onStop()
  if (abandon.aborted) onAbandon()
  if (overdueSeconds < Infinity) {
    after(overdueSeconds, () => early.reject(new Error('A search did not keep to its time limit.')))
  }

  return {
    early: early.promise,
    stopFlag,
    end() {
      for (const timer of timers) clearTimeout(timer)
      stop.removeEventListener('abort', onStop)
      abandon.removeEventListener('abort', onAbandon)
    },
  }
}
