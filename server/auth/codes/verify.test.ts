import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp } from '../../testing/test-app.ts'

let aheadMs = 0
const later = (seconds: number) => (aheadMs += seconds * 1000)

const testing = await testApp(({ config }) => ({
  now: () => new Date(Date.now() + aheadMs),
  config: {
    ...config,
    auth: {
      ...config.auth,
      emailAutoconfirm: false,
      testOtp: new Map([['review@example.com', '424242']]),
    },
  },
}))
const { app, deps } = testing
const { newClient } = await authClients(testing)
const { mailTo, mailsTo } = keptMail(deps)

const newEmail = () => `${randomUUID()}@example.com`
const post = async (path: string, payload: object) => {
  const reply = await app.inject({ method: 'POST', url: `/auth/v1${path}`, payload })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}
const verify = (payload: object) => post('/verify', payload)

/** A person with a confirmed address and a password. */
async function person() {
  const client = newClient()
  const email = newEmail()
  await client.auth.signUp({ email, password })
  const { data, error } = await client.auth.verifyOtp({ email, token: (await mailTo(email)).code, type: 'signup' })
  if (error) throw error
  return { client, email, user: data.user! }
}
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('signing in without a password', () => {
  test('an unknown address gets an account, and the code from the mail confirms and opens it', async () => {
    const client = newClient()
    const email = newEmail()
    const asked = await client.auth.signInWithOtp({ email: email.toUpperCase(), options: { data: { team: 'west' } } })
    expect(asked).toEqual({ data: { user: null, session: null }, error: null })
    const { subject, code } = await mailTo(email)
    expect(subject).toBe('Confirm your email address')
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { team: 'west', email_verified: true } })
    expect((await client.auth.getClaims()).data!.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] })
    const token = data.session!.access_token
    expect((await app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(200)
  })

  test('a known address gets a magic link, whose hash works as well as the code, once', async () => {
    const { email, user } = await person()
    await newClient().auth.signInWithOtp({ email })
    const { subject, hash, link } = await mailTo(email)
    expect(subject).toBe('Your sign-in link for Karta')
    expect(link).toContain('&type=magiclink&')
    const client = newClient()
    const { data, error } = await client.auth.verifyOtp({ token_hash: hash, type: 'email' })
    expect(error).toBeNull()
    expect(data.user!.id).toBe(user.id)
    expect((await client.auth.verifyOtp({ token_hash: hash, type: 'email' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Email link is invalid or has expired',
    })
  })

  test('POST /magiclink is the same for mail', async () => {
    const { email } = await person()
    expect(await post('/magiclink', { email })).toMatchObject({ status: 200, body: {} })
    expect((await mailTo(email)).subject).toBe('Your sign-in link for Karta')
  })

  test('without create_user an unknown address is refused, and no account is created', async () => {
    const email = newEmail()
    const { error } = await newClient().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' })
    expect(await mailsTo(email)).toHaveLength(0)
  })

  test('somebody who signed up with a stranger’s address loses access when the owner comes', async () => {
    const email = newEmail()
    await newClient().auth.signUp({ email, password: 'of the attacker' })
    const owner = newClient()
    await owner.auth.signInWithOtp({ email })
    expect((await owner.auth.verifyOtp({ email, token: (await mailTo(email)).code, type: 'email' })).error).toBeNull()
    expect((await newClient().auth.signInWithPassword({ email, password: 'of the attacker' })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  test('the answer says what is wrong with the request', async () => {
    const refusal = async (body: object) => {
      const { status, body: said } = await post('/otp', body)
      return [status, said.error_code, said.msg]
    }
    expect(await refusal({})).toEqual([400, 'validation_failed', 'One of email or phone must be set'])
    expect(await refusal({ email: 'a@example.com', phone: '1' })).toEqual([
      400,
      'validation_failed',
      'Only an email address or phone number should be provided',
    ])
    expect(await refusal({ email: 'a@example.com', channel: 'sms' })).toEqual([
      400,
      'validation_failed',
      'Channel should only be specified with Phone OTP',
    ])
    expect(await refusal({ phone: '15550001111' })).toEqual([
      400,
      'phone_provider_disabled',
      'Unsupported phone provider',
    ])
    expect((await refusal({ email: 'a@example.com', create_user: 'no' }))[1]).toBe('bad_json')
    expect((await refusal({ email: 'a@example.com', code_challenge: 'x' }))[1]).toBe('validation_failed')
    expect((await refusal({ email: 'a@example.com', data: { deep: '\0' } }))[1]).toBe('validation_failed')
  })
})

describe('codes', () => {
  test('a code works once, and for an hour', async () => {
    const { email } = await person()
    await post('/otp', { email })
    const { code } = await mailTo(email)
    later(3599)
    expect((await verify({ email, token: code, type: 'magiclink' })).status).toBe(200)
    expect((await verify({ email, token: code, type: 'magiclink' })).body.error_code).toBe('otp_expired')
    await post('/otp', { email })
    const late = await mailTo(email)
    later(3601)
    expect((await verify({ email, token: late.code, type: 'magiclink' })).body).toMatchObject({
      code: 403,
      error_code: 'otp_expired',
      msg: 'Token has expired or is invalid',
    })
    expect((await verify({ token_hash: late.hash, type: 'magiclink' })).body.error_code).toBe('otp_expired')
  })

  test('a newer code replaces the previous one', async () => {
    const { email } = await person()
    await post('/otp', { email })
    const first = await mailTo(email)
    later(1)
    await post('/recover', { email })
    const second = await mailTo(email)
    expect((await verify({ email, token: first.code, type: 'magiclink' })).body.error_code).toBe('otp_expired')
    expect((await verify({ token_hash: first.hash, type: 'magiclink' })).body.error_code).toBe('otp_expired')
    expect((await verify({ email, token: second.code, type: 'recovery' })).status).toBe(200)
  })

  test('after five wrong codes the code stops working, but the link does not', async () => {
    const { email } = await person()
    await post('/otp', { email })
    const { code, hash } = await mailTo(email)
    for (let count = 0; count < 5; count++) {
      expect((await verify({ email, token: wrongFor(code), type: 'email' })).body.error_code).toBe('otp_expired')
    }
    expect((await verify({ email, token: code, type: 'email' })).body.msg).toBe('Token has expired or is invalid')
    expect((await verify({ token_hash: hash, type: 'email' })).status).toBe(200)
  })

  test('simultaneous guesses all count', async () => {
    const { email } = await person()
    await post('/otp', { email })
    const { code } = await mailTo(email)
    await Promise.all(Array.from({ length: 20 }, () => verify({ email, token: wrongFor(code), type: 'magiclink' })))
    const [row] = await inAuthScope(deps.db, (trx) =>
      trx.selectFrom('auth.one_time_tokens').select('attempts').where('address', '=', email).execute(),
    )
    expect(row!.attempts).toBe(5)
    const { status, headers, body } = await verify({ email, token: code, type: 'magiclink' })
    expect([status, body.error_code, headers['retry-after']]).toEqual([429, 'over_request_rate_limit', '10'])
  })

  test('of several parallel uses of one code, one wins', async () => {
    const { email } = await person()
    await post('/otp', { email })
    const { code, hash } = await mailTo(email)
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => verify({ email, token: code, type: 'magiclink' })),
      ...Array.from({ length: 4 }, () => verify({ token_hash: hash, type: 'magiclink' })),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a code opens nobody else’s account and works for nothing else', async () => {
    const [mine, theirs] = [await person(), await person()]
    await post('/otp', { email: mine.email })
    const { code, hash } = await mailTo(mine.email)
    const refused = [
      { email: theirs.email, token: code, type: 'magiclink' },
      { email: newEmail(), token: code, type: 'magiclink' },
      { email: mine.email, token: code, type: 'signup' },
      { email: mine.email, token: code, type: 'email_change' },
      { token_hash: hash, type: 'signup' },
      { token_hash: hash, type: 'email_change' },
      { token_hash: code, type: 'magiclink' },
    ]
    for (const body of refused) expect((await verify(body)).body.error_code).toBe('otp_expired')
  })

  test('the database contains neither codes nor links', async () => {
    const { email } = await person()
    await post('/otp', { email })
    const { code, hash } = await mailTo(email)
    const row = await inAuthScope(deps.db, (trx) =>
      trx.selectFrom('auth.one_time_tokens').selectAll().where('address', '=', email).executeTakeFirstOrThrow(),
    )
    const stored = JSON.stringify({
      ...row,
      link_hash: row.link_hash.toString('hex'),
      code_hash: row.code_hash.toString('hex'),
    })
    expect(stored).not.toContain(hash)
    expect(stored).not.toContain(`"${code}"`)
  })

  test('an address with a fixed test code gets no mail, and its code works each time it is asked for', async () => {
    const email = 'review@example.com'
    for (let count = 0; count < 2; count++) {
      expect((await post('/otp', { email })).status).toBe(200)
      expect((await verify({ email, token: '424242', type: 'email' })).status).toBe(200)
      expect((await verify({ email, token: '424242', type: 'email' })).body.error_code).toBe('otp_expired')
    }
    expect(await mailsTo(email)).toHaveLength(0)
  })

  test('a banned person is told so and gets no session', async () => {
    const { email, user } = await person()
    await post('/otp', { email })
    const { code } = await mailTo(email)
    await inAuthScope(deps.db, (trx) =>
      trx
        .updateTable('auth.users')
        .set({ banned_until: new Date(Date.now() + aheadMs + 3_600_000) })
        .where('id', '=', user.id)
        .execute(),
    )
    expect((await verify({ email, token: code, type: 'magiclink' })).body).toMatchObject({
      code: 403,
      error_code: 'user_banned',
    })
  })
})

test('the answer says what is wrong with a verification, in the protocol’s words', async () => {
  const refusal = async (body: object) => {
    const { status, body: said } = await verify(body)
    return [status, said.msg]
  }
  const email = 'a@example.com'
  expect(await refusal({ email, token: '1' })).toEqual([400, 'Verify requires a verification type'])
  expect(await refusal({ email, type: 'signup' })).toEqual([400, 'Verify requires either a token or a token hash'])
  expect(await refusal({ token: '1', token_hash: 'x', type: 'email' })).toEqual([
    400,
    'Verify requires either a token or a token hash',
  ])
  expect(await refusal({ email: 'none', token: '1', type: 'email' })).toEqual([422, 'Invalid email format'])
  expect(await refusal({ email, token: '1', type: 'constructor' })).toEqual([400, 'Unsupported verification type'])
  expect(await refusal({ token_hash: 'x', type: 'sms' })).toEqual([400, 'Invalid email verification type'])
  expect(await refusal({ token_hash: 'x', email, type: 'email' })).toEqual([
    400,
    'Only the token_hash and type should be provided',
  ])
  expect(await refusal({ token_hash: 'x', redirect_to: 'http://x', type: 'email' })).toEqual([
    400,
    'Only the token_hash and type should be provided',
  ])
  expect(await refusal({ token: '1', type: 'email' })).toEqual([
    400,
    'Only an email address or phone number should be provided on verify',
  ])
  expect((await verify({ email, token: '\0', type: 'email' })).status).toBe(403)
  expect((await verify({ token_hash: `\0${'x'.repeat(100_000)}`, type: 'email' })).status).toBe(403)
})

describe('a forgotten password', () => {
  test('the code from the mail opens a session in which a new password is set, and then no older code works', async () => {
    const { client: other, email } = await person()
    const client = newClient()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    const options = { redirectTo: 'http://localhost:3000/signin?reset=1' }
    expect(await client.auth.resetPasswordForEmail(email, options)).toEqual({ data: {}, error: null })
    const { code, link, subject } = await mailTo(email)
    expect(subject).toBe('Choose a new password')
    expect(link).toMatch(/&type=recovery&redirect_to=http%3A%2F%2Flocalhost%3A3000%2Fsignin%3Freset%3D1$/)
    expect((await client.auth.verifyOtp({ email, token: code, type: 'recovery' })).error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
    await post('/recover', { email })
    const pending = await mailTo(email)
    later(1)
    expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull()
    expect((await mailTo(email)).subject).toBe('Your password was changed')
    expect((await verify({ email, token: pending.code, type: 'recovery' })).body.error_code).toBe('otp_expired')
    expect((await other.auth.getUser()).error).not.toBeNull()
    expect((await newClient().auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
  })

  test('an unknown address gets the very same answer', async () => {
    const { email } = await person()
    const [known, unknown] = [await post('/recover', { email }), await post('/recover', { email: newEmail() })]
    expect(unknown.status).toBe(known.status)
    expect(unknown.body).toEqual(known.body)
    const names = (headers: object) => Object.keys(headers).sort()
    expect(names(unknown.headers)).toEqual(names(known.headers))
  })

  test('a valid address is required', async () => {
    expect((await post('/recover', {})).body.msg).toBe('Password recovery requires an email')
    expect((await post('/recover', { email: 'x' })).body.msg).toBe('Unable to validate email address: invalid format')
  })
})

describe('asking again', () => {
  test('sends the confirmation again', async () => {
    const email = newEmail()
    const client = newClient()
    await client.auth.signUp({ email, password })
    later(1)
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
    expect(await mailsTo(email)).toHaveLength(2)
    const { code } = await mailTo(email)
    expect((await client.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('does not make an earlier password valid', async () => {
    const email = newEmail()
    await newClient().auth.signUp({ email, password })
    await post('/otp', { email })
    later(1)
    await post('/resend', { type: 'signup', email })
    const { code } = await mailTo(email)
    expect((await verify({ email, token: code, type: 'signup' })).status).toBe(200)
    expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  })

  test('gives the same answer to people who wait for nothing and to unknown addresses', async () => {
    const { email } = await person()
    const before = (await mailsTo(email)).length
    for (const address of [email, newEmail()]) {
      for (const type of ['signup', 'email_change']) {
        expect(await post('/resend', { type, email: address })).toMatchObject({ status: 200, body: {} })
      }
    }
    expect(await mailsTo(email)).toHaveLength(before)
  })

  test('says what is missing', async () => {
    const said = async (body: object) => (await post('/resend', body)).body.msg
    expect(await said({ email: 'a@example.com' })).toBe(
      'Missing one of these types: signup, email_change, sms, phone_change',
    )
    expect(await said({ type: 'signup' })).toBe('Type provided requires an email address')
    expect(await said({ type: 'sms' })).toBe('Type provided requires a phone number')
    expect(await said({ type: 'signup', email: 'a@example.com', phone: '1' })).toBe(
      'Only an email address or phone number should be provided.',
    )
    expect(await said({ type: 'sms', phone: '15550001111' })).toBe('Unsupported phone provider')
  })
})
