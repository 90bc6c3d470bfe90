import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { inOneStatement, inWorkspace, type Trx } from '../db/connect.ts'
import { rig } from '../testing/rig.ts'
import { testApp } from '../testing/test-app.ts'
import { openObserver } from './observer.ts'
import { watchStatement } from './statements.ts'
import { during } from './work.ts'

const { deps, makeMember } = await testApp(() => ({}), '/nowhere', {
  SLOW_STATEMENT_MS: '100',
  SLOW_STATEMENT_PLANS: 'true',
})
const { db, observer } = deps
const { workspaceId } = await makeMember()
const lines: Record<string, unknown>[] = []
// On a busy machine, others may be slow too.
const isOurs = ({ statement }: Record<string, unknown>) => /pg_sleep|generate_series/.test(String(statement))
observer.writeTo((fields, text) => void (isOurs(fields) && lines.push({ ...fields, text })))
afterEach(() => void lines.splice(0))

const slowly = (trx: Trx, name = 'Budi Santoso') =>
  sql`select pg_sleep(0.15), (select count(*) from "deliveries" where "reference" = ${name}) as found`.execute(trx)
const asRequest = <T>(run: () => Promise<T>) =>
  during({ kind: 'request', name: 'GET /v1/deliveries', requestId: 'r1', observer }, run)

test('a slow statement is told by its name, with how long it took and whom it served, and without its values', async () => {
  await asRequest(() => inWorkspace(db, workspaceId, slowly))
  expect(lines).toEqual([
    {
      text: 'slow statement',
      statement: 'select pg_sleep',
      fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
      ms: expect.any(Number),
      endpoint: 'GET /v1/deliveries',
      plan: expect.stringContaining('deliveries'),
    },
  ])
  expect(lines[0]!.ms).toBeGreaterThanOrEqual(100)
  expect(JSON.stringify(lines)).not.toMatch(/budi|santoso/i)
  expect(await observer.meters.registry.metrics()).toContain(
    'karta_slow_statements_total{statement="select pg_sleep"} 1',
  )
})

test('the plan is asked for once an hour, and leaves the transaction as it was', async () => {
  await rig(db, workspaceId, async (trx) => {
    await trx
      .insertInto('depots')
      .values({ workspace_id: workspaceId, name: 'North', address: 'Road 1', lat: 1, lng: 2 } as never)
      .execute()
    await sql`select pg_sleep(0.15), ${'a'}::text from generate_series(1, 1)`.execute(trx)
    await sql`select pg_sleep(0.15), ${'b'}::text from generate_series(1, 1)`.execute(trx)
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(trx)
    expect(rows).toEqual([{ statement_timeout: '30s' }])
  })
  expect(lines.map(({ statement, plan }) => [statement, plan])).toEqual([
    ['select generate_series', 'Function Scan generate_series ~1'],
    ['select generate_series', undefined],
  ])
  const depots = await inWorkspace(db, workspaceId, (trx) => trx.selectFrom('depots').select('name').execute())
  expect(depots).toEqual([{ name: 'North' }])
})

test('a slow statement without a transaction has a plan too, and one that fails is told without', async () => {
  await sql`select pg_sleep(0.15), ${1}::int`.execute(inOneStatement(db))
  const failing = inWorkspace(db, workspaceId, (trx) =>
    sql`select pg_sleep(0.15), 1 / (random() * ${0}::int)::int`.execute(trx),
  )
  await expect(failing).rejects.toThrow('division by zero')
  expect(lines).toMatchObject([{ plan: 'Result ~1' }, { failed: '22012' }])
  expect(lines[1]).not.toHaveProperty('plan')
})

test('a statement that is quick enough is counted under its name, and not told', async () => {
  const patient = await openObserver(undefined, { milliseconds: 3_600_000, plans: true })
  patient.writeTo((fields) => void lines.push(fields))
  const run = () => watchStatement(patient, undefined, { text: 'select 1 from "a"', values: [] }, async () => 'done')
  expect(await run()).toBe('done')
  expect(lines).toEqual([])
  const metrics = await patient.meters.registry.metrics()
  expect(metrics).toContain('karta_statements_total{statement="select a"} 1')
  expect(metrics).not.toContain('karta_slow_statements_total{')
})

test('however many names there are, metrics have a few hundred', async () => {
  const patient = await openObserver(undefined, { milliseconds: 3_600_000, plans: false })
  for (let i = 0; i < 500; i++) {
    await watchStatement(patient, undefined, { text: `select 1 from "t${i}"`, values: [] }, async () => {})
  }
  const metrics = await patient.meters.registry.metrics()
  expect(metrics.match(/^karta_statements_total\{/gm)).toHaveLength(401)
  expect(metrics).toContain('karta_statements_total{statement="other"} 100')
})
