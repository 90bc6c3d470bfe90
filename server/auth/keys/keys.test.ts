import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { inAuthScope } from '../../db/connect.ts'
import { systemClock } from '../../deps.ts'
import { forged } from '../../testing/forged.ts'
import { testApp } from '../../testing/test-app.ts'
import { listKeys, retireKeys, rotateKeys } from './key-store.ts'
import { openKeys } from './keys.ts'

const { deps } = await testApp()
const { db, sealer, now } = deps
const issuer = deps.keys.issuer

/** The keys of another server on the same database, with these settings. */
const open = (env: NodeJS.ProcessEnv = {}) => openKeys({ db, sealer, now: systemClock }, issuer, readConfig(env).auth)

function newJwk(kind: 'EC' | 'RSA' | 'OKP', more: object = {}) {
  const pair =
    kind === 'EC'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : kind === 'RSA'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ed25519')
  return { ...pair.privateKey.export({ format: 'jwk' }), kid: randomUUID(), ...more }
}

const claims = () => ({
  iss: issuer,
  aud: 'authenticated',
  sub: randomUUID(),
  session_id: randomUUID(),
  exp: Math.floor(now().getTime() / 1000) + 60,
})

test('a rotation signs nobody out: old tokens are accepted until the old key is retired', async () => {
  const keys = await open()
  const before = keys.sign(claims())
  const kid = await inAuthScope(db, (trx) => rotateKeys(trx, sealer, now()))
  await keys.reload()
  const after = keys.sign(claims())
  expect(decodeProtectedHeader(after).kid).toBe(kid)
  expect(decodeProtectedHeader(before).kid).not.toBe(kid)
  for (const token of [before, after]) await expect(keys.verify(token)).resolves.toHaveProperty('session_id')
  expect(keys.jwks.keys.map((key) => key.kid)).toEqual(expect.arrayContaining([kid, decodeProtectedHeader(before).kid]))

  // Replaced a moment ago, so tokens of it are about: an hour must pass.
  const anHourAgo = new Date(now().getTime() - 3_600_000)
  expect(await inAuthScope(db, (trx) => retireKeys(trx, { before: anHourAgo }))).toEqual([])
  const retired = await inAuthScope(db, (trx) => retireKeys(trx, { before: now() }))
  expect(retired).toContain(decodeProtectedHeader(before).kid)
  await keys.reload()
  await expect(keys.verify(before)).rejects.toThrow('signature is invalid')
  await expect(keys.verify(after)).resolves.toBeDefined()
  expect(keys.jwks.keys.map((key) => key.kid)).toEqual([kid])
})

test('a token that was verified before still expires, to the second', async () => {
  let time = now()
  const keys = await openKeys({ db, sealer, now: () => time }, issuer, readConfig({}).auth)
  const given = claims()
  const token = keys.sign(given)
  const first = await keys.verify(token)
  expect(await keys.verify(token)).toEqual(first)
  await expect(keys.verify(forged(token))).rejects.toThrow('signature')
  time = new Date(given.exp * 1000 - 1)
  expect(await keys.verify(token)).toEqual(first)
  time = new Date(given.exp * 1000)
  await expect(keys.verify(token)).rejects.toThrow('"exp" claim timestamp check failed')
})

test('the key that signs is never retired', async () => {
  const { kid } = deps.keys.jwks.keys.at(0)!
  await inAuthScope(db, (trx) => retireKeys(trx, { before: now(), kid: kid! }))
  expect((await inAuthScope(db, listKeys)).filter((key) => key.active)).toHaveLength(1)
})

test('a running server accepts tokens signed with a key that another server made, without being told', async () => {
  const [one, other] = [await open(), await open()]
  await inAuthScope(db, (trx) => rotateKeys(trx, sealer, now()))
  await other.reload()
  const tokens = await Promise.all([1, 2, 3].map(() => other.sign(claims())))
  const read = await Promise.all(tokens.map((token) => one.verify(token)))
  expect(read.map(({ iss }) => iss)).toEqual([issuer, issuer, issuer])
})

test('tokens with made-up key ids do not cause a database query each', async () => {
  const keys = await open()
  const [, ...rest] = keys.sign(claims()).split('.')
  const madeUp = () => {
    const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: randomUUID() })).toString('base64url')
    return keys.verify([header, ...rest].join('.')).catch((error: Error) => error.message)
  }
  let looks = 0
  const count = () => void looks++
  deps.pool.on('acquire', count)
  expect(new Set(await Promise.all(Array.from({ length: 50 }, madeUp)))).toEqual(new Set(['signature is invalid']))
  deps.pool.off('acquire', count)
  expect(looks).toBe(1)
})

test.each(['EC', 'RSA', 'OKP'] as const)('an imported %s key signs, whatever else its key_ops say', async (kind) => {
  const old = await (await open()).sign(claims())
  const jwk = newJwk(kind, { key_ops: ['sign', 'verify'], use: 'sig' })
  const keys = await open({ AUTH_JWT_KEYS: JSON.stringify([jwk]) })
  const token = keys.sign(claims())
  const { alg, kid } = decodeProtectedHeader(token)
  expect([alg, kid]).toEqual([{ EC: 'ES256', RSA: 'RS256', OKP: 'EdDSA' }[kind], jwk.kid])
  await keys.verify(token)
  // Settings can change without anybody being signed out.
  await keys.verify(old)
  // Anybody can check the token with what is published, which holds nothing secret.
  await jwtVerify(token, createLocalJWKSet(keys.jwks as never), { issuer })
  const published = keys.jwks.keys.find((key) => key.kid === jwk.kid)!
  for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth']) expect(published).not.toHaveProperty(secret)
  expect(published).toMatchObject({ alg, use: 'sig', key_ops: ['verify'], ext: true })
})

