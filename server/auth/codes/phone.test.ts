import { randomInt } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startSmsDouble } from '../../outside/sms-double.ts'
import { openSms } from '../../outside/sms.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const account = { accountSid: 'AC0123', authToken: 'secret' }
const double = await startSmsDouble(account)
afterAll(() => double.close())

let aheadMs = 0
const settings = { phoneAutoconfirm: false, mailMinGapSeconds: 0, emailAutoconfirm: false }
const testing = await testApp(({ config }) => ({
  now: () => new Date(Date.now() + aheadMs),
  sms: openSms({ ...account, from: '+15005550006', url: double.url }),
  config: {
    ...config,
    auth: Object.assign(settings, { ...config.auth, testOtp: new Map([['15550009999', '777777']]), ...settings }),
  },
}))
const { app } = testing
const { newClient } = await authClients(testing)

beforeEach(() => {
  double.behave({ mood: 'well' })
  Object.assign(settings, { phoneAutoconfirm: false, mailMinGapSeconds: 0 })
})

const newPhone = () => `1555${randomInt(1_000_000, 9_999_999)}`
const textsTo = (phone: string) => double.texts.filter(({ to }) => to === `+${phone}`)
const codeTo = (phone: string) => /^\d{6}/.exec(textsTo(phone).at(-1)?.body ?? '')?.[0] ?? ''
const post = async (path: string, payload: object) => {
  const reply = await app.inject({ method: 'POST', url: `/auth/v1${path}`, payload })
  return { status: reply.statusCode, body: reply.json() }
}

test('a new number signs up with a text, whose code confirms it; then the password works', async () => {
  const client = newClient()
  const phone = newPhone()
  const { data, error } = await client.auth.signUp({ phone: `+${phone}`, password, options: { data: { van: 2 } } })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({
    phone,
    email: '',
    app_metadata: { provider: 'phone', providers: ['phone'] },
    user_metadata: { van: 2, phone, phone_verified: false },
    identities: [{ provider: 'phone', identity_data: { phone } }],
  })
  expect((await client.auth.signInWithPassword({ phone, password })).error?.code).toBe('phone_not_confirmed')
  expect(textsTo(phone)[0]).toMatchObject({
    from: '+15005550006',
    body: expect.stringMatching(/^\d{6} is your Karta code/),
  })
  const verified = await client.auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
  expect(verified.error).toBeNull()
  expect(verified.data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) })
  const signedIn = await newClient().auth.signInWithPassword({ phone: `+${phone}`, password })
  expect(signedIn.error).toBeNull()
  expect((await newClient().auth.signInWithPassword({ phone, password: 'wrong' })).error?.code).toBe(
    'invalid_credentials',
  )
  const again = await client.auth.signUp({ phone, password })
  expect(again.data.user).toMatchObject({ phone, role: '', identities: [] })
})

test('a code signs in without a password; the reply has the id of the text', async () => {
  const client = newClient()
  const phone = newPhone()
  const { data, error } = await client.auth.signInWithOtp({ phone: `+${phone}` })
  expect(error).toBeNull()
  expect(data).toMatchObject({ user: null, session: null, messageId: expect.stringMatching(/^SM/) })
  expect((await client.auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })).error).toBeNull()
})

test('a code is valid for a minute, and five wrong codes end it', async () => {
  const client = newClient()
  const phone = newPhone()
  await client.auth.signInWithOtp({ phone })
  aheadMs += 61_000
  expect((await client.auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })).error?.code).toBe('otp_expired')
  await client.auth.signInWithOtp({ phone })
  const code = codeTo(phone)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await Promise.all(Array.from({ length: 8 }, () => post('/verify', { phone, token: wrong, type: 'sms' })))
  expect((await client.auth.verifyOtp({ phone, token: code, type: 'sms' })).error?.code).toBe('otp_expired')
})

