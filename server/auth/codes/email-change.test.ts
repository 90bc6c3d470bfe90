import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp } from '../../testing/test-app.ts'

const settings = { emailAutoconfirm: false, secureEmailChange: true }
const testing = await testApp(({ config }) => ({
  // One object, so that a test can change a setting for a moment.
  config: { ...config, auth: Object.assign(settings, { ...config.auth, ...settings }) },
}))
const { app, deps } = testing
const { newClient } = await authClients(testing)
const { mailTo, mailsTo } = keptMail(deps)

const newEmail = () => `${randomUUID()}@example.com`
const get = (url: string) => app.inject({ method: 'GET', url })

async function person() {
  const client = newClient()
  const email = newEmail()
  await client.auth.signUp({ email, password })
  const { data, error } = await client.auth.verifyOtp({ email, token: (await mailTo(email)).code, type: 'signup' })
  if (error) throw error
  return { client, email, user: data.user!, session: data.session! }
}

test('the address changes once both mailboxes have confirmed, in either order', async () => {
  for (const order of ['current first', 'new first']) {
    const { client, email } = await person()
    const wanted = newEmail()
    const { data, error } = await client.auth.updateUser({ email: wanted })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: wanted, email_change_sent_at: expect.any(String) })
    const [current, fresh] = [await mailTo(email), await mailTo(wanted)]
    expect([current.subject, fresh.subject]).toEqual([
      'Your email address is about to change',
      'Confirm your new email address',
    ])
    expect(current.text).toContain(wanted)
    const both = [
      { email, token: current.code, type: 'email_change' as const },
      { email: wanted, token: fresh.code, type: 'email_change' as const },
    ]
    const [first, second] = order === 'current first' ? both : both.toReversed()
    const half = await app.inject({ method: 'POST', url: '/auth/v1/verify', payload: first! })
    expect(half.statusCode).toBe(200)
    expect(half.json()).toEqual({
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      code: '200',
    })
    const again = await app.inject({ method: 'POST', url: '/auth/v1/verify', payload: first! })
    expect(again.json().error_code).toBe('otp_expired')
    expect((await client.auth.getUser()).data.user!.email).toBe(email)

    const whole = await newClient().auth.verifyOtp(second!)
    expect(whole.error).toBeNull()
    expect(whole.data.user).toMatchObject({
      email: wanted,
      user_metadata: { email: wanted },
      identities: [{ email: wanted, identity_data: { email: wanted, email_verified: true } }],
    })
    expect(whole.data.user).not.toHaveProperty('new_email')
    expect((await mailTo(email)).subject).toBe('Your email address was changed')
    expect((await newClient().auth.signInWithPassword({ email: wanted, password })).error).toBeNull()
  }
})

test('the links do the same: the first confirms, the second signs in', async () => {
  const { client, email } = await person()
  const wanted = newEmail()
  await client.auth.updateUser({ email: wanted }, { emailRedirectTo: 'http://localhost:3000/my-account' })
  const first = await get((await mailTo(wanted)).path)
  expect(first.statusCode).toBe(303)
  expect(first.headers.location).toBe(
    'http://localhost:3000/my-account#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=',
  )
  const second = await get((await mailTo(email)).path)
  expect(second.headers.location).toMatch(/^http:\/\/localhost:3000\/my-account#access_token=.*&type=email_change$/)
})

test('with PKCE the first link’s message is in the query too, and the second link gives the code', async () => {
  const { session, email } = await person()
  const wanted = newEmail()
  const verifier = randomBytes(40).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  await app.inject({
    method: 'PUT',
    url: '/auth/v1/user',
    headers: { authorization: `Bearer ${session.access_token}` },
    payload: { email: wanted, code_challenge, code_challenge_method: 's256' },
  })
  const first = String((await get((await mailTo(email)).path)).headers.location)
  expect(first).toMatch(/^http:\/\/localhost:3000\?message=Confirmation\+link\+accepted[^#]*#message=.*&sb=$/)
  const second = String((await get((await mailTo(wanted)).path)).headers.location)
  const auth_code = new URL(second).searchParams.get('code')
  const traded = await app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=pkce',
    payload: { auth_code, code_verifier: verifier },
  })
  expect(traded.json()).toMatchObject({ user: { email: wanted } })
})

test('one mailbox alone changes nothing, even if it confirmed an earlier request', async () => {
  const { client, email } = await person()
  const [first, second] = [newEmail(), newEmail()]
  await client.auth.updateUser({ email: first })
  const old = await mailTo(email)
  await newClient().auth.verifyOtp({ email, token: old.code, type: 'email_change' })
  // The owner agreed to the first address only.
  await client.auth.updateUser({ email: second })
  await newClient().auth.verifyOtp({ email: second, token: (await mailTo(second)).code, type: 'email_change' })
  expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: second })
  const stale = await newClient().auth.verifyOtp({
    email: first,
    token: (await mailTo(first)).code,
    type: 'email_change',
  })
  expect(stale.error?.code).toBe('otp_expired')
})

