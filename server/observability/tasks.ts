import { SpanKind } from '@opentelemetry/api'
import type { Observer } from './observer.ts'
import { contextOf, spanning } from './spans.ts'
import { during } from './work.ts'

type Attempt = {
  name: string
  /** The trace that added it. */
  traceparent: unknown
  /** How it is counted. */
  outcome: (outcome: 'done' | 'failed' | 'handed back', seconds: number) => void
  signal: AbortSignal
}

/** Runs one attempt at background work as a part of the trace that it comes from. */
export async function inTask<T>(
  observer: Observer | undefined,
  { name, traceparent, outcome, signal }: Attempt,
  run: () => Promise<T>,
): Promise<T> {
  if (!observer) return run()
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1000
  const span = observer.tracer?.startSpan(
    name,
    { kind: SpanKind.CONSUMER, attributes: { 'karta.task': name } },
    contextOf(traceparent),
  )
  const work = { kind: 'task', name, observer } as const
  try {
    const result = await (span ? spanning({ ...work, span }, run) : during(work, run))
    outcome('done', seconds())
    return result
  } catch (error) {
    outcome(signal.aborted ? 'handed back' : 'failed', seconds())
    throw error
  }
}
