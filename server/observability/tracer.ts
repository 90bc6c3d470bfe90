import { setTimeout as delay } from 'node:timers/promises'
import type { Tracer } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { TraceSettings } from './settings.ts'

type Told = (spans: number, error: unknown) => void

const exportWithinMs = 5000
/** How long the end of the server waits for a collector. */
const closeWithinMs = 2000

/**
 * Sends spans to a collector, some seconds after they ended. What it does not take is dropped: at most 2048 spans wait.
 * The packages are loaded only here, so that a server without a collector does without them.
 * @param told hears of every attempt: how many spans it was about, and what went wrong, if anything
 */
export async function openTracer(settings: TraceSettings, told: Told): Promise<{ tracer: Tracer } & Closing> {
  const [sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const { endpoint, headers, service, version, followsCaller, share } = settings
  const root = new sdk.TraceIdRatioBasedSampler(share)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: exportWithinMs,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: followsCaller ? new sdk.ParentBasedSampler({ root }) : root,
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: telling(exporter, told) })],
  })
  return {
    tracer: provider.getTracer('karta'),
    flush: () => provider.forceFlush(),
    close: () => Promise.race([provider.shutdown().catch(() => {}), delay(closeWithinMs, undefined, { ref: false })]),
  }
}

type Closing = { flush(): Promise<void>; close(): Promise<void> }

function telling(exporter: SpanExporter, told: Told): SpanExporter {
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        told(spans.length, result.code === 0 ? undefined : (result.error ?? new Error('unknown')))
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
