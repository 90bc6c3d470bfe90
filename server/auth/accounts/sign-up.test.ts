import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp } from '../../testing/test-app.ts'
import { sendInvite } from '../codes/invite.ts'

let clock = Date.now()
const later = (seconds: number) => (clock += seconds * 1000)

const switches = { signupDisabled: false }
const testing = await testApp(({ config }) => ({
  now: () => new Date(clock),
  config: {
    ...config,
    limits: { ...config.limits, anonymous: 30 },
    auth: Object.assign(switches, {
      ...config.auth,
      emailAutoconfirm: false,
      anonymous: true,
      mailMinGapSeconds: 60,
      passwordMinLength: 8,
      passwordRequiredCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'],
    }),
  },
}))
const { app, deps } = testing
const { newClient } = await authClients(testing)
const { mailTo, mailsTo } = keptMail(deps)

const good = `${password} 1`
const newEmail = () => `${randomUUID()}@example.com`
const signUp = (body: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/auth/v1/signup', payload: body, headers })

test('a new address gets a mail and no session; its code opens the first one', async () => {
  const client = newClient()
  const email = newEmail()
  const { data, error } = await client.auth.signUp({ email, password: good, options: { data: { team: 'north' } } })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({
    email,
    role: 'authenticated',
    confirmation_sent_at: new Date(clock).toISOString(),
    user_metadata: { team: 'north', email, email_verified: false, phone_verified: false },
    identities: [{ provider: 'email', email, identity_data: { email_verified: false, team: 'north' } }],
  })
  expect(data.user).not.toHaveProperty('confirmed_at')
  expect((await client.auth.signInWithPassword({ email, password: good })).error).toMatchObject({
    status: 400,
    code: 'email_not_confirmed',
  })

  const { code, subject, link } = await mailTo(email)
  expect(subject).toBe('Confirm your email address')
  expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/v1\/verify\?token=[0-9a-f]{56}&type=signup&redirect_to=/)
  const verified = await client.auth.verifyOtp({ email, token: code, type: 'signup' })
  expect(verified.error).toBeNull()
  expect(verified.data.user).toMatchObject({
    id: data.user!.id,
    email_confirmed_at: new Date(clock).toISOString(),
    user_metadata: { email_verified: true },
    identities: [{ identity_data: { email_verified: true } }],
  })
  expect((await newClient().auth.signInWithPassword({ email, password: good })).error).toBeNull()
})

test('an address with an account gets no mail and the same answer as a new one, which reveals nothing', async () => {
  const email = newEmail()
  const [client, stranger] = [newClient(), newClient()]
  const options = { data: { secret: 'of the owner' } }
  await client.auth.signUp({ email, password: good, options })
  await client.auth.verifyOtp({ email, token: (await mailTo(email)).code, type: 'signup' })
  const before = (await mailsTo(email)).length

  const { data, error } = await stranger.auth.signUp({ email, password: `${good} else`, options: { data: { a: 1 } } })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email, role: '', identities: [], user_metadata: { a: 1 } })
  expect(JSON.stringify(data)).not.toContain('of the owner')
  expect(await mailsTo(email)).toHaveLength(before)
  const fresh = await signUp({ email: newEmail(), password: good })
  later(60)
  const taken = await signUp({ email, password: good })
  const names = (headers: object) => Object.keys(headers).sort()
  expect(names(taken.headers)).toEqual(names(fresh.headers))
  expect(names(taken.json())).toEqual(names(fresh.json()))
  expect((await newClient().auth.signInWithPassword({ email, password: good })).error).toBeNull()
})

test('signing up again before confirming mails again, and changes neither password nor data', async () => {
  const email = newEmail()
  const first = await signUp({ email, password: good, data: { a: 1 } })
  const old = await mailTo(email)
  const again = { email, password: `${good} other`, data: { a: 2 } }
  const soon = await signUp(again)
  expect([soon.statusCode, soon.json().error_code, soon.json().msg]).toEqual([
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 60 seconds.',
  ])
  later(61)
  const second = await signUp(again)
  expect(second.json()).toMatchObject({ id: first.json().id, user_metadata: { a: 1 } })
  const client = newClient()
  expect((await client.auth.verifyOtp({ email, token: old.code, type: 'signup' })).error?.code).toBe('otp_expired')
  const { code } = await mailTo(email)
  expect((await client.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
  expect((await client.auth.signInWithPassword({ email, password: good })).error).toBeNull()
})

test('an address with an account has the same pauses as one without', async () => {
  const email = newEmail()
  const client = newClient()
  await client.auth.signUp({ email, password: good })
  await client.auth.verifyOtp({ email, token: (await mailTo(email)).code, type: 'signup' })
  for (const address of [email, newEmail()]) {
    expect((await signUp({ email: address, password: good })).statusCode).toBe(200)
    expect((await signUp({ email: address, password: good })).json().error_code).toBe('over_email_send_rate_limit')
  }
})

test('many simultaneous sign-ups with one address cause one mail', async () => {
  const email = newEmail()
  const replies = await Promise.all(Array.from({ length: 5 }, () => signUp({ email, password: good })))
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 429, 429, 429, 429])
  expect(await mailsTo(email)).toHaveLength(1)
})

