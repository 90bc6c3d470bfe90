import { startDouble, type Double } from '../outside/double-server.ts'

/** A span as a collector reads it, with plain attributes. */
export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  /** 2 for an error. */
  status: number
  resource: Record<string, unknown>
}

type Attribute = { key: string; value: Record<string, unknown> }
type Sent = Omit<CollectedSpan, 'attributes' | 'status' | 'resource'> & {
  attributes: Attribute[]
  status?: { code?: number }
}
type Body = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[]
}

const plain = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector that takes OTLP over HTTP in JSON, and keeps what it was sent. */
export async function openReceiver(): Promise<Double & { spans(): CollectedSpan[] }> {
  const double = await startDouble(() => ({ status: 200, body: {} }))
  return {
    ...double,
    spans: () =>
      double.calls
        .filter(({ url }) => url.pathname === '/v1/traces')
        .flatMap(({ body }) => (JSON.parse(body) as Body).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map(({ attributes, status, ...span }) => ({
              ...span,
              attributes: plain(attributes),
              status: status?.code ?? 0,
              resource: plain(resource.attributes),
            })),
          ),
        ),
  }
}
