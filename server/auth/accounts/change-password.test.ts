import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp } from '../../testing/test-app.ts'

let aheadMs = 0
const settings = { reauthentication: false, currentPasswordRequired: false }
const testing = await testApp(({ config }) => ({
  now: () => new Date(Date.now() + aheadMs),
  config: { ...config, auth: Object.assign(settings, { ...config.auth, jwtExpirySeconds: 604_800, ...settings }) },
}))
const { deps } = testing
const { newClient, signedUp } = await authClients(testing)
const { mailTo, mailsTo } = keptMail(deps)
const fresh = () => `new ${randomUUID()}`
const dayMs = 86_400_000

beforeEach(() => Object.assign(settings, { reauthentication: false, currentPasswordRequired: false }))

test('a session older than a day needs a code from the mailbox, which works once', async () => {
  settings.reauthentication = true
  const { client, email } = await signedUp()
  expect((await client.auth.updateUser({ password: fresh() })).error).toBeNull()
  aheadMs += dayMs + 1000
  expect((await client.auth.updateUser({ password: fresh() })).error).toMatchObject({
    status: 400,
    code: 'reauthentication_needed',
    message: 'Password update requires reauthentication',
  })
  expect((await client.auth.reauthenticate()).error).toBeNull()
  const { subject, code, link } = await mailTo(email)
  expect([subject, link]).toEqual(['Your code', ''])
  expect((await client.auth.getUser()).data.user).toHaveProperty('reauthentication_sent_at')
  expect((await client.auth.updateUser({ password: fresh(), nonce: code })).error).toBeNull()
  expect((await client.auth.updateUser({ password: fresh(), nonce: code })).error).toMatchObject({
    status: 422,
    code: 'reauthentication_not_valid',
    message: 'Nonce has expired or is invalid',
  })
})

test('a wrong code is refused even if none is required, and five of them end it', async () => {
  const { client, email } = await signedUp()
  await client.auth.reauthenticate()
  const { code } = await mailTo(email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let count = 0; count < 5; count++) {
    const { error } = await client.auth.updateUser({ password: fresh(), nonce: wrong })
    expect(error?.code).toBe('reauthentication_not_valid')
  }
  expect((await client.auth.updateUser({ password: fresh(), nonce: code })).error?.code).toBe(
    'reauthentication_not_valid',
  )
  // And it signs nobody in.
  await client.auth.reauthenticate()
  const next = await mailTo(email)
  expect((await newClient().auth.verifyOtp({ email, token: next.code, type: 'email' })).error?.code).toBe('otp_expired')
})

test('the current password is required if the settings say so, and must be right whenever it is given', async () => {
  const { client, email } = await signedUp()
  const wrong = { password: fresh(), current_password: 'not mine' }
  expect((await client.auth.updateUser(wrong)).error).toMatchObject({ status: 400, code: 'current_password_invalid' })
  settings.currentPasswordRequired = true
  expect((await client.auth.updateUser({ password: fresh() })).error).toMatchObject({
    status: 400,
    code: 'current_password_required',
  })
  expect((await client.auth.updateUser(wrong)).error?.code).toBe('current_password_invalid')
  const next = fresh()
  expect((await client.auth.updateUser({ password: next, current_password: password })).error).toBeNull()
  expect((await mailTo(email)).subject).toBe('Your password was changed')

  // Who forgot it came by a mail, or shows a code from one.
  const other = newClient()
  await other.auth.resetPasswordForEmail(email)
  await other.auth.verifyOtp({ email, token: (await mailTo(email)).code, type: 'recovery' })
  expect((await other.auth.updateUser({ password: fresh() })).error).toBeNull()
  aheadMs += 2 * 3_600_000
  expect((await other.auth.updateUser({ password: fresh() })).error?.code).toBe('current_password_required')
  await other.auth.reauthenticate()
  const { code } = await mailTo(email)
  expect((await other.auth.updateUser({ password: fresh(), nonce: code })).error).toBeNull()
})

test('somebody without a confirmed address cannot get a code', async () => {
  const { client, user } = await signedUp()
  const set = (fields: object) =>
    inAuthScope(deps.db, (trx) => trx.updateTable('auth.users').set(fields).where('id', '=', user.id).execute())
  await set({ email_confirmed_at: null })
  expect((await client.auth.reauthenticate()).error).toMatchObject({
    status: 422,
    code: 'email_not_confirmed',
    message: 'Please verify your email first.',
  })
  await set({ email: null })
  expect((await client.auth.reauthenticate()).error).toMatchObject({
    status: 400,
    message: 'Reauthentication requires the user to have an email or a phone number',
  })
})

test('the log shows what happened, without secrets', async () => {
  const { client, user, email } = await signedUp()
  const next = fresh()
  await newClient().auth.signInWithPassword({ email, password: 'wrong one' })
  await client.auth.reauthenticate()
  const { code } = await mailTo(email)
  await client.auth.updateUser({ password: next, nonce: code })
  await client.auth.signOut()
  const entries = await inAuthScope(deps.db, (trx) =>
    trx.selectFrom('auth.audit_entries').selectAll().where('user_id', '=', user.id).orderBy('at').execute(),
  )
  expect(entries.map((entry) => entry.action)).toEqual([
    'user_signedup',
    'login_failed',
    'reauthentication_requested',
    'password_changed',
    'logout',
  ])
  expect(entries.every((entry) => entry.ip === '127.0.0.1')).toBe(true)
  for (const secret of [password, next, 'wrong one', code]) expect(JSON.stringify(entries)).not.toContain(secret)
  expect(await mailsTo(email)).toHaveLength(2)
})
