import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '#domain/api/all.ts'
import { needsNoSession } from '#domain/api/endpoint.ts'
import { inAuthScope } from '../db/connect.ts'
import { testApp } from '../testing/test-app.ts'

const { app, deps, makeMember } = await testApp()
const { keys } = deps
const { kid } = keys.jwks.keys[0]!

const closed = allEndpoints.filter(({ may }) => !needsNoSession(may))
const seconds = () => Math.floor(Date.now() / 1000)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The claims of a valid session's token. */
async function claims(): Promise<JWTPayload & { sub: string; session_id: string }> {
  const { userId, sessionId, email } = await makeMember()
  const at = seconds()
  return {
    iss: keys.issuer,
    aud: 'authenticated',
    sub: userId,
    session_id: sessionId,
    email,
    role: 'authenticated',
    iat: at,
    exp: at + 600,
  }
}

const without = (from: JWTPayload, name: string) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))

async function altered(change: object): Promise<string> {
  const [header, payload, signature] = keys.sign(await claims()).split('.')
  const body = JSON.parse(Buffer.from(payload!, 'base64url').toString())
  return [header, encode({ ...body, ...change }), signature].join('.')
}

async function withHeader(header: object): Promise<string> {
  const [, payload, signature] = keys.sign(await claims()).split('.')
  return [encode(header), payload, signature].join('.')
}

async function signedBy(alg: 'ES256' | 'RS256' | 'HS256', header: object, key?: Uint8Array): Promise<string> {
  const signing = key ?? (await generateKeyPair(alg)).privateKey
  return new SignJWT(await claims()).setProtectedHeader({ alg, ...header }).sign(signing)
}

const change = (userId: string, set: object) =>
  inAuthScope(deps.db, (trx) => trx.updateTable('auth.users').set(set).where('id', '=', userId).execute())

const refused: Record<string, () => Promise<string>> = {
  'an expired one': async () => keys.sign({ ...(await claims()), exp: seconds() - 1 }),
  'one that is not valid yet': async () => keys.sign({ ...(await claims()), nbf: seconds() + 600 }),
  'one that never ends': async () => keys.sign(without(await claims(), 'exp')),
  'one of another key under our name': () => signedBy('ES256', { kid }),
  'one of another key': () => signedBy('ES256', { kid: randomUUID() }),
  'one of another key of another kind': () => signedBy('RS256', { kid }),
  'one of a key that it brings along': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const header = { alg: 'ES256', jwk: await exportJWK(publicKey) }
    return new SignJWT(await claims()).setProtectedHeader(header).sign(privateKey)
  },
  'one signed with our public key as a shared secret': () =>
    signedBy('HS256', { kid }, Buffer.from(JSON.stringify(keys.jwks.keys[0]))),
  'an unsigned one': async () => new UnsecuredJWT(await claims()).encode(),
  'one that says it is unsigned but has a signature': () => withHeader({ alg: 'none', kid }),
  'one without a kid': () => withHeader({ alg: 'ES256' }),
  'one with a kid that is a path': () => withHeader({ alg: 'ES256', kid: '../../etc/passwd' }),
  'one for another audience': async () => keys.sign({ ...(await claims()), aud: 'other' }),
  'one for no audience': async () => keys.sign(without(await claims(), 'aud')),
  'one of another issuer': async () => keys.sign({ ...(await claims()), iss: 'https://other.example/auth/v1' }),
  'one of no issuer': async () => keys.sign(without(await claims(), 'iss')),
  'one for nobody': async () => keys.sign(without(await claims(), 'sub')),
  'one without a session': async () => keys.sign(without(await claims(), 'session_id')),
  'one changed to another person': () => altered({ sub: randomUUID() }),
  'one made to last longer': () => altered({ exp: seconds() + 999_999 }),
  'half of one': async () => keys.sign(await claims()).slice(0, 80),
  'the publishable key': async () => keys.publishableKey,
  'the secret key of administration': async () => keys.secretKey,
  'an administrator’s token': async () => keys.sign({ role: 'service_role', iss: keys.issuer }),
  'one whose session was signed out': async () => {
    const ended = await claims()
    await inAuthScope(deps.db, (trx) => trx.deleteFrom('auth.sessions').where('id', '=', ended.session_id).execute())
    return keys.sign(ended)
  },
  'one with somebody else’s session': async () =>
    keys.sign({ ...(await claims()), session_id: (await claims()).session_id }),
  'one whose person was deleted': async () => {
    const gone = await claims()
    await inAuthScope(deps.db, (trx) => trx.deleteFrom('auth.users').where('id', '=', gone.sub).execute())
    return keys.sign(gone)
  },
  'one whose person was deleted softly': async () => {
    const gone = await claims()
    await change(gone.sub, { deleted_at: new Date() })
    return keys.sign(gone)
  },
  'one whose person is banned': async () => {
    const banned = await claims()
    await change(banned.sub, { banned_until: '2999-01-01' })
    return keys.sign(banned)
  },
}

/** The status that each endpoint replies with, by its id. */
async function callAll(token: string, endpoints = closed): Promise<Map<string, number>> {
  const ask = async ({ id, method, path }: (typeof closed)[number]) => {
    const url = path.replace(/:\w+/g, randomUUID())
    const headers = { authorization: `Bearer ${token}` }
    const reply = await app.inject({ method, url, headers, ...(method !== 'GET' && { payload: {} }) })
    return [id, reply.statusCode] as const
  }
  const statuses = new Map<string, number>()
  // Only so many calls of one person wait for each other.
  for (let from = 0; from < endpoints.length; from += callsAtOnce) {
    const replies = await Promise.all(endpoints.slice(from, from + callsAtOnce).map(ask))
    for (const [id, status] of replies) statuses.set(id, status)
  }
  return statuses
}

const callsAtOnce = 50

/** Each kind is tried on one in so many endpoints, and each endpoint with several kinds: one place reads all tokens. */
const share = 7

describe('no endpoint of the product accepts', () => {
  test.each(Object.entries(refused).map(([name, make], turn) => [name, make, turn] as const))(
    '%s',
    async (_name, make, turn) => {
      const some = closed.filter((_endpoint, index) => index % share === turn % share)
      const statuses = await callAll(await make(), some)
      expect(statuses.size).toBeGreaterThan(20)
      expect([...statuses].filter(([, status]) => status !== 401)).toEqual([])
    },
  )
})

test('every endpoint accepts the token of a valid session', async () => {
  const statuses = await callAll(keys.sign(await claims()))
  expect([...statuses].filter(([, status]) => status === 401 || status >= 500)).toEqual([])
})
