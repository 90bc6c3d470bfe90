import Fastify, { LogController } from 'fastify'
import { expect, test } from 'vitest'
import { openObserver } from '../observability/observer.ts'
import { during, type Work } from '../observability/work.ts'
import { logOptions } from './log.ts'
import { traceRequests } from './trace-requests.ts'

/** A server with these options, and what it logs. */
function loggingApp() {
  const lines: string[] = []
  const { logger } = logOptions('info')
  const app = Fastify({
    logger: { ...(logger as object), stream: { write: (line: string) => lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  return { app, text: () => lines.join('') }
}

function logged(error: Error): string {
  const { app, text } = loggingApp()
  app.log.error({ err: error }, 'internal')
  return text()
}

test('the log says what failed in the database and repeats nothing of the row', () => {
  const refused = Object.assign(new Error('duplicate key value violates unique constraint "deliveries_reference"'), {
    code: '23505',
    constraint: 'deliveries_reference',
    detail: 'Key (reference)=(Budi Santoso) already exists.',
    where: 'JSON data, line 1: "Budi Santoso"',
    parameters: ['Budi Santoso'],
  })
  expect(logged(refused)).toContain('deliveries_reference')
  expect(logged(new Error('outer', { cause: refused }))).toContain('23505')
  expect(logged(new Error('outer', { cause: refused }))).not.toContain('Budi')
})

test('a value that PostgreSQL refuses does not appear in the log', () => {
  const refused = Object.assign(new Error('invalid input syntax for type date: "Budi Santoso"'), { code: '22007' })
  expect(logged(refused)).toContain('22007')
  expect(logged(refused)).not.toContain('Budi')
})

test('the log says which route a request reached and with which ids, and nothing else of its address', async () => {
  const { app, text } = loggingApp()
  app.addHook('onResponse', async (request) => request.log.info({ req: request }, 'request'))
  app.get('/v1/people/:id/:name', async () => 'found')
  app.get('/files/*', async () => 'found')
  const id = '01a203bb-46b3-7705-ba2e-5f997494b40d'
  for (const path of ['/v1/people', '/files', '/nothing']) {
    const reply = await app.inject(`${path}/${id}/Budi%20Santoso?search=Santoso&phone=%2B62811&token=secret`)
    expect(reply.statusCode).toBe(path === '/nothing' ? 404 : 200)
  }
  expect(text()).toContain(`"req":{"method":"GET","route":"/v1/people/:id/:name","id":"${id}"}`)
  expect(text()).toContain('"route":"/files/*"}')
  expect(text()).toContain('"route":"unknown"}')
  expect(text()).not.toMatch(/budi|santoso|62811|secret/i)
})

test('what is logged while a request or a task is worked on says which, and of which trace', async () => {
  const { app, text } = loggingApp()
  const traces = { endpoint: 'http://127.0.0.1:9', headers: {}, service: 'karta', version: '1' }
  const observer = await openObserver({ ...traces, followsCaller: true, share: 1 }, { milliseconds: 500, plans: false })
  traceRequests(app, observer)
  app.addHook('onResponse', async (request) => request.log.info('answered'))
  app.post('/v1/things', async () => {
    // As parts do that know nothing of the request.
    app.log.warn('from below')
    return 'done'
  })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  await app.inject({ method: 'POST', url: '/v1/things', payload: { a: 1 }, headers })
  const span = observer.tracer!.startSpan('deliver-mail')
  const task: Work = { kind: 'task', name: 'deliver-mail', observer, span }
  during(task, () => app.log.error({ err: new Error('busy') }, 'attempt'))
  app.log.info('of nothing')

  const lines = text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const [below, answered, attempt, nothing] = lines
  expect(below).toMatchObject({ msg: 'from below', trace_id: traceId, reqId: expect.any(String) })
  expect(answered).toMatchObject({ msg: 'answered', trace_id: traceId, span_id: below.span_id, reqId: below.reqId })
  expect(attempt).toMatchObject({ task: 'deliver-mail', trace_id: span.spanContext().traceId })
  expect(attempt).not.toHaveProperty('reqId')
  for (const key of ['trace_id', 'span_id', 'reqId', 'task']) expect(nothing).not.toHaveProperty(key)
  // JSON keeps the last of two, but readers differ.
  for (const line of text().trim().split('\n')) expect(line.match(/"reqId"/g)?.length ?? 0).toBeLessThan(2)
  await observer.close()
})

test('without a collector, lines say which request and task, and no trace', async () => {
  const { app, text } = loggingApp()
  const observer = await openObserver(undefined, { milliseconds: 500, plans: false })
  during({ kind: 'task', name: 'deliver-mail', observer }, () => app.log.info('attempt'))
  expect(text()).toContain('"task":"deliver-mail"')
  expect(text()).not.toContain('trace_id')
})
