import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { writeBackup } from '../../db/backup.ts'
import { inAuthScope, openDb, openPool } from '../../db/connect.ts'
import { makeDatabase, sealingKey } from '../../testing/databases.ts'
import { temporaryFolder } from '../../testing/server-process.ts'
import { testApp } from '../../testing/test-app.ts'
import { secretContext } from '../factors/enroll.ts'
import { missingRootKeys, openSealer } from './data-keys.ts'
import { readKeys, rotateKeys } from './key-store.ts'
import { prepareSealing } from './prepare-sealing.ts'
import { abandon, reseal, sealedAuthColumns } from './reseal.ts'
import { newRootKey, readKeyFile, readRootKey, writeKeyFile, type RootKey } from './root-keys.ts'

const { deps, databaseUrl } = await testApp()
const folder = temporaryFolder('sealing')
afterAll(() => rmSync(folder, { recursive: true }))

const nowhere = join(folder, 'no', 'sealing-key')
const tests = readRootKey(sealingKey)!
const given = (...keys: RootKey[]) => ({ sealing: { given: keys, file: nowhere }, databaseUrl: undefined })

/** A database whose keys the template's key seals. */
async function aDatabase() {
  const { url, drop } = await makeDatabase()
  const owner = openPool(url, { max: 2, onError: () => {} })
  afterAll(async () => {
    await owner.end()
    await drop()
  })
  const said: string[] = []
  return {
    url,
    owner,
    db: openDb(owner),
    said,
    prepare: (settings: ReturnType<typeof given>) => prepareSealing(owner, settings, (line) => void said.push(line)),
  }
}

test('without the key that seals its keys, a database opens nowhere, and nothing in it changes', async () => {
  const { db, prepare } = await aDatabase()
  const rows = () => inAuthScope(db, (trx) => trx.selectFrom('auth.sealing_keys').selectAll().execute())
  const before = await rows()
  const other = newRootKey()
  await expect(prepare(given(other))).rejects.toThrow(
    `The keys in this database are sealed with sealing key ${tests.id}, and here is ${other.id}: set KARTA_SEALING_KEY to it`,
  )
  await expect(prepare(given())).rejects.toThrow('there is no key here')
  await expect(openSealer(db, given(other).sealing)).rejects.toThrow(`sealed with sealing key ${tests.id}`)
  expect(await rows()).toEqual(before)
  expect(existsSync(nowhere)).toBe(false)
})

test('keys that vanished from under sealed ones are not made anew', async () => {
  const { owner, db, prepare } = await aDatabase()
  const sealer = await openSealer(db, given(tests).sealing)
  await inAuthScope(db, (trx) => rotateKeys(trx, sealer, deps.now()))
  await owner.query('delete from auth.sealing_keys')
  await expect(openSealer(db, given(tests).sealing)).rejects.toThrow('not sealed yet: start Karta once')
  await expect(prepare(given(tests))).rejects.toThrow('auth.sealing_keys is empty, but there are sealed keys')
})

test('a new sealing key takes over with the previous one at hand, which is not needed after that', async () => {
  const { db, said, prepare } = await aDatabase()
  const sealed = (await openSealer(db, given(tests).sealing)).seal('secret', 'c')
  const next = newRootKey()
  await prepare(given(next, tests))
  expect(said).toEqual([`The keys in the database are now sealed with sealing key ${next.id}.`])
  await prepare(given(next))
  expect((await openSealer(db, given(next).sealing)).open(sealed, 'c')).toBe('secret')
  await expect(prepare(given(tests))).rejects.toThrow(`sealed with sealing key ${next.id}`)
})

test('the first start on keys of an older Karta seals them, with a key in a private file', async () => {
  const { url, owner, db, said, prepare } = await aDatabase()
  const key = randomBytes(32)
  const secret = `sb_secret_${randomUUID()}`
  await owner.query('update auth.sealing_keys set key = $1, sealed_key = null, root_key_id = null', [key])
  await owner.query(
    `insert into auth.api_keys (kind, key) values ('publishable', 'sb_publishable_1'), ('secret', $1)`,
    [secret],
  )
  await owner.query(`insert into auth.signing_keys (kid, algorithm, private_jwk) values ('old', 'ES256', $1)`, [
    { kty: 'oct', k: randomBytes(32).toString('base64url') },
  ])
  const file = join(folder, 'made', 'sealing-key')
  await prepare({ sealing: { given: [], file }, databaseUrl: url } as never)
  expect(said).toEqual([
    expect.stringContaining(`${file} now seals the keys in this database: keep it`),
    expect.stringContaining('The keys in the database are sealed now.'),
  ])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const sealer = await openSealer(db, { given: [], file })
  const read = await inAuthScope(db, (trx) => readKeys(trx, sealer))
  expect(read).toMatchObject({ secretKey: secret, publishableKey: 'sb_publishable_1', signingKeys: [{ kid: 'old' }] })
  // The next start finds nothing to do.
  said.length = 0
  await prepare({ sealing: { given: [], file }, databaseUrl: url } as never)
  expect(said).toEqual([])
})

