import type { GenerateLinkParams } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { inAuthScope, inSiteScope } from '../../db/connect.ts'
import { address, administrator } from '../../testing/administrator.ts'
import { password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp(({ config }) => ({
  config: { ...config, auth: { ...config.auth, redirectAllowList: ['https://app.example.com/**'] } },
}))
const { app, deps } = testing
const { admin, newClient, signedUp } = await administrator(testing)

const mailsTo = (recipient: string) =>
  inSiteScope(deps.db, (trx) => trx.selectFrom('site.mails').selectAll().where('recipient', '=', recipient).execute())

async function generate(payload: object, query = '') {
  const headers = { authorization: `Bearer ${deps.keys.secretKey}`, 'x-supabase-api-version': '2024-01-01' }
  const reply = await app.inject({ method: 'POST', url: `/auth/v1/admin/generate_link${query}`, headers, payload })
  return { status: reply.statusCode, ...reply.json() }
}

describe('invitations', () => {
  test('an invited person gets a mail, uses it to set a password, and has a workspace', async () => {
    const email = address()
    const { data, error } = await admin.inviteUserByEmail(email.toUpperCase(), {
      data: { full_name: 'Ann' },
      redirectTo: 'https://app.example.com/welcome',
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email })
    expect(data.user!.user_metadata).toEqual({ full_name: 'Ann' })
    expect(data.user!.invited_at).toBeDefined()
    expect(data.user!.confirmation_sent_at).toBeDefined()
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    const [mail] = await mailsTo(email)
    expect(mail!.text_part).toContain('type=invite')
    expect(mail!.text_part).toContain('https://app.example.com/welcome')

    const hash = /token=([0-9a-f]+)/.exec(mail!.text_part)![1]!
    const client = newClient()
    const verified = await client.auth.verifyOtp({ type: 'invite', token_hash: hash })
    expect(verified.error).toBeNull()
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    const again = await newClient().auth.signInWithPassword({ email, password })
    const me = { authorization: `Bearer ${again.data.session!.access_token}` }
    expect((await app.inject({ url: '/v1/me', headers: me })).json()).toMatchObject({ role: 'owner' })
  })

  test('somebody who has an account is not invited, but a pending invitation can be sent again', async () => {
    const { email } = await signedUp()
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect(await mailsTo(email)).toEqual([])
    const waiting = address()
    const first = await admin.inviteUserByEmail(waiting)
    const second = await admin.inviteUserByEmail(waiting)
    expect(second.data.user!.id).toBe(first.data.user!.id)
    expect(await mailsTo(waiting)).toHaveLength(2)
    expect((await admin.inviteUserByEmail('nobody')).error?.code).toBe('validation_failed')
    expect((await admin.inviteUserByEmail('a@example.com\r\nBcc: b@example.com')).error?.code).toBe('validation_failed')
  })

  test('a redirect that is not allowed is replaced by the site', async () => {
    const email = address()
    await admin.inviteUserByEmail(email, { redirectTo: 'https://evil.example/' })
    const [mail] = await mailsTo(email)
    expect(mail!.text_part).not.toContain('evil.example')
  })
})

describe('links', () => {
  test('a sign-up link creates the account without a mail, and opens it', async () => {
    const email = address()
    const { data, error } = await admin.generateLink({
      type: 'signup',
      email,
      password,
      options: { data: { full_name: 'Ann' }, redirectTo: 'https://app.example.com/in?a=1&b=2' },
    })
    expect(error).toBeNull()
    const { properties, user } = data
    expect(properties).toEqual({
      action_link: expect.stringMatching(
        new RegExp(
          `^${deps.config.auth.externalUrl}/verify\\?token=[0-9a-f]{56}&type=signup&redirect_to=https%3A%2F%2Fapp`,
        ),
      ),
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
      verification_type: 'signup',
      redirect_to: 'https://app.example.com/in?a=1&b=2',
    })
    expect(user).toMatchObject({ email, identities: [{ identity_data: { sub: user!.id, email } }] })
    expect(user!.user_metadata).toEqual({ full_name: 'Ann' })
    expect(await mailsTo(email)).toEqual([])
    expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')
    const verified = await newClient().auth.verifyOtp({ type: 'signup', email, token: properties!.email_otp })
    expect(verified.error).toBeNull()
    expect((await newClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test.each([{ type: 'signup', password }, { type: 'invite' }, { type: 'magiclink' }] as const)(
    'an account made for a $type link has exactly the given metadata, or none',
    async (wanted) => {
      const made = async (options?: { data: object }) =>
        (await admin.generateLink({ ...wanted, email: address(), options } as GenerateLinkParams)).data.user!
          .user_metadata
      const data = { full_name: 'Ann', sub: 'mine', nested: { kept: null } }
      expect(await made({ data })).toEqual(data)
      expect(await made()).toEqual({})
    },
  )

  test.each(['magiclink', 'recovery'] as const)('a %s link signs in whoever follows it, once', async (type) => {
    const { email, user } = await signedUp()
    const { data } = await admin.generateLink({ type, email: email.toUpperCase() })
    expect(data.properties).toMatchObject({ verification_type: type })
    expect(data.user!.id).toBe(user.id)
    const verify = () => newClient().auth.verifyOtp({ type, token_hash: data.properties!.hashed_token })
    const verified = await verify()
    expect(verified.data.user!.id).toBe(user.id)
    expect((await verify()).error).toMatchObject({ status: 403, code: 'otp_expired' })
    expect(await mailsTo(email)).toEqual([])
  })

  test('a magic link for an unknown address becomes a sign-up', async () => {
    const email = address()
    const { data } = await admin.generateLink({ type: 'magiclink', email })
    expect(data.properties!.verification_type).toBe('signup')
    const token_hash = data.properties!.hashed_token
    expect((await newClient().auth.verifyOtp({ type: 'signup', token_hash })).data.user!.email).toBe(email)
  })

  test('an invitation can be handed over instead of mailed', async () => {
    const email = address()
    const { data } = await admin.generateLink({ type: 'invite', email })
    expect(data.properties!.verification_type).toBe('invite')
    expect(data.user!.invited_at).toBeDefined()
    const token_hash = data.properties!.hashed_token
    expect((await newClient().auth.verifyOtp({ type: 'invite', token_hash })).error).toBeNull()
  })

  test('a change of address needs both links, just as it would need both mails', async () => {
    const { email, user } = await signedUp()
    const newEmail = address()
    const link = async (type: 'email_change_current' | 'email_change_new') => {
      const { data, error } = await admin.generateLink({ type, email, newEmail })
      expect(error).toBeNull()
      expect(data.properties!.verification_type).toBe(type)
      expect(data.user).toMatchObject({ id: user.id, new_email: newEmail })
      return data.properties!.hashed_token
    }
    const hashes = [await link('email_change_current'), await link('email_change_new')]
    const verify = (token_hash: string) => newClient().auth.verifyOtp({ type: 'email_change', token_hash })
    expect((await verify(hashes[0]!)).data.session).toBeNull()
    expect((await admin.getUserById(user.id)).data.user!.email).toBe(email)
    await verify(hashes[1]!)
    expect((await admin.getUserById(user.id)).data.user!.email).toBe(newEmail)
  })

  test('redirect_to comes from query or body, and only counts if allowed', async () => {
    const { email } = await signedUp()
    const link = { type: 'magiclink', email }
    const allowed = 'https://app.example.com/x'
    const asked = encodeURIComponent(allowed)
    expect((await generate(link, `?redirect_to=${asked}`)).redirect_to).toBe(allowed)
    expect((await generate({ ...link, redirect_to: allowed })).redirect_to).toBe(allowed)
    for (const redirect_to of ['https://evil.example', '//evil.example', 'https://app.example.com@evil.example/']) {
      expect((await generate({ ...link, redirect_to })).redirect_to).toBe(deps.config.auth.siteUrl)
    }
  })

  test('a link that cannot be made is refused in the protocol’s words', async () => {
    const [{ email }, other] = [await signedUp(), await signedUp()]
    const refusals: [Record<string, string>, number, string, string][] = [
      [{ type: 'login', email }, 400, 'validation_failed', 'Invalid email action link type requested: login'],
      [{ type: 'constructor', email }, 400, 'validation_failed', 'Invalid email action link type'],
      [{ type: 'magiclink' }, 400, 'validation_failed', 'An email address is required'],
      [{ type: 'magiclink', email: 'x' }, 400, 'validation_failed', 'invalid format'],
      [{ type: 'signup', email: address() }, 400, 'validation_failed', 'Signup requires a valid password'],
      [{ type: 'signup', email: address(), password: '1' }, 422, 'weak_password', 'at least 6'],
      [{ type: 'signup', email, password }, 422, 'email_exists', 'already been registered'],
      [{ type: 'invite', email }, 422, 'email_exists', 'already been registered'],
      [{ type: 'recovery', email: address() }, 404, 'user_not_found', 'User with this email not found'],
      [
        { type: 'email_change_new', email: address(), new_email: address() },
        404,
        'user_not_found',
        'User with this email not found',
      ],
      [{ type: 'email_change_new', email, new_email: 'x' }, 400, 'validation_failed', 'invalid format'],
      [{ type: 'email_change_new', email, new_email: other.email }, 422, 'email_exists', 'already been registered'],
    ]
    for (const [body, status, code, text] of refusals) {
      const reply = await generate(body)
      expect([body.type, reply.status, reply.code]).toEqual([body.type, status, code])
      expect(reply.message).toContain(text)
    }
  })

  test('an unconfirmed address can be asked too, but its confirmation alone changes nothing', async () => {
    const email = address()
    const { data: made } = await admin.createUser({ email })
    const { hashed_token } = await generate({ type: 'email_change_current', email, new_email: address() })
    const payload = { type: 'email_change', token_hash: hashed_token }
    const reply = await app.inject({ method: 'POST', url: '/auth/v1/verify', payload })
    expect(reply.json()).toMatchObject({ code: '200', msg: expect.stringContaining('Confirmation link accepted') })
    const after = await admin.getUserById(made.user!.id)
    expect(after.data.user!.email).toBe(email)
  })

  test('if only the new address is asked, there is no link for the current one', async () => {
    const other = await testApp(({ config }) => ({
      config: { ...config, auth: { ...config.auth, secureEmailChange: false } },
    }))
    const headers = { authorization: `Bearer ${other.deps.keys.secretKey}` }
    const email = address()
    await other.app.inject({ method: 'POST', url: '/auth/v1/signup', payload: { email, password } })
    const payload: GenerateLinkParams | object = { type: 'email_change_current', email, new_email: address() }
    const reply = await other.app.inject({ method: 'POST', url: '/auth/v1/admin/generate_link', headers, payload })
    expect(reply.json()).toMatchObject({
      code: 400,
      msg: 'Enable secure email change to generate link for current email',
    })
  })

  test('neither the code nor the link of a generated link is in the log', async () => {
    const { email } = await signedUp()
    const { email_otp, hashed_token } = await generate({ type: 'magiclink', email })
    const entries = await inAuthScope(deps.db, (trx) => trx.selectFrom('auth.audit_entries').selectAll().execute())
    expect(entries.length).toBeGreaterThan(0)
    for (const secret of [email_otp, hashed_token])
      expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toContain(secret)
  })
})
