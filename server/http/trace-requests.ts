import { SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Observer } from '../observability/observer.ts'
import { contextOf, fail } from '../observability/spans.ts'
import { during, type Work } from '../observability/work.ts'

/** Files of the site, and what monitors ask all the time. */
const untold = new Set<string | undefined>(['/*', '/healthz', '/readyz', '/metrics', undefined])

/**
 * Makes each request the work that its statements, tasks and lines of the log are part of. Its trace is the caller's, if
 * the caller says so by `traceparent`. It is named by its endpoint: the rest of an address may name people.
 */
export function traceRequests(app: FastifyInstance, observer: Observer): void {
  const works = new WeakMap<FastifyRequest, Work>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions
    const name = `${request.method} ${url ?? 'unknown'}`
    const span = untold.has(url)
      ? undefined
      : observer.tracer?.startSpan(
          name,
          {
            kind: SpanKind.SERVER,
            attributes: { 'http.request.method': request.method, 'http.route': url!, 'karta.request_id': request.id },
          },
          contextOf(request.headers.traceparent),
        )
    const work: Work = { kind: 'request', name, requestId: request.id, observer, span }
    works.set(request, work)
    during(work, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = works.get(request) ?? {}
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (span && reply.statusCode >= 500) fail(span, { code: String(reply.statusCode) })
    span?.end()
    done()
  })
}
