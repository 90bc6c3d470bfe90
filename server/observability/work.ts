import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import type { Observer } from './observer.ts'

/** What the server is doing for somebody: answering a request, or a task. */
export type Work = {
  kind: 'request' | 'task'
  /** The endpoint's method and path as it was declared, or the task's name. Nothing that a caller wrote. */
  name: string
  requestId?: string
  observer: Observer
  /** Undefined when nobody collects traces. */
  span?: Span | undefined
}

const works = new AsyncLocalStorage<Work>()

/** What the running code is part of, if anything. */
export const currentWork = (): Work | undefined => works.getStore()

/** Runs code as a part of this work, with all that it waits for. */
export const during = <T>(work: Work, run: () => T): T => works.run(work, run)

/** What each line of the log says about the work that it is part of. */
export function idsOfWork(): Record<string, string> {
  const work = works.getStore()
  if (!work) return {}
  const { traceId, spanId } = work.span?.spanContext() ?? {}
  return {
    ...(work.kind === 'task' && { task: work.name }),
    ...(work.requestId && { reqId: work.requestId }),
    ...(traceId && { trace_id: traceId, span_id: spanId! }),
  }
}
