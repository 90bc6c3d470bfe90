import { randomUUID } from 'node:crypto'
import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { authCalls } from '../../testing/auth-calls.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { app, deps, makeMember } = testing
const { call } = authCalls(testing)

describe('bearer tokens', () => {
  const now = Math.floor(Date.now() / 1000)

  /** A valid token's claims, for a living session. */
  async function claimsOf(): Promise<JWTPayload> {
    const { userId, sessionId } = await makeMember()
    const aud = 'authenticated'
    return { iss: deps.keys.issuer, aud, sub: userId, session_id: sessionId, iat: now, exp: now + 60 }
  }

  async function both(token: string) {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await call('GET', '/user', { headers })
    const product = await app.inject({ method: 'GET', url: '/v1/me', headers })
    return {
      status,
      code: body.error_code,
      text: body.msg,
      product: product.statusCode,
      productCode: product.json().code,
    }
  }

  const unsigned = { status: 403, code: 'bad_jwt', product: 401, productCode: 'not_signed_in' }
  const because = (reason: string) => expect.stringContaining(`unable to parse or verify signature, ${reason}`)

  test('the token of an existing session is accepted by both', async () => {
    expect(await both(deps.keys.sign(await claimsOf()))).toMatchObject({ status: 200, product: 200 })
  })

  test('no token, or something else in its place, is 401', async () => {
    for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }]) {
      const { status, body } = await call('GET', '/user', { headers: headers as Record<string, string> })
      expect([status, body.error_code]).toEqual([401, 'no_authorization'])
      expect(body.msg).toBe('This endpoint requires a valid Bearer token')
    }
  })

  test('unsigned, wrongly signed, altered and expired tokens are refused by both', async () => {
    const claims = await claimsOf()
    expect(await both(new UnsecuredJWT(claims).encode())).toMatchObject({
      ...unsigned,
      text: because('token signature is invalid: signature is invalid'),
    })

    const { privateKey } = await generateKeyPair('ES256')
    const kid = deps.keys.jwks.keys[0]!.kid!
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    expect(await both(forged)).toMatchObject({ ...unsigned, text: because('token signature is invalid') })

    // The public key as an HMAC secret.
    const secret = new TextEncoder().encode(JSON.stringify(deps.keys.jwks.keys[0]))
    const confused = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(secret)
    expect(await both(confused)).toMatchObject({ ...unsigned, text: because('token signature is invalid') })

    const [header, , signature] = deps.keys.sign(claims).split('.')
    const other = Buffer.from(JSON.stringify({ ...claims, sub: randomUUID() })).toString('base64url')
    expect(await both(`${header}.${other}.${signature}`)).toMatchObject(unsigned)

    const expired = deps.keys.sign({ ...claims, exp: now - 60 })
    expect(await both(expired)).toMatchObject({
      ...unsigned,
      text: because('token has invalid claims: token is expired'),
    })
    expect(await both('abc')).toMatchObject({
      ...unsigned,
      text: because('token is malformed: token contains an invalid number of segments'),
    })
    expect(await both('a.b.c')).toMatchObject(unsigned)
  })

  test('tokens for another audience or without a person are refused by both', async () => {
    const claims = await claimsOf()
    expect(await both(deps.keys.sign({ ...claims, aud: 'somebody-else' }))).toMatchObject(unsigned)
    const { sub: _, ...nobody } = claims
    expect(await both(deps.keys.sign(nobody))).toMatchObject({
      ...unsigned,
      text: 'invalid claim: missing sub claim',
    })
    expect(await both(deps.keys.sign({ ...claims, sub: 'me' }))).toMatchObject({
      status: 400,
      code: 'bad_jwt',
      text: 'invalid claim: sub claim must be a UUID',
    })
    expect(await both(deps.keys.publishableKey)).toMatchObject({
      ...unsigned,
      text: 'invalid claim: missing sub claim',
    })
  })

  test('a deleted user or session, or somebody else’s session, is refused', async () => {
    const [mine, theirs] = [await claimsOf(), await claimsOf()]
    expect(await both(deps.keys.sign({ ...mine, sub: randomUUID() }))).toMatchObject({
      status: 403,
      code: 'user_not_found',
      productCode: 'session_ended',
    })
    for (const session_id of [randomUUID(), theirs.session_id]) {
      expect(await both(deps.keys.sign({ ...mine, session_id }))).toMatchObject({
        status: 403,
        code: 'session_not_found',
        text: 'Session from session_id claim in JWT does not exist',
        productCode: 'session_ended',
      })
    }
  })
})
