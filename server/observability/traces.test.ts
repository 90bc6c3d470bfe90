import { afterAll, expect, test, vi } from 'vitest'
import { createInvitations } from '#domain/api/invitations.ts'
import { listDrivers } from '#domain/api/drivers.ts'
import { inSiteScope } from '../db/connect.ts'
import { workOnMail } from '../queue/mail.ts'
import { checkPhoto } from '../queue/tasks.ts'
import { isOver, startOperation, untilOperation } from '../testing/optimizing.ts'
import { openReceiver, type CollectedSpan } from '../testing/otlp-receiver.ts'
import { freePort } from '../testing/server-process.ts'
import { testApp } from '../testing/test-app.ts'
import { workOnOperations } from '../testing/workers.ts'
import { watched } from './outside-calls.ts'
import { during } from './work.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
const { app, as, deps, makeMember } = await testApp(
  ({ observer }) => ({ mailer: watched(observer, 'mail', { send: async () => {} }) }),
  '/nowhere',
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20sesame',
    OTEL_SERVICE_NAME: 'karta-test',
  },
)
await workOnMail(deps)
workOnOperations(deps)

const within = { timeout: 30_000, interval: 50 }
let traces = 0
/** What a browser sends. */
function beginTrace(sampled = '01') {
  const traceId = (++traces).toString(16).padStart(32, 'a')
  return { traceId, headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-${sampled}` } }
}
const spansOf = (traceId: string) => receiver.spans().filter((span) => span.traceId === traceId)

async function untilSpan(traceId: string, name: string): Promise<CollectedSpan> {
  return vi.waitFor(async () => {
    await deps.observer.flush()
    const found = spansOf(traceId).find((span) => span.name === name)
    expect(found, name).toBeDefined()
    return found!
  }, within)
}

test('a trace leads from the browser’s call to its statements, the task that it added, and the mail that this sent', async () => {
  const owner = await makeMember()
  const { traceId, headers } = beginTrace()
  const reply = await as(owner).call(createInvitations, {
    body: { addresses: ['budi.santoso@example.com'], role: 'dispatcher' },
    headers,
  })
  expect(reply.status).toBeLessThan(300)
  const sent = await untilSpan(traceId, 'mail send')
  const task = await untilSpan(traceId, 'deliver-mail')
  const request = await untilSpan(traceId, 'POST /v1/invitations')
  const insert = await untilSpan(traceId, 'insert site.mails')
  const byId = new Map(spansOf(traceId).map((span) => [span.spanId, span]))
  const namesAbove = (span: CollectedSpan): string[] => {
    const parent = byId.get(span.parentSpanId ?? '')
    return parent ? [parent.name, ...namesAbove(parent)] : [`of ${span.parentSpanId}`]
  }
  expect(namesAbove(request)).toEqual(['of 00f067aa0ba902b7'])
  expect(namesAbove(insert)).toEqual(['transaction', 'POST /v1/invitations', 'of 00f067aa0ba902b7'])
  expect(namesAbove(sent)).toEqual(['deliver-mail', ...namesAbove(task)])
  expect(namesAbove(task)).toContain('POST /v1/invitations')
  expect(request.attributes).toMatchObject({
    'http.route': '/v1/invitations',
    'http.response.status_code': reply.status,
    'karta.request_id': reply.headers['x-request-id'],
  })
  expect(request.resource).toMatchObject({ 'service.name': 'karta-test' })
  expect(receiver.calls.every((call) => call.headers.authorization === 'Bearer sesame')).toBe(true)
  expect(JSON.stringify(receiver.calls)).not.toMatch(/budi|santoso|example\.com/i)
})

test('a search belongs to the trace of the request that asked for it', async () => {
  const owner = await makeMember()
  const { traceId, headers } = beginTrace()
  const { id } = await startOperation(as, owner, { seconds: 0.2, headers })
  await untilOperation(as, owner, id, isOver)
  const search = await untilSpan(traceId, 'search operation')
  expect(spansOf(traceId).map(({ name }) => name)).toContain('POST /v1/optimize')
  expect(search.attributes).toEqual({ 'karta.task': 'search operation' })
})

test('a task that was added in a trace is found and taken back like any other', async () => {
  const { workspaceId } = await makeMember()
  const span = deps.observer.tracer!.startSpan('request')
  // Nobody works on photos here.
  const payload = { workspaceId, objectId: workspaceId }
  await during({ kind: 'request', name: 'request', observer: deps.observer, span }, () =>
    inSiteScope(deps.db, (trx) => deps.queue.add(trx, checkPhoto, payload)),
  )
  expect(await deps.queue.unfinished(checkPhoto)).toEqual([payload])
  await deps.queue.absorb(checkPhoto, payload)
  expect(await deps.queue.unfinished(checkPhoto)).toEqual([])
})

test('what the caller does not want collected is not, and what nobody can read begins a trace of its own', async () => {
  const owner = await makeMember()
  const unwanted = beginTrace('00')
  await as(owner).call(listDrivers, { headers: unwanted.headers })
  const unreadable = '00-00000000000000000000000000000000-00f067aa0ba902b7-01'
  const reply = await as(owner).call(listDrivers, { headers: { traceparent: unreadable } })
  const id = reply.headers['x-request-id']
  await vi.waitFor(async () => {
    await deps.observer.flush()
    const own = receiver.spans().find(({ attributes }) => attributes['karta.request_id'] === id)
    expect(own).toBeDefined()
    expect(own!.parentSpanId || undefined).toBeUndefined()
  }, within)
  expect(spansOf(unwanted.traceId)).toEqual([])
})

test('pages hear which share of calls begins a trace, and monitors and files begin none', async () => {
  expect((await app.inject('/app-config.json')).json()).toMatchObject({ traces: 1 })
  const before = receiver.spans().length
  for (const url of ['/healthz', '/readyz', '/metrics', '/assets/x.js']) await app.inject(url)
  await deps.observer.flush()
  const named = receiver.spans().slice(before)
  expect(named.filter(({ name }) => /healthz|readyz|metrics|\*/.test(name))).toEqual([])
})

test('a collector that is away costs no call, and the log and the metrics say so', async () => {
  const port = await freePort()
  const away = await testApp(() => ({}), '/nowhere', { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  const lines: string[] = []
  away.deps.observer.writeTo((_fields, text) => void (/collector/.test(text) && lines.push(text)))
  const owner = await away.makeMember()
  for (let i = 0; i < 3; i++) expect((await away.as(owner).call(listDrivers)).status).toBe(200)
  await away.deps.observer.flush().catch(() => {})
  await vi.waitFor(async () => {
    const { body } = await away.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(body).toMatch(/karta_trace_spans_total\{outcome="lost"\} [1-9]/)
  }, within)
  expect(lines).toEqual(['the collector at OTEL_EXPORTER_OTLP_ENDPOINT takes no traces'])
})
