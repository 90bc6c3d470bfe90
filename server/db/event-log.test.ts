import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDriver } from '#domain/api/drivers.ts'
import { appendEvents } from '../events/append.ts'
import { testApp } from '../testing/test-app.ts'
import { inWorkspace } from './connect.ts'
import { watchedTables } from './event-log.ts'

const { as, deps, makeMember } = await testApp()

test('a change without an event is refused at commit, however it is made', async () => {
  const member = await makeMember()
  const { workspaceId } = member
  const { body: driver } = await as(member).call(createDriver, { body: { name: 'Budi' } })
  const forgetful = [
    sql`update drivers set name = 'Eka'`,
    sql`insert into vehicles (workspace_id, code) values (${workspaceId}, 'KA-1')`,
    sql`delete from drivers`,
    sql`update members set role = 'viewer'`,
    sql`update workspaces set name = 'Other'`,
  ]
  for (const statement of forgetful) {
    const attempt = inWorkspace(deps.db, workspaceId, (trx) => statement.execute(trx))
    await expect(attempt).rejects.toThrow(/was changed without an event/)
  }
  const names = await inWorkspace(deps.db, workspaceId, (trx) => trx.selectFrom('drivers').select('name').execute())
  expect(names).toEqual([{ name: driver.name }])
})

test('an event of an earlier version does not stand for a later change of the same transaction', async () => {
  const member = await makeMember()
  const { workspaceId } = member
  const { body: driver } = await as(member).call(createDriver, { body: { name: 'Budi' } })
  const attempt = inWorkspace(deps.db, workspaceId, async (trx) => {
    await sql`update drivers set name = 'Eka'`.execute(trx)
    const data = { ...driver, name: 'Eka', version: 2 }
    const author = { workspaceId, userId: null, name: 'Test' }
    await appendEvents(trx, author, [{ type: 'driver.updated', id: driver.id, data }], new Date())
    await sql`update drivers set name = 'Fitri'`.execute(trx)
  })
  await expect(attempt).rejects.toThrow(/a driver was changed without an event/)
})

test('what is no change of a record needs no event', async () => {
  const { workspaceId } = await makeMember()
  const count = inWorkspace(deps.db, workspaceId, (trx) =>
    sql`update workspaces set last_delivery_number = 7`.execute(trx),
  )
  await expect(count).resolves.toMatchObject({ numAffectedRows: 1n })
})

test('every table whose records have a version is watched', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'raise_version'`.execute(deps.db)
  expect(Object.keys(watchedTables)).toEqual(expect.arrayContaining(rows.map(({ name }) => name)))
})
