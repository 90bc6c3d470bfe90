import Fastify, { LogController } from 'fastify'
import { expect, test } from 'vitest'
import { logOptions } from './log.ts'

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
