import { decodeJwt } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { inAuthScope, inSiteScope } from '../../db/connect.ts'
import { startSmsDouble } from '../../outside/sms-double.ts'
import { openSms } from '../../outside/sms.ts'
import { authClients } from '../../testing/auth-client.ts'
import { addTotp } from '../../testing/second-factor.ts'
import { testApp } from '../../testing/test-app.ts'

const account = { accountSid: 'AC1', authToken: 'token' }
const double = await startSmsDouble(account)
afterAll(double.close)

let aheadSeconds = 0
const testNumber = '15550009999'
const testing = await testApp(({ config }) => ({
  now: () => new Date(Date.now() + aheadSeconds * 1000),
  sms: openSms({ ...account, from: '+15550000000', url: double.url }),
  config: {
    ...config,
    auth: { ...config.auth, mailMinGapSeconds: 60, testOtp: new Map([[testNumber, '424242']]) },
  },
}))
const { deps } = testing
const { signedUp } = await authClients(testing)

const without = await testApp(({ config }) => ({
  config: { ...config, auth: { ...config.auth, testOtp: new Map([[testNumber, '424242']]) } },
}))
const withoutProvider = await authClients(without)
const plain = await testApp()
const withoutAnything = await authClients(plain)

let lastNumber = 15_550_010_000
const newNumber = () => String(++lastNumber)

const sentTo = (phone: string) => double.texts.filter((text) => text.to === `+${phone}`).map((text) => text.body)
const codeIn = (body: string | undefined) => /^\d{6}/.exec(body ?? '')?.[0] ?? 'no code'

type Client = Awaited<ReturnType<typeof signedUp>>['client']

async function enroll({ auth }: Client, phone: string, friendlyName?: string) {
  const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone, ...(friendlyName && { friendlyName }) })
  expect(error).toBeNull()
  return data!
}

test('a number is enrolled, gets a code by text, and raises the session', async () => {
  const { client, user, email } = await signedUp()
  const phone = newNumber()
  const factor = await enroll(client, `+${phone}`, 'Work')
  expect(factor).toEqual({ id: factor.id, type: 'phone', friendly_name: 'Work', phone })
  const { data: asked, error } = await client.auth.mfa.challenge({ factorId: factor.id, channel: 'sms' })
  expect(error).toBeNull()
  expect(asked).toMatchObject({ type: 'phone', expires_at: expect.any(Number) })
  expect(sentTo(phone)).toEqual([
    expect.stringMatching(/^\d{6} is your Karta code\. It works for five minutes\. Tell it to nobody\.$/),
  ])
  const code = codeIn(sentTo(phone)[0])
  const verify = (given: string) => client.auth.mfa.verify({ factorId: factor.id, challengeId: asked!.id, code: given })
  const wrong = { status: 422, code: 'mfa_verification_failed', message: 'Invalid MFA Phone code entered' }
  for (const guess of [code === '111111' ? '222222' : '111111', 'x', `${code}\0`]) {
    expect((await verify(guess)).error).toMatchObject(wrong)
  }
  const { data: raised } = await verify(code)
  expect(decodeJwt(raised!.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/phone' }, { method: 'password' }],
  })
  expect((await verify(code)).error?.code).toBe('mfa_ip_address_mismatch')
  expect((await client.auth.mfa.listFactors()).data!.phone).toMatchObject([
    { id: factor.id, phone, status: 'verified' },
  ])
  const mails = await inSiteScope(deps.db, (trx) =>
    trx.selectFrom('site.mails').selectAll().where('recipient', '=', email).execute(),
  )
  expect(mails.map((mail) => mail.subject)).toEqual(['A second factor was added'])
  expect(mails[0]!.text_part).toContain('a phone number')
  const stored = await inAuthScope(deps.db, async (trx) => [
    await trx.selectFrom('auth.challenges').selectAll().where('factor_id', '=', factor.id).execute(),
    await trx.selectFrom('auth.audit_entries').selectAll().where('user_id', '=', user.id).execute(),
  ])
  expect(JSON.stringify(stored)).not.toContain(code)
})

test('the next code has to wait a minute, and an older one works until it expires', async () => {
  const { client } = await signedUp()
  const phone = newNumber()
  const { id: factorId } = await enroll(client, phone)
  const { data: first } = await client.auth.mfa.challenge({ factorId })
  expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
    message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
  })
  aheadSeconds += 61
  const { data: second } = await client.auth.mfa.challenge({ factorId })
  const [codeOfFirst, codeOfSecond] = sentTo(phone).map(codeIn)
  const verify = (challengeId: string, code: string) => client.auth.mfa.verify({ factorId, challengeId, code })
  if (codeOfFirst !== codeOfSecond) {
    expect((await verify(first!.id, codeOfSecond!)).error?.code).toBe('mfa_verification_failed')
  }
  aheadSeconds += 250
  expect((await verify(first!.id, codeOfFirst!)).error?.code).toBe('mfa_challenge_expired')
  expect((await verify(second!.id, codeOfSecond!)).error).toBeNull()
})

