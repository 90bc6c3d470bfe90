import type { Tracer } from '@opentelemetry/api'
import type { Lines } from './few-lines.ts'
import { openMeters, type Meters } from './meters.ts'
import type { SlowSettings, TraceSettings } from './settings.ts'
import { openTracer } from './tracer.ts'

type Line = (fields: Record<string, unknown>, text: string) => void

/** Sees what the server does, and how long it takes. */
export type Observer = {
  meters: Meters
  /** Undefined when nobody collects traces. */
  tracer: Tracer | undefined
  slow: SlowSettings
  /** When PostgreSQL was last asked how it finds what a slow statement reads, by fingerprint. */
  plannedAt: Map<string, number>
  /** Which slow statements the log has told of lately. */
  lines: Lines
  /** Writes a warning to the log. */
  warn: Line
  /** From now on, warnings go there. */
  writeTo(line: Line): void
  /** Sends what waits to be sent. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** How often the log repeats that the collector takes no traces. */
const lostEveryMs = 600_000

export async function openObserver(traces: TraceSettings | undefined, slow: SlowSettings): Promise<Observer> {
  const meters = openMeters()
  let write: Line = () => {}
  let nextAt = -Infinity
  const told = (spans: number, error: unknown) => {
    meters.spans.inc({ outcome: error === undefined ? 'sent' : 'lost' }, spans)
    if (error === undefined || performance.now() < nextAt) return
    nextAt = performance.now() + lostEveryMs
    const { code } = error as { code?: unknown }
    write(code === undefined ? {} : { code }, 'the collector at OTEL_EXPORTER_OTLP_ENDPOINT takes no traces')
  }
  const tracing = traces && (await openTracer(traces, told))
  return {
    meters,
    tracer: tracing?.tracer,
    slow,
    plannedAt: new Map(),
    lines: new Map(),
    warn: (fields, text) => write(fields, text),
    writeTo: (line) => void (write = line),
    flush: async () => tracing?.flush(),
    close: async () => tracing?.close(),
  }
}

const observers = new WeakMap<object, Observer>()

/** From now on, the observer sees the statements on a pool's connections. */
export function observe(pool: object, observer: Observer): void {
  observers.set(pool, observer)
}

/** Who sees the statements on a pool's connections. Tools that open a pool of their own have nobody. */
export const observerOf = (pool: object): Observer | undefined => observers.get(pool)
