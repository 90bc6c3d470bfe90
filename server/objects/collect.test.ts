import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { collectBlob, collectingLock } from '../db/blobs.ts'
import { inWorkspace } from '../db/connect.ts'
import { testApp } from '../testing/test-app.ts'
import { claimStrays, collect } from './collect.ts'
import { openObjects } from './open.ts'

const { deps, databaseUrl, makeMember } = await testApp()
const { db, objects } = deps
const { workspaceId } = await makeMember()

/** Longer than a busy machine needs. */
const patience = { timeout: 20_000, interval: 10 }
// A claim is at most this old, so everything without a row is removed.
const atOnce = -60
const limit = { maxBytes: 1000 }
const content = (text: string) =>
  (async function* () {
    yield Buffer.from(text)
  })()
const store = async (text: string) => (await objects.put(content(text), limit)).sha256

async function refer(sha256: string): Promise<void> {
  await inWorkspace(db, workspaceId, async (trx) => {
    await sql`insert into storage.buckets (workspace_id, id, name) values (${workspaceId}, 'b', 'b')
      on conflict do nothing`.execute(trx)
    await sql`insert into storage.objects (workspace_id, bucket_id, name, sha256, size, metadata, version)
      values (${workspaceId}, 'b', ${sha256}, ${sha256}, 1, '{}', ${randomUUID()})`.execute(trx)
  })
}

test('contents that no object has are removed after the grace period, and no others', async () => {
  const [used, unused] = [await store('used'), await store('unused')]
  await refer(used)
  expect(await collect(deps, 60)).toBe(0)
  expect(await collect(deps, atOnce)).toBe(1)
  expect([await objects.has(used), await objects.has(unused)]).toEqual([true, false])
  // Not even one that got its object after it was found to have none.
  const remove = () => Promise.reject(new Error('it is used'))
  expect(await collectBlob(db, used, { graceSeconds: atOnce, remove })).toBe('kept')
})

test('an object without a content cannot be written', async () => {
  await expect(refer('0'.repeat(64))).rejects.toMatchObject({ code: '23503' })
})

test('an upload of what is being removed at that moment waits, and is there afterwards', async () => {
  const sha256 = await store('again')
  let again: Promise<string> | undefined
  const outcome = await collectBlob(db, sha256, {
    graceSeconds: atOnce,
    async remove() {
      again = store('again')
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks where not granted
          and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
        expect(rows).toHaveLength(1)
      }, patience)
      await objects.bytes.remove(sha256)
    },
  })
  expect(outcome).toBe('removed')
  expect(await again).toBe(sha256)
  expect(await objects.has(sha256)).toBe(true)
  await refer(sha256)
})

test('a crash between any two steps of removing or storing is made good by the next attempt', async () => {
  const sha256 = await store('crash')
  const crash = () => Promise.reject<never>(new Error('crash'))
  // The bytes are gone, but the row is not.
  const removing = collectBlob(db, sha256, {
    graceSeconds: atOnce,
    remove: () => objects.bytes.remove(sha256).then(crash),
  })
  await expect(removing).rejects.toThrow('crash')
  expect(await store('crash')).toBe(sha256)
  expect(await objects.has(sha256)).toBe(true)

  // There is a row, but the bytes were not put in place.
  const { folders } = deps
  const broken = openObjects({
    bytes: { ...objects.bytes, place: crash },
    pieces: { create: crash, add: crash, list: crash, open: crash, remove: crash, expire: crash },
    folders,
    claim: () => Promise.resolve(),
    checkRoom: () => {},
  })
  await expect(broken.put(content('never'), limit)).rejects.toThrow('crash')
  expect(await collect(deps, atOnce)).toBe(1)
})

test('while a backup runs, nothing is removed', async () => {
  const sha256 = await store('in the backup')
  const backup = new Client({ connectionString: databaseUrl })
  await backup.connect()
  await backup.query(`select pg_advisory_lock_shared(${collectingLock})`)
  expect(await collect(deps, atOnce)).toBe(0)
  expect(await objects.has(sha256)).toBe(true)
  await backup.end()
  await vi.waitFor(async () => expect(await collect(deps, atOnce)).toBe(1), patience)
})

test('a content that the database does not know is kept for the grace period and then removed', async () => {
  const sha256 = await store('from after the backup')
  await collectBlob(db, sha256, { graceSeconds: atOnce, remove: async () => {} })
  expect(await collect(deps, atOnce)).toBe(0)
  await claimStrays(deps)
  expect(await collect(deps, 60)).toBe(0)
  expect(await collect(deps, atOnce)).toBe(1)
  expect(await objects.has(sha256)).toBe(false)
})
