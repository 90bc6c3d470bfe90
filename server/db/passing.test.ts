import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createVehicle } from '#domain/api/vehicles.ts'
import { testApp } from '../testing/test-app.ts'
import { inWorkspace, type Trx } from './connect.ts'
import { again, isPassing } from './passing.ts'

const { deps, databaseUrl, makeMember, as } = await testApp()
const owner = new pg.Client({ connectionString: databaseUrl })
await owner.connect()
afterAll(() => owner.end())

/** Ends the connections of the app that wait for a lock, as soon as there is one. */
async function loseWaitingConnection(): Promise<void> {
  let ended = 0
  while (!ended) {
    const { rowCount } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    )
    ended = rowCount ?? 0
  }
}

test('a connection lost in the middle of a call is answered `unavailable`, and the next call works', async () => {
  const member = await makeMember()
  await owner.query('begin')
  await owner.query('select from workspaces where id = $1 for update', [member.workspaceId])
  const [reply] = await Promise.all([as(member).call(createVehicle, { body: {} }), loseWaitingConnection()])
  await owner.query('rollback')
  expect(reply).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await as(member).call(createVehicle, { body: {} })).toMatchObject({ status: 201 })
})

test('a connection lost between two statements fails the transaction, not the server', async () => {
  const { workspaceId } = await makeMember()
  const lost = inWorkspace(deps.db, workspaceId, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await owner.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid])
    await sql`select 1`.execute(trx)
  })
  await expect(lost).rejects.toSatisfy(isPassing)
})

test('two transactions that lock the same rows in opposite orders both succeed', async () => {
  const { workspaceId } = await makeMember()
  const both = Promise.withResolvers<void>()
  let tries = 0
  const lock = (trx: Trx, key: number) => sql`select pg_advisory_xact_lock(${key})`.execute(trx)
  const inOrder = (first: number, second: number) =>
    again(() =>
      inWorkspace(deps.db, workspaceId, async (trx) => {
        await lock(trx, first)
        if (++tries >= 2) both.resolve()
        await both.promise
        await lock(trx, second)
      }),
    )
  await Promise.all([inOrder(1, 2), inOrder(2, 1)])
  expect(tries).toBe(3)
})
