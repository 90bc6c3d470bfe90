import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { logOptions } from './log.ts'

/** What a server with these options logs for `error`. */
function logged(error: Error): string {
  const lines: string[] = []
  const { logger } = logOptions('info')
  const app = Fastify({ logger: { ...(logger as object), stream: { write: (line: string) => lines.push(line) } } })
  app.log.error({ err: error }, 'internal')
  return lines.join('')
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