test('an address that is taken is refused at once, or at the end if somebody was faster', async () => {
  const [mine, theirs] = [await person(), await person()]
  expect((await mine.client.auth.updateUser({ email: theirs.email.toUpperCase() })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
  const wanted = newEmail()
  await mine.client.auth.updateUser({ email: wanted })
  const [current, fresh] = [await mailTo(mine.email), await mailTo(wanted)]
  await newClient().auth.signUp({ email: wanted, password })
  await newClient().auth.verifyOtp({ email: mine.email, token: current.code, type: 'email_change' })
  const late = await newClient().auth.verifyOtp({ token_hash: fresh.hash, type: 'email_change' })
  expect(late.error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await mine.client.auth.getUser()).data.user!.email).toBe(mine.email)
})

test('a recovery mail to the previous address stops working after the change', async () => {
  const { client, email } = await person()
  const wanted = newEmail()
  await client.auth.resetPasswordForEmail(email)
  const recovery = await mailTo(email)
  await client.auth.updateUser({ email: wanted })
  await newClient().auth.verifyOtp({ token_hash: (await mailTo(email)).hash, type: 'email_change' })
  await newClient().auth.verifyOtp({ token_hash: (await mailTo(wanted)).hash, type: 'email_change' })
  for (const proof of [
    { email, token: recovery.code, type: 'recovery' as const },
    { email: wanted, token: recovery.code, type: 'recovery' as const },
    { token_hash: recovery.hash, type: 'recovery' as const },
  ]) {
    expect((await newClient().auth.verifyOtp(proof)).error?.code).toBe('otp_expired')
  }
})

test('the mails are sent again on request', async () => {
  const { client, email } = await person()
  const wanted = newEmail()
  await client.auth.updateUser({ email: wanted })
  expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull()
  expect(await mailsTo(wanted)).toHaveLength(2)
  expect((await mailTo(email)).code).not.toBe('')
})

test('with secure changes off, the new mailbox alone is enough', async () => {
  const { client, email } = await person()
  const wanted = newEmail()
  settings.secureEmailChange = false
  try {
    const before = (await mailsTo(email)).length
    await client.auth.updateUser({ email: wanted })
    expect(await mailsTo(email)).toHaveLength(before)
    const { code } = await mailTo(wanted)
    const { data } = await newClient().auth.verifyOtp({ email: wanted, token: code, type: 'email_change' })
    expect(data.user!.email).toBe(wanted)
  } finally {
    settings.secureEmailChange = true
  }
})

describe('who has a second factor', () => {
  test('changes address and password only after showing it', async () => {
    const { client, user, session } = await person()
    await inAuthScope(deps.db, (trx) =>
      trx
        .insertInto('auth.factors')
        .values({
          user_id: user.id,
          factor_type: 'totp',
          status: 'verified',
          created_at: new Date(),
          updated_at: new Date(),
        })
        .execute(),
    )
    const refusal = {
      status: 401,
      code: 'insufficient_aal',
      message: 'AAL2 session is required to update email or password when MFA is enabled.',
    }
    expect((await client.auth.updateUser({ email: newEmail() })).error).toMatchObject(refusal)
    expect((await client.auth.updateUser({ password: 'a new password' })).error).toMatchObject(refusal)
    expect((await client.auth.updateUser({ data: { fine: true } })).error).toBeNull()
    await inAuthScope(deps.db, (trx) =>
      trx.updateTable('auth.sessions').set({ aal: 'aal2' }).where('user_id', '=', user.id).execute(),
    )
    expect(session.access_token).toBeTruthy()
    expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull()
  })
})
