import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDelivery } from '#domain/api/deliveries.ts'
import { checkFile } from '../db/backup-file.ts'
import { listedIn } from '../db/backup-objects.ts'
import { writeBackup, type BackupOptions } from '../db/backup.ts'
import { inWorkspace } from '../db/connect.ts'
import { migrate, migrationNames } from '../db/migrate.ts'
import { makeFolders } from '../objects/folders.ts'
import { objectsFrom } from '../objects/from-settings.ts'
import { restoreObjects } from '../objects/restore.ts'
import { makeDatabase } from '../testing/databases.ts'
import { testApp } from '../testing/test-app.ts'
import { readChain } from './chain.ts'
import { checkBackup } from './check.ts'
import { readForBackup } from './stored-objects.ts'

const { deps, databaseUrl, makeMember, as } = await testApp()
const { db, objects } = deps
const folder = mkdtempSync(join(tmpdir(), 'karta-backups-'))
afterAll(() => rmSync(folder, { recursive: true }))

const member = await makeMember()
const { workspaceId } = member
const migrations = { names: migrationNames, migrate }
const source = readForBackup(objects.bytes)
const named = (name: string) => join(folder, name)
const backUp = (name: string, options: Partial<BackupOptions> = {}) =>
  writeBackup(databaseUrl, named(name), { productVersion: '1', objects: source, ...options })
const earlier = async (name: string) => ({ file: named(name), ...(await checkFile(named(name))) })

await inWorkspace(db, workspaceId, (trx) =>
  sql`insert into storage.buckets (workspace_id, id, name) values (${workspaceId}, 'b', 'b')`.execute(trx),
)

async function upload(text: string): Promise<string> {
  const { sha256 } = await objects.put([Buffer.from(text)].values() as never, { maxBytes: 1e9 })
  await inWorkspace(db, workspaceId, (trx) =>
    sql`insert into storage.objects (workspace_id, bucket_id, name, sha256, size, metadata, version)
      values (${workspaceId}, 'b', ${randomUUID()}, ${sha256}, 1, '{}', ${randomUUID()})`.execute(trx),
  )
  return sha256
}
const forget = (sha256: string) =>
  inWorkspace(db, workspaceId, (trx) => sql`delete from storage.objects where sha256 = ${sha256}`.execute(trx))

/** A store of its own, with what a restore put there. */
async function restored(chain: string[]) {
  const store = await objectsFrom(undefined, {
    folders: makeFolders(named(`store-${randomUUID()}`)),
    claim: () => Promise.resolve(),
    checkRoom: () => {},
  })
  const { absent } = await restoreObjects(chain, { objects: store, progress: () => {} })
  const hashes: string[] = []
  for await (const { sha256 } of store.bytes.list()) hashes.push(sha256)
  return { hashes, absent }
}

async function all(hashes: AsyncIterable<string>) {
  const list: string[] = []
  for await (const sha256 of hashes) list.push(sha256)
  return list
}

test('a backup holds rows and objects, a later one adds what is newer, and both together bring everything back', async () => {
  await as(member).call(createDelivery, { body: { delivery_address: 'Jl. Thamrin 1', scheduled_date: '2026-06-01' } })
  const photos = await Promise.all(['one', 'two', 'x'.repeat(3_000_000)].map(upload))
  const twice = await upload('one')
  expect(twice).toBe(photos[0])
  expect(await backUp('base')).toMatchObject({ objects: 3, lost: [] })
  expect(await all(listedIn(named('base')))).toEqual(photos.toSorted())

  await forget(photos[1]!)
  const added = await upload('three')
  expect(await backUp('second', { earlier: await earlier('base') })).toMatchObject({ objects: 1, lost: [] })
  const last = await upload('four')
  expect(await backUp('third', { earlier: await earlier('second') })).toMatchObject({ objects: 1, lost: [] })

  const chain = ['base', 'second', 'third'].map(named)
  expect(await readChain([named('third')])).toEqual(chain)
  expect(await readChain([named('third'), named('base'), named('second')])).toEqual(chain)
  const kept = [photos[0]!, photos[2]!, added, last].toSorted()
  expect(await restored(chain)).toEqual({ hashes: kept, absent: [] })

  const { url, drop } = await makeDatabase('template0')
  const found = await checkBackup(url, chain, { migrations })
  expect(found).toMatchObject({ histories: 1, objects: 4, problems: [] })
  expect(found.rows).toBeGreaterThan(5)
  await drop()
})

test('a missing link of the chain is named, and so are backups that do not belong together', async () => {
  mkdirSync(named('elsewhere'))
  renameSync(named('second'), named('elsewhere/second'))
  await expect(readChain([named('third')])).rejects.toThrow(
    /third continues the backup of .*, second, which is not here/,
  )
  await backUp('second')
  await expect(readChain([named('third')])).rejects.toThrow(/second, which is not here/)
  expect(await readChain([named('third'), named('elsewhere/second'), named('base')])).toHaveLength(3)
  await expect(readChain([named('third'), named('second')])).rejects.toThrow('do not continue each other')
  await expect(restored([named('third')])).resolves.toMatchObject({
    absent: expect.arrayContaining([expect.any(String)]),
  })
})

test('an object that is missing or damaged is named, does not stop the backup, and comes with the next one', async () => {
  const [gone, bad, good] = await Promise.all(['gone', 'bad', 'good'].map(upload))
  const at = (sha256: string) => join(deps.folders.root, sha256.slice(0, 2), sha256)
  rmSync(at(gone!))
  writeFileSync(at(bad!), 'BAD')
  const { lost } = await backUp('with losses')
  expect(lost).toEqual([gone, bad].toSorted())
  const { absent, hashes } = await restored([named('with losses')])
  expect(absent).toEqual([gone, bad].toSorted())
  expect(hashes).toContain(good)

  // Uploaded again, a content is whole again.
  await upload('bad')
  expect((await backUp('after', { earlier: await earlier('with losses') })).lost).toEqual([gone])
  expect((await restored(['with losses', 'after'].map(named))).absent).toEqual([gone])
  await forget(gone!)
})

test('an encrypted backup holds objects, and a changed file is refused by name', async () => {
  const passphrase = 'a long passphrase'
  await backUp('secret', { encryption: { passphrase, sealingKeys: [] } })
  expect(await checkFile(named('secret'), passphrase)).toMatchObject({ objects: 6, lost: [] })
  const bytes = readFileSync(named('secret'))
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(named('secret'), bytes)
  await expect(checkFile(named('secret'), passphrase)).rejects.toThrow(/secret is damaged or cut short/)

  const plain = readFileSync(named('base'))
  // Inside the large object, which is stored as it is: only its hash and the file's tell.
  plain[plain.indexOf('xxxxxxxx') + 1000]! ^= 1
  writeFileSync(named('base'), plain)
  await expect(checkFile(named('base'))).rejects.toThrow(/base is damaged/)
})

test('a store that cannot be reached fails the backup and leaves no file', async () => {
  const away = { ...source, open: () => Promise.reject(new Error('no answer')), isLoss: () => false }
  await expect(backUp('away', { objects: away })).rejects.toThrow('no answer')
  await expect(checkFile(named('away'))).rejects.toThrow('it does not exist')
  expect(await backUp('rows alone', { objects: undefined })).toMatchObject({ objects: 0 })
  expect((await checkFile(named('rows alone'))).header.objects).toBe('none')
})
