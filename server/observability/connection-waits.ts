import { SpanKind } from '@opentelemetry/api'
import type { Observer } from './observer.ts'
import { addSpan } from './spans.ts'

/** A wait shorter than this is no wait, and not worth a span. */
const noticeableMs = 1

/** Takes a connection from a pool, and notes how long that took. */
export async function watchWait<T>(observer: Observer | undefined, connect: () => Promise<T>): Promise<T> {
  if (!observer) return connect()
  const from = performance.now()
  const note = (error?: unknown) => {
    const ms = performance.now() - from
    observer.meters.connectionWaits.observe(ms / 1000)
    if (ms < noticeableMs) return
    addSpan({ name: 'wait for a connection', from, attributes: {}, error, kind: SpanKind.INTERNAL })
  }
  try {
    const client = await connect()
    note()
    return client
  } catch (error) {
    note(error)
    throw error
  }
}
