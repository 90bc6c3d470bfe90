import {
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { currentWork, during, type Work } from './work.ts'

/** What a span says when what it is about failed: the kind of error. The message may quote somebody's data. */
export function fail(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: string }
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'unknown'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Runs a part of the current work as a span of its own. Without a trace, it only runs. */
export async function inSpan<T>(name: string, run: () => Promise<T>): Promise<T> {
  const work = currentWork()
  if (!work?.span?.isRecording() || !work.observer.tracer) return run()
  const span = work.observer.tracer.startSpan(name, {}, trace.setSpan(ROOT_CONTEXT, work.span))
  return spanning({ ...work, span }, run)
}

/** Runs work until its end, which is its span's. */
export async function spanning<T>(work: Work & { span: Span }, run: () => Promise<T>): Promise<T> {
  try {
    return await during(work, run)
  } catch (error) {
    fail(work.span, error)
    throw error
  } finally {
    work.span.end()
  }
}

type Past = { name: string; from: number; attributes: Attributes; error: unknown; kind: SpanKind }

/** Adds what has just ended to the trace of the current work, if there is one. `from` is a `performance.now()`. */
export function addSpan(past: Past): void {
  const { span, observer } = currentWork() ?? {}
  if (span?.isRecording() && observer?.tracer) add(observer.tracer, past, trace.setSpan(ROOT_CONTEXT, span))
}

/** The same, as a trace of its own where nothing is part of one. */
export function addSpanAnyway(tracer: Tracer | undefined, past: Past): void {
  const { span } = currentWork() ?? {}
  if (tracer) add(tracer, past, span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT)
}

function add(tracer: Tracer, { name, kind, attributes, from, error }: Past, parent: Context): void {
  const span = tracer.startSpan(name, { kind, attributes, startTime: from }, parent)
  if (error !== undefined) fail(span, error)
  span.end()
}

const pattern = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** The context that a `traceparent` names (W3C Trace Context). An unreadable one begins a trace of its own. */
export function contextOf(traceparent: unknown): Context {
  const [, traceId, spanId, flags] = (typeof traceparent === 'string' && pattern.exec(traceparent)) || []
  if (!traceId || !spanId) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags!, 16) & TraceFlags.SAMPLED
  const parent = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

/** What the current work hands on to work that comes of it later. */
export function currentTraceparent(): string | undefined {
  const { traceId, spanId, traceFlags } = currentWork()?.span?.spanContext() ?? {}
  return traceId && `00-${traceId}-${spanId}-0${traceFlags! & TraceFlags.SAMPLED}`
}