test('the caller learns what the provider refused, and may try again at once', async () => {
  settings.mailMinGapSeconds = 60
  const phone = newPhone()
  double.behave({ mood: 'refuses' })
  expect(await post('/otp', { phone })).toMatchObject({
    status: 422,
    body: {
      error_code: 'sms_send_failed',
      msg: `Error sending confirmation OTP to provider: Invalid 'To' Phone Number: +${phone} (21211)`,
    },
  })
  double.behave({ mood: 'down' })
  expect((await post('/signup', { phone, password })).body.msg).toBe(
    'Error sending confirmation OTP to provider: the provider answers with status 503',
  )
  double.behave({ mood: 'well' })
  expect((await post('/otp', { phone })).status).toBe(200)
  expect((await post('/otp', { phone })).body).toMatchObject({
    error_code: 'over_sms_send_rate_limit',
    msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
  })
})

test('a number changes once its code is used, and a number that is taken is refused', async () => {
  const client = newClient()
  const [phone, wanted] = [newPhone(), newPhone()]
  await client.auth.signInWithOtp({ phone })
  await client.auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
  const { data, error } = await client.auth.updateUser({ phone: `+${wanted}` })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ phone, new_phone: wanted, phone_change_sent_at: expect.any(String) })
  expect((await client.auth.resend({ type: 'phone_change', phone })).data).toHaveProperty('messageId')
  expect(textsTo(wanted)).toHaveLength(2)
  const changed = await client.auth.verifyOtp({ phone: wanted, token: codeTo(wanted), type: 'phone_change' })
  expect(changed.error).toBeNull()
  expect(changed.data.user).toMatchObject({ phone: wanted, identities: [{ identity_data: { phone: wanted } }] })

  const other = newClient()
  const theirs = newPhone()
  await other.auth.signInWithOtp({ phone: theirs })
  await other.auth.verifyOtp({ phone: theirs, token: codeTo(theirs), type: 'sms' })
  expect((await other.auth.updateUser({ phone: wanted })).error).toMatchObject({ status: 422, code: 'phone_exists' })
})

test('somebody with only a phone number reauthenticates by text', async () => {
  const client = newClient()
  const phone = newPhone()
  await client.auth.signInWithOtp({ phone })
  await client.auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
  expect((await client.auth.reauthenticate()).error).toBeNull()
  expect((await client.auth.updateUser({ password: 'a new password', nonce: codeTo(phone) })).error).toBeNull()
  expect((await newClient().auth.signInWithPassword({ phone, password: 'a new password' })).error).toBeNull()
})

test('a number with a fixed test code gets no text', async () => {
  const phone = '15550009999'
  expect(await post('/otp', { phone: `+${phone}` })).toEqual({ status: 200, body: {} })
  expect(textsTo(phone)).toHaveLength(0)
  expect((await post('/verify', { phone, token: '777777', type: 'sms' })).status).toBe(200)
})

test('if numbers need no confirmation, a sign-up opens a session at once', async () => {
  settings.phoneAutoconfirm = true
  const phone = newPhone()
  const { data, error } = await newClient().auth.signUp({ phone, password })
  expect(error).toBeNull()
  expect(data.session).not.toBeNull()
  expect(data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) })
  expect(textsTo(phone)).toHaveLength(0)
  expect((await newClient().auth.signUp({ phone, password })).error?.code).toBe('user_already_exists')
})

describe('numbers', () => {
  test.each(['0123456789', '12345678901234567', 'abc', '+', '1', '15550001111x', '++15550001111', '1555\u0000111'])(
    '%j is refused',
    async (phone) => {
      expect((await post('/otp', { phone })).body).toMatchObject({
        code: 400,
        msg: 'Invalid phone number format (E.164 required)',
      })
    },
  )

  test('spaces and a leading plus are not part of the number', async () => {
    const phone = newPhone()
    expect((await post('/otp', { phone: ` +${phone.slice(0, 4)} ${phone.slice(4)}` })).status).toBe(200)
    expect(textsTo(phone)).toHaveLength(1)
  })

  test('channels other than SMS are refused', async () => {
    expect((await post('/otp', { phone: newPhone(), channel: 'whatsapp' })).body.error_code).toBe('validation_failed')
  })
})

test('the settings show that texts can be sent', async () => {
  const { external, sms_provider } = (await app.inject('/auth/v1/settings')).json()
  expect([external.phone, sms_provider]).toEqual([true, 'twilio'])
})
