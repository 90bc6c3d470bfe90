import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listDrivers } from '#domain/api/drivers.ts'
import { testApp } from '../testing/test-app.ts'

const { app, as, makeMember } = await testApp()
const page = readFileSync(join(import.meta.dirname, '../../docs/observability.md'), 'utf8')
const rows = [
  ...page.matchAll(/^\| `(\w+)` +\| (counter|gauge|histogram) +\| ([^|]*?) *\| \w+ +\| ([^|]+?) +\|/gm),
].map(([, name, type, labels, meaning]) => ({
  name: name!,
  type: type!,
  labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
  isServed: !meaning!.endsWith('(Linux)') || process.platform === 'linux',
}))

const metrics = async () => (await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body

test('docs/observability.md has a row for every metric that is served, with its type, and no other', async () => {
  const served = [...(await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`)
  const listed = rows.filter(({ isServed }) => isServed).map(({ name, type }) => `${name} ${type}`)
  expect(listed.toSorted()).toEqual(served.toSorted())
})

test('metrics have the labels of their rows, and none names a customer', async () => {
  const owner = await makeMember()
  await as(owner).call(listDrivers)
  const body = await metrics()
  const ofSample = /^(\w+?)(?:_bucket|_sum|_count)?\{([^}]*)\} /gm
  const sampled = [...body.matchAll(ofSample)].map(([, name, labels]) => ({
    name: name!,
    labels: [...labels!.matchAll(/(\w+)="/g)].map(([, label]) => label!).filter((label) => label !== 'le'),
  }))
  const known = new Map(rows.map(({ name, labels }) => [name, labels]))
  expect(sampled.map(({ name }) => name)).toContain('karta_statements_total')
  for (const { name, labels } of sampled) expect(known.get(name), name).toEqual(expect.arrayContaining(labels))
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/v1/drivers",status="2xx"} 1')
  expect(body).toMatch(/karta_statements_total\{statement="select drivers"\} [1-9]/)
  expect(body).toMatch(/karta_database_wait_seconds_count [1-9]/)
  expect(body).not.toContain(owner.workspaceId)
})