test('somebody who was invited learns nothing about the invitation by signing up, and joins through the mail', async () => {
  const email = newEmail()
  const invitation = {
    email,
    data: { salary: 1 },
    redirectTo: 'http://localhost:3000',
    actor: { id: null, name: 'admin' },
  }
  const invited = await inAuthScope(deps.db, (trx) =>
    sendInvite(
      trx,
      {
        deps,
        product: {
          version: '1',
          onUserDeleted: async () => {},
          onNewUser: async () => {},
          invitedAddress: async () => null,
        },
      },
      invitation,
    ),
  )
  expect(invited).toMatchObject({ email, invited_at: new Date(clock).toISOString() })
  expect((await mailTo(email)).link).toContain('&type=invite&')
  expect((await signUp({ email, password: good })).json()).toMatchObject({
    id: invited.id,
    user_metadata: {},
    identities: [],
  })
})

test('an invitation’s code opens a session', async () => {
  const email = newEmail()
  const invitation = { email, data: {}, redirectTo: 'http://localhost:3000', actor: { id: null, name: 'admin' } }
  const context = {
    deps,
    product: {
      version: '1',
      onUserDeleted: async () => {},
      onNewUser: async () => {},
      invitedAddress: async () => null,
    },
  }
  await inAuthScope(deps.db, (trx) => sendInvite(trx, context, invitation))
  const { code, hash } = await mailTo(email)
  expect(hash).toHaveLength(56)
  const { data, error } = await newClient().auth.verifyOtp({ email, token: code, type: 'invite' })
  expect(error).toBeNull()
  expect(data.user!.email_confirmed_at).toBeTruthy()
  await expect(inAuthScope(deps.db, (trx) => sendInvite(trx, context, invitation))).rejects.toMatchObject({
    code: 'email_exists',
  })
})

test('passwords follow the policy, in the protocol’s words', async () => {
  const refusal = async (value: string) => {
    const { error } = await newClient().auth.signUp({ email: newEmail(), password: value })
    return [error?.code, error?.message, (error as { reasons?: string[] }).reasons]
  }
  const each = 'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789.'
  expect(await refusal('abc1')).toEqual(['weak_password', 'Password should be at least 8 characters.', ['length']])
  expect(await refusal('abcdefgh')).toEqual(['weak_password', each, ['characters']])
  expect(await refusal('1234')).toEqual([
    'weak_password',
    `Password should be at least 8 characters. ${each}`,
    ['length', 'characters'],
  ])
  expect(await refusal('ü1'.repeat(25))).toEqual([
    'validation_failed',
    'Password cannot be longer than 72 characters',
    undefined,
  ])
})

test('problems of a sign-up are reported in the protocol’s order', async () => {
  const refusal = async (body: object) => {
    const reply = await signUp(body)
    return [reply.statusCode, reply.json().error_code, reply.json().msg]
  }
  const email = newEmail()
  expect(await refusal({ email })).toEqual([400, 'validation_failed', 'Signup requires a valid password'])
  expect(await refusal({ email, phone: '1', password: good })).toEqual([
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on signup.',
  ])
  expect(await refusal({ phone: '15550001111', password: good })).toEqual([
    400,
    'phone_provider_disabled',
    'Phone signups are disabled',
  ])
  expect(
    await refusal({ phone: '1', password: good, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }),
  ).toEqual([400, 'validation_failed', 'PKCE not supported for phone signups'])
  for (const odd of ['none', 'a@b@c', 'a\r\nBcc: x@example.com', '"a b"@example.com', `${'a'.repeat(300)}@x.com`]) {
    expect(await refusal({ email: odd, password: good })).toEqual([
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ])
  }
})

test('an anonymous person has a session and no address, and becomes permanent with one', async () => {
  const client = newClient()
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { cart: 3 } } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    is_anonymous: true,
    email: '',
    phone: '',
    app_metadata: {},
    user_metadata: { cart: 3 },
    identities: [],
  })
  expect((await client.auth.getClaims()).data!.claims).toMatchObject({
    is_anonymous: true,
    amr: [{ method: 'anonymous' }],
  })
  expect((await client.auth.updateUser({ password: good })).error).toMatchObject({
    status: 422,
    message: 'Updating password of an anonymous user without an email or phone is not allowed',
  })

  const email = newEmail()
  expect((await client.auth.updateUser({ email })).data.user).toMatchObject({ new_email: email, is_anonymous: true })
  const { code } = await mailTo(email)
  const verified = await client.auth.verifyOtp({ email, token: code, type: 'email_change' })
  expect(verified.error).toBeNull()
  expect(verified.data.user).toMatchObject({
    id: data.user!.id,
    email,
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { cart: 3, email },
    identities: [{ provider: 'email', email }],
  })
  const token = (await client.auth.getSession()).data.session!.access_token
  const me = await app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })
  expect(me.statusCode).toBe(200)
})

test('anonymous sign-ins have their own limit', async () => {
  const call = () => signUp({ data: {} }, { 'x-forwarded-for': '192.0.2.9' })
  const replies = []
  for (let count = 0; count < 31; count++) replies.push((await call()).statusCode)
  expect(replies.filter((status) => status === 200).length).toBeLessThanOrEqual(30)
  expect(replies.at(-1)).toBe(429)
  expect((await signUp({ email: newEmail(), password: good })).statusCode).toBe(200)
})

test('if sign-up is off, nobody gets a new account in any way, and those who have one can sign in', async () => {
  const email = newEmail()
  const client = newClient()
  await client.auth.signUp({ email, password: good })
  await client.auth.verifyOtp({ email, token: (await mailTo(email)).code, type: 'signup' })
  switches.signupDisabled = true
  try {
    const refused = { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' }
    expect((await client.auth.signUp({ email: newEmail(), password: good })).error).toMatchObject(refused)
    expect((await client.auth.signInWithOtp({ email: newEmail() })).error).toMatchObject(refused)
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
    expect((await client.auth.signInWithPassword({ email, password: good })).error).toBeNull()
  } finally {
    switches.signupDisabled = false
  }
})