test('if the provider refuses a text, the caller is told and may ask again at once', async () => {
  const { client } = await signedUp()
  const { id: factorId } = await enroll(client, newNumber())
  double.behave({ mood: 'down' })
  const { error } = await client.auth.mfa.challenge({ factorId })
  double.behave({ mood: 'well' })
  expect(error).toMatchObject({
    status: 422,
    code: 'sms_send_failed',
    message: expect.stringMatching(/^Error sending confirmation OTP to provider: /),
  })
  expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull()
})

test('a missing, malformed or already verified number is refused', async () => {
  const { client } = await signedUp()
  const attempt = async (phone: string) => (await client.auth.mfa.enroll({ factorType: 'phone', phone })).error
  const bad = (message: string) => ({ status: 400, code: 'validation_failed', message })
  expect(await attempt('')).toMatchObject(bad('Phone number required to enroll Phone factor'))
  for (const odd of ['0049', '+49 30 x', '1'.repeat(16), '+', '155\0']) {
    expect(await attempt(odd)).toMatchObject(bad('Invalid phone number format (E.164 required)'))
  }
  const phone = newNumber()
  const first = await enroll(client, phone, 'Same name')
  const second = await enroll(client, `+${phone}`, 'Same name')
  expect((await client.auth.mfa.listFactors()).data!.all.map((factor) => factor.id)).toEqual([second.id])
  expect((await client.auth.mfa.challenge({ factorId: first.id })).error?.code).toBe('mfa_factor_not_found')
  await client.auth.mfa
    .challenge({ factorId: second.id })
    .then(({ data }) =>
      client.auth.mfa.verify({ factorId: second.id, challengeId: data!.id, code: codeIn(sentTo(phone)[0]) }),
    )
  expect(await attempt(phone)).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
})

test('codes are sent by text only', async () => {
  const { client } = await signedUp()
  const { id: factorId } = await enroll(client, newNumber())
  expect((await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  })
})

test('a number with a fixed test code gets no text, with a provider or without one', async () => {
  for (const { signedUp: signUp } of [{ signedUp }, withoutProvider]) {
    const { client } = await signUp()
    const { id: factorId } = await enroll(client, testNumber)
    const wrong = (await client.auth.mfa.challengeAndVerify({ factorId, code: '424241' })).error
    expect(wrong?.code).toBe('mfa_verification_failed')
    aheadSeconds += 61
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: '424242' })).error).toBeNull()
  }
  expect(sentTo(testNumber)).toEqual([])
})

test('without a provider, phone factors are not offered, and existing ones cannot be challenged', async () => {
  const off = { status: 422, code: 'mfa_phone_enroll_not_enabled', message: 'MFA enroll is disabled for Phone' }
  const nobody = (await withoutAnything.signedUp()).client
  expect((await nobody.auth.mfa.enroll({ factorType: 'phone', phone: '' })).error).toMatchObject(off)
  const { client } = await withoutProvider.signedUp()
  expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: newNumber() })).error).toMatchObject(off)
  const { id: factorId } = await enroll(client, testNumber)
  await inAuthScope(without.deps.db, (trx) =>
    trx.updateTable('auth.factors').set({ phone: newNumber() }).where('id', '=', factorId).execute(),
  )
  expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({
    status: 422,
    code: 'mfa_phone_verify_not_enabled',
    message: 'MFA verification is disabled for Phone',
  })
})

test('removing one of two factors lowers the session, and the other can raise it again', async () => {
  const { client } = await signedUp()
  await addTotp(client, deps.now())
  const phone = newNumber()
  const { id: factorId } = await enroll(client, phone)
  const { data: asked } = await client.auth.mfa.challenge({ factorId })
  const code = codeIn(sentTo(phone)[0])
  const { data: raised } = await client.auth.mfa.verify({ factorId, challengeId: asked!.id, code })
  expect(decodeJwt(raised!.access_token).amr).toMatchObject([
    { method: 'mfa/phone' },
    { method: 'totp' },
    { method: 'password' },
  ])
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  const { data } = await client.auth.refreshSession()
  expect(decodeJwt(data.session!.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
})
