import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readFigures } from '#domain/api/analytics.ts'
import { errors } from '#domain/errors.ts'
import { openQueue } from '../queue/queue.ts'
import { locateDeliveries } from '../queue/tasks.ts'
import { testApp } from '../testing/test-app.ts'
import { dbFor, inAuthScope, inOneStatement, inTransaction, inWorkspace, type Db } from './connect.ts'
import { ranOut } from './passing.ts'
import { bePatient, patience, type Patience } from './patience.ts'

const { as, databaseUrl, deps, makeMember } = await testApp()

const settings = sql<{ statement: string; lock: string; idle: string }>`
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`

/** As PostgreSQL shows them: `60s` is `1min`. */
const shown = (kind: Patience) =>
  Object.fromEntries(Object.entries(patience[kind]).map(([name, value]) => [name, value.replace(/^60s$/, '1min')]))

const kinds = Object.keys(patience) as Patience[]

test.each(kinds)('whatever is done as “%s” is bound by its limits, in and outside transactions', async (kind) => {
  const db = dbFor(deps.db, kind)
  const seen = await Promise.all([
    inTransaction(db, (trx) => settings.execute(trx)),
    inAuthScope(db, (trx) => settings.execute(trx)),
    settings.execute(db),
    settings.execute(inOneStatement(db)),
  ])
  expect(seen.map(({ rows }) => rows[0])).toEqual(Array(4).fill(shown(kind)))
  // Whoever gets the connection next is as patient as ever.
  expect((await settings.execute(deps.db)).rows[0]).toEqual(shown('call'))
})

test.each(kinds)('a call that turns out to be “%s” gets its limits until it ends', async (kind) => {
  const during = await inTransaction(deps.db, async (trx) => {
    await bePatient(trx, kind)
    return settings.execute(trx)
  })
  expect([during.rows[0], (await settings.execute(deps.db)).rows[0]]).toEqual([shown(kind), shown('call')])
})

test('a single statement that fails leaves a connection that works', async () => {
  const db: Db = dbFor(deps.db, 'house')
  const fail = () => sql`select 1 / 0`.execute(db)
  await Promise.all(Array.from({ length: 10 }, () => expect(fail()).rejects.toMatchObject({ code: '22012' })))
  const all = await Promise.all(Array.from({ length: 10 }, () => settings.execute(db)))
  expect(all.map(({ rows }) => rows[0])).toEqual(Array(10).fill(shown('house')))
})

test('figures that take too long are refused with a plain sentence, and the next ones are read', async () => {
  const member = await makeMember()
  const { statement } = patience.figures
  const ask = () => as(member).call(readFigures, { query: { from: '2026-11-01', to: '2026-11-30' } })
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin; lock table figure_attempts, figure_sums')
  try {
    patience.figures.statement = '50ms'
    expect(await ask()).toMatchObject({ status: 503, code: 'took_too_long', body: { title: errors.took_too_long.say } })
  } finally {
    patience.figures.statement = statement
  }
  await holder.query('rollback')
  expect(await ask()).toMatchObject({ status: 200 })
})

test('a task that runs out of time is tried again', async () => {
  const { workspaceId } = await makeMember()
  const queue = await openQueue(deps.pool, () => {})
  const outcomes: unknown[] = []
  await queue.work(locateDeliveries, 1, async () => {
    const isFirst = outcomes.length === 0
    try {
      await inWorkspace(dbFor(deps.db, 'task'), workspaceId, async (trx) => {
        if (isFirst) await sql`set local statement_timeout = 1`.execute(trx)
        await sql`select pg_sleep(${isFirst ? 30 : 0})`.execute(trx)
      })
      outcomes.push('done')
    } catch (error) {
      outcomes.push(ranOut(error))
      throw error
    }
  })
  await inWorkspace(deps.db, workspaceId, (trx) => queue.add(trx, locateDeliveries, { workspaceId }))
  await vi.waitFor(() => expect(outcomes).toEqual([true, 'done']), { timeout: 20_000 })
  await queue.stop()
})