test('of several imported keys one signs, and the others only verify', async () => {
  const [first, second] = [newJwk('EC', { key_ops: ['sign'] }), newJwk('RSA')]
  const before = await open({ AUTH_JWT_KEYS: JSON.stringify({ keys: [{ ...second, key_ops: ['sign'] }] }) })
  const old = await before.sign(claims())
  const keys = await open({ AUTH_JWT_KEYS: JSON.stringify({ keys: [second, first] }) })
  expect(decodeProtectedHeader(keys.sign(claims())).kid).toBe(first.kid)
  await keys.verify(old)
})

test('a shared secret alone signs with HS256 and is never published; next to keys it only verifies', async () => {
  const secret = 'a secret of at least 32 characters'
  const keys = await open({ AUTH_JWT_SECRET: secret })
  const token = keys.sign(claims())
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
  await jwtVerify(token, Buffer.from(secret), { algorithms: ['HS256'] })
  await keys.verify(token)
  expect(keys.jwks.keys.map((key) => key.kty)).not.toContain('oct')
  expect(JSON.stringify(keys.jwks)).not.toContain(secret)

  const both = await open({
    AUTH_JWT_SECRET: secret,
    AUTH_JWT_KEYS: JSON.stringify([newJwk('EC', { key_ops: ['sign'] })]),
  })
  expect(decodeProtectedHeader(await both.sign(claims())).alg).toBe('ES256')
  await both.verify(token)
  await expect((await open()).verify(token)).rejects.toThrow('signature is invalid')
})

test('a shared secret can be a key of the set, with an id', async () => {
  const jwk = { kty: 'oct', kid: 'shared', k: Buffer.alloc(32, 7).toString('base64url'), key_ops: ['sign'] }
  const keys = await open({ AUTH_JWT_KEYS: JSON.stringify([jwk]) })
  const token = keys.sign(claims())
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'HS256', kid: 'shared' })
  await keys.verify(token)
  expect(keys.jwks.keys.map((key) => key.kid)).not.toContain('shared')
})

test('a token cannot choose how it is verified', async () => {
  const keys = await open({ AUTH_JWT_SECRET: 'a secret of at least 32 characters' })
  const [published] = keys.jwks.keys
  const { kid } = published!
  const secret = Buffer.from('a secret of at least 32 characters')
  const asHmac = (key: Uint8Array, header: object) =>
    new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', ...header } as never).sign(key)
  const fakes = [
    new UnsecuredJWT(claims()).encode(),
    // The public key, which everybody has, as a shared secret.
    await asHmac(Buffer.from(JSON.stringify(published)), { kid }),
    await asHmac(Buffer.from(published!.x!, 'base64url'), { kid }),
    await asHmac(Buffer.from(published!.x!, 'base64url'), {}),
    // The shared secret under the name of another key.
    await asHmac(secret, { kid }),
    await asHmac(Buffer.from('another secret of 32 characters…'), {}),
    await new SignJWT(claims()).setProtectedHeader({ alg: 'HS512' }).sign(Buffer.alloc(64, 1)),
  ]
  for (const token of fakes) await expect(keys.verify(token)).rejects.toThrow(/signature|"alg"/)
  await keys.verify(await asHmac(secret, { kid: 'of another server' }))
})

test.each([
  ['no JSON', '{'],
  ['no keys', '{"keys":[]}'],
  ['nothing', 'null'],
  ['no kid', JSON.stringify([{ ...newJwk('EC', { key_ops: ['sign'] }), kid: undefined }])],
  ['no key that signs', JSON.stringify([newJwk('EC')])],
  ['two that sign', JSON.stringify([newJwk('EC', { key_ops: ['sign'] }), newJwk('EC', { key_ops: ['sign'] })])],
  ['one kid twice', JSON.stringify([newJwk('EC', { kid: 'a', key_ops: ['sign'] }), newJwk('EC', { kid: 'a' })])],
  ['a public half that is to sign', JSON.stringify([{ ...newJwk('EC', { key_ops: ['sign'] }), d: undefined }])],
  ['a curve that is not known', JSON.stringify([{ ...newJwk('EC', { key_ops: ['sign'] }), crv: 'P-384' }])],
  ['an alg that does not fit', JSON.stringify([newJwk('RSA', { key_ops: ['sign'], alg: 'ES256' })])],
  ['a short secret', JSON.stringify([{ kty: 'oct', kid: 'a', k: 'c2hvcnQ', key_ops: ['sign'] }])],
  [
    'a broken key',
    JSON.stringify([{ kty: 'EC', crv: 'P-256', kid: 'a', x: 'AA', y: 'AA', d: 'secret', key_ops: ['sign'] }]),
  ],
])('AUTH_JWT_KEYS with %s is refused in one sentence that shows no key', (_, raw) => {
  const read = () => readConfig({ AUTH_JWT_KEYS: raw })
  expect(read).toThrow(/^AUTH_JWT_KEYS.*\.$/)
  expect(read).not.toThrow(/secret"|"d"/)
})
