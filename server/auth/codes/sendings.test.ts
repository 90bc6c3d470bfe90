import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp } from '../../testing/test-app.ts'
import { forgetWhatIsOver } from '../housekeeping.ts'

let aheadMs = 0
const limits = { mails: 1_000_000 }
const testing = await testApp(({ config }) => ({
  now: () => new Date(Date.now() + aheadMs),
  config: {
    ...config,
    limits: Object.assign(limits, { ...config.limits }),
    auth: {
      ...config.auth,
      emailAutoconfirm: false,
      mailMinGapSeconds: 60,
    },
  },
}))
const { app, deps } = testing
const { newClient } = await authClients(testing)
const { mailTo, mailsTo } = keptMail(deps)

beforeEach(() => {
  limits.mails = 1_000_000
})

const newEmail = () => `${randomUUID()}@example.com`
const post = async (path: string, payload: object) => {
  const reply = await app.inject({ method: 'POST', url: `/auth/v1${path}`, payload })
  const body = reply.json()
  return { status: reply.statusCode, code: body.error_code, text: body.msg }
}
async function person() {
  const email = newEmail()
  await newClient().auth.signUp({ email, password })
  await newClient().auth.verifyOtp({ email, token: (await mailTo(email)).code, type: 'signup' })
  return email
}
const tooSoon = { status: 429, code: 'over_email_send_rate_limit' }

test('there is a pause between two mails of a kind, the same for addresses with and without an account', async () => {
  for (const email of [await person(), newEmail()]) {
    for (const [path, body] of [
      ['/recover', { email }],
      ['/otp', { email }],
    ] as const) {
      expect((await post(path, body)).status).toBe(200)
      const soon = await post(path, body)
      expect(soon).toMatchObject(tooSoon)
      expect(soon.text).toMatch(/^For security purposes, you can only request this after (59|60) seconds\.$/)
      // Neither case nor another kind of question gets around it.
      expect(await post(path, { email: email.toUpperCase() })).toMatchObject(tooSoon)
    }
    expect(await post('/magiclink', { email })).toMatchObject(tooSoon)
    expect(await post('/signup', { email, password })).toMatchObject(tooSoon)
    expect(await post('/resend', { type: 'signup', email })).toMatchObject(tooSoon)
    aheadMs += 61_000
    expect((await post('/recover', { email })).status).toBe(200)
  }
})

test('many simultaneous requests cause one mail', async () => {
  const email = await person()
  const before = (await mailsTo(email)).length
  const replies = await Promise.all(Array.from({ length: 10 }, () => post('/recover', { email })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await mailsTo(email)).toHaveLength(before + 1)
})

test('somebody who has read the mail may ask for the next one at once', async () => {
  const email = await person()
  await post('/otp', { email })
  await newClient().auth.verifyOtp({ email, token: (await mailTo(email)).code, type: 'email' })
  expect((await post('/otp', { email })).status).toBe(200)
})

test('there is a limit on how many mails the whole server sends in an hour', async () => {
  const known = await person()
  aheadMs += 3_601_000
  limits.mails = 3
  for (let count = 0; count < 3; count++) expect((await post('/otp', { email: newEmail() })).status).toBe(200)
  for (const email of [known, newEmail()]) {
    expect(await post('/recover', { email })).toEqual({ ...tooSoon, text: 'email rate limit exceeded' })
    expect(await post('/otp', { email })).toEqual({ ...tooSoon, text: 'email rate limit exceeded' })
  }
  aheadMs += 3_601_000
  expect((await post('/recover', { email: known })).status).toBe(200)
})

test('addresses without an account do not count toward it', async () => {
  aheadMs += 3_601_000
  limits.mails = 1
  for (let count = 0; count < 3; count++) expect((await post('/recover', { email: newEmail() })).status).toBe(200)
})

test('what nobody came back for is deleted', async () => {
  const email = await person()
  await post('/recover', { email })
  const count = (table: 'auth.sendings' | 'auth.one_time_tokens') =>
    inAuthScope(deps.db, async (trx) => (await trx.selectFrom(table).selectAll().execute()).length)
  const forget = () => inAuthScope(deps.db, (trx) => forgetWhatIsOver(trx, deps.config.auth, deps.now()))
  await forget()
  expect(await count('auth.one_time_tokens')).toBeGreaterThan(0)
  expect(await count('auth.sendings')).toBeGreaterThan(0)
  aheadMs += 2 * 86_400_000
  await forget()
  expect([await count('auth.one_time_tokens'), await count('auth.sendings')]).toEqual([0, 0])
})