test('a key file that others can read, or that is cut short, is refused with the mend', () => {
  const file = join(folder, 'sealing-key')
  const [one, other] = [newRootKey(), newRootKey()]
  writeKeyFile(file, [one, other])
  expect(readKeyFile(file)).toEqual([one, other])
  chmodSync(file, 0o640)
  expect(() => readKeyFile(file)).toThrow(`Other users of this machine can read ${file}: run chmod 600 on it.`)
  chmodSync(file, 0o600)
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))
  expect(() => readKeyFile(file)).toThrow(`${file} must have one key per line`)
})

test('a copy of the whole database holds no secret', async () => {
  const user = randomUUID()
  const factor = randomUUID()
  await inAuthScope(deps.db, async (trx) => {
    await trx
      .insertInto('auth.users')
      .values({ id: user, email: 'a@example.com', phone: null, password_hash: null, app_metadata: '{}' } as never)
      .execute()
    const row = { id: factor, user_id: user, factor_type: 'totp', created_at: deps.now(), updated_at: deps.now() }
    const secret = deps.sealer.seal('JBSWY3DPEHPK3PXP', secretContext(factor))
    await trx
      .insertInto('auth.factors')
      .values({ ...row, secret } as never)
      .execute()
  })
  const file = join(folder, 'all.backup')
  await writeBackup(databaseUrl, file, { productVersion: '1' })
  const copy = gunzipSync(readFileSync(file)).toString('latin1')
  expect(copy).toContain(factor)
  expect(copy).toContain(tests.id)

  const stored = await inAuthScope(deps.db, (trx) => readKeys(trx, deps.sealer))
  const jwks = stored.signingKeys.map((key) => key.privateKey!.export({ format: 'jwk' }))
  expect(jwks).not.toHaveLength(0)
  const secrets = [stored.secretKey, 'JBSWY3DPEHPK3PXP', ...jwks.map(({ d }) => d!)].map((text) => Buffer.from(text))
  const bytes = [...jwks.map(({ d }) => Buffer.from(d!, 'base64url')), tests.bytes]
  for (const secret of [...secrets, ...bytes]) {
    for (const form of ['latin1', 'hex', 'base64', 'base64url'] as const) {
      expect(copy.includes(secret.toString(form))).toBe(false)
    }
  }
})

test('sealing anew replaces the data key; everything opens, and a copy of the old key opens nothing', async () => {
  const { owner, db } = await aDatabase()
  const before = await openSealer(db, given(tests).sealing)
  const kid = await inAuthScope(db, (trx) => rotateKeys(trx, before, deps.now()))
  await owner.query(`insert into auth.api_keys (kind, sealed_key) values ('secret', $1), ('publishable', $2)`, [
    before.seal('sb_secret_1', 'auth.api_keys.sealed_key secret'),
    before.seal('sb_publishable_1', 'auth.api_keys.sealed_key publishable'),
  ])
  const root = newRootKey()
  const count = await inAuthScope(db, (trx) => reseal(trx, given(tests).sealing, root, sealedAuthColumns))
  expect(count).toBe(3)
  const after = await openSealer(db, given(root).sealing)
  const read = await inAuthScope(db, (trx) => readKeys(trx, after))
  expect(read).toMatchObject({ secretKey: 'sb_secret_1', signingKeys: [{ kid }] })
  await expect(inAuthScope(db, (trx) => readKeys(trx, before))).rejects.toThrow('Sealed with key 2')
})

test('after a lost key is abandoned, the next start makes new ones', async () => {
  const { owner, db, prepare } = await aDatabase()
  const sealer = await openSealer(db, given(tests).sealing)
  await inAuthScope(db, (trx) => rotateKeys(trx, sealer, deps.now()))
  const found = newRootKey()
  await expect(prepare(given(found))).rejects.toThrow(`sealed with sealing key ${tests.id}`)
  const missing = (...keys: RootKey[]) => inAuthScope(db, (trx) => missingRootKeys(trx, given(...keys).sealing))
  expect([await missing(found), await missing(found, tests)]).toEqual([[tests.id], []])
  await inAuthScope(db, abandon)
  await prepare(given(found))
  await openSealer(db, given(found).sealing)
  expect((await owner.query('select from auth.signing_keys')).rowCount).toBe(0)
})
