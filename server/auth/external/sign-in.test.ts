import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { inAuthScope, inSiteScope } from '../../db/connect.ts'
import { password } from '../../testing/auth-client.ts'
import { externalApp, fragmentOf, site } from '../../testing/external-app.ts'
import type { Person } from '../../testing/oidc-provider.ts'

let now = () => new Date()
const testing = await externalApp({ parts: { now: () => now() } })
const { app, deps, double, follow, comeBack, signInWithGoogle, authorizeUrl, newClient, signedUp } = testing

const newPerson = (more: Partial<Person> = {}) => ({
  email: `${randomUUID()}@example.com`,
  name: 'Siti Rahma',
  ...more,
})
const userOf = (email: string) =>
  inAuthScope(deps.db, (trx) => trx.selectFrom('auth.users').selectAll().where('email', '=', email).executeTakeFirst())
const identitiesOf = (email: string) =>
  inAuthScope(deps.db, (trx) =>
    trx
      .selectFrom('auth.identities as i')
      .innerJoin('auth.users as u', 'u.id', 'i.user_id')
      .where('u.email', '=', email)
      .select(['i.provider', 'i.provider_id', 'i.identity_data'])
      .orderBy('i.created_at')
      .execute(),
  )

describe('a new person', () => {
  test('gets an account with the provider’s profile, a workspace, and the provider’s tokens once', async () => {
    const person = newPerson({ email: `Siti.${randomUUID()}@Example.com` })
    const email = person.email.toLowerCase()
    const { client, end, reply } = await signInWithGoogle(person, { access_type: 'offline', prompt: 'consent' })
    expect(end.href).toMatch(/^http:\/\/localhost:3000\/dashboard\?code=[0-9a-f-]{36}$/)
    expect(double.asked.at(-1)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      scope: 'openid email profile',
    })
    const { session, user } = reply!.data
    const subject = `subject-of-${person.email}`
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: {
        avatar_url: 'https://example.com/picture.png',
        email,
        email_verified: true,
        full_name: 'Siti Rahma',
        iss: double.issuer,
        name: 'Siti Rahma',
        phone_verified: false,
        picture: 'https://example.com/picture.png',
        provider_id: subject,
        sub: subject,
      },
      identities: [{ provider: 'google', id: subject, email, identity_data: { sub: subject } }],
    })
    expect(session!.provider_token).toEqual(expect.any(String))
    expect(session!.provider_refresh_token).toEqual(expect.any(String))
    expect(decodeJwt(session!.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
    const mine = await app.inject({
      method: 'GET',
      url: '/v1/me',
      headers: { authorization: `Bearer ${session!.access_token}` },
    })
    expect(mine.json()).toMatchObject({ role: 'owner', email })

    const refreshed = await client.auth.refreshSession()
    expect(refreshed.data.session).not.toHaveProperty('provider_token')
    expect(refreshed.data.session).not.toHaveProperty('provider_refresh_token')
    const flows = await inAuthScope(deps.db, (trx) => trx.selectFrom('auth.flow_states').selectAll().execute())
    expect(flows).toEqual([])
  })

  test('is redirected with the session in the fragment if the page has no verifier', async () => {
    const person = newPerson()
    const end = await follow(await comeBack(authorizeUrl({ redirect_to: `${site}/dashboard?day=1#top` }), person))
    expect(end.href.split('#')[0]).toBe(`${site}/dashboard?day=1`)
    const members = fragmentOf(end)
    expect(Object.keys(members)).toEqual(
      'access_token expires_at expires_in provider_token refresh_token sb token_type'.split(' '),
    )
    expect(members).toMatchObject({ token_type: 'bearer', expires_in: '3600', sb: '' })
    const { data } = await newClient().auth.setSession(members as never)
    expect(data.user!.email).toBe(person.email)
  })

  test('makes us ask for name and address again if the ID token does not have them', async () => {
    const strict = await externalApp({ tellsAllInIdToken: false })
    const { reply } = await strict.signInWithGoogle(newPerson())
    expect(reply!.data.user!.user_metadata).toMatchObject({ full_name: 'Siti Rahma', email_verified: true })
  })

  test('gets no account without an address', async () => {
    const { end } = await signInWithGoogle({ email: '', subject: randomUUID() })
    expect(fragmentOf(end)).toMatchObject({
      error: 'server_error',
      error_code: 'email_address_not_provided',
      error_description: 'Error getting user email from external provider',
    })
  })

  test('who arrives twice at the same moment has one account', async () => {
    const person = newPerson()
    const ways = await Promise.all([1, 2, 3].map(() => comeBack(authorizeUrl({}), person)))
    const ends = await Promise.all(ways.map(follow))
    const subjects = ends.map((end) => decodeJwt(fragmentOf(end).access_token!).sub)
    expect(new Set(subjects).size).toBe(1)
    expect(await identitiesOf(person.email)).toHaveLength(1)
  })

  test('is refused if nobody may sign up', async () => {
    const closed = await externalApp({ auth: { signupDisabled: true } })
    const { end } = await closed.signInWithGoogle(newPerson())
    expect(Object.fromEntries(end.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'signup_disabled',
      error_description: 'Signups not allowed for this instance',
    })
    const users = await inAuthScope(closed.deps.db, (trx) => trx.selectFrom('auth.users').select('id').execute())
    expect(users).toEqual([])
  })
})

describe('somebody who is known', () => {
  test('is signed in again, even if their address has changed', async () => {
    const person = newPerson({ subject: randomUUID() })
    const first = await signInWithGoogle(person)
    const moved = newPerson({ subject: person.subject })
    const second = await signInWithGoogle(moved)
    expect(second.reply!.data.user!.id).toBe(first.reply!.data.user!.id)
    expect(second.reply!.data.user!.email).toBe(person.email)
    expect(second.reply!.data.user!.identities![0]!.identity_data!.email).toBe(moved.email)
  })

  test('with a confirmed address and a password keeps both, and may sign in either way', async () => {
    const { email, user } = await signedUp({ full_name: 'Their own words' })
    const { reply } = await signInWithGoogle({ email, name: 'Google’s words' })
    expect(reply!.data.user).toMatchObject({
      id: user.id,
      app_metadata: { provider: 'email', providers: ['email', 'google'] },
      user_metadata: { full_name: 'Their own words', avatar_url: 'https://example.com/picture.png' },
    })
    expect((await newClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('who is banned is told so and gets nothing', async () => {
    const person = newPerson()
    const { reply } = await signInWithGoogle(person)
    await inAuthScope(deps.db, (trx) =>
      trx
        .updateTable('auth.users')
        .set({ banned_until: new Date(Date.now() + 86_400_000) })
        .where('id', '=', reply!.data.user!.id)
        .execute(),
    )
    const { end } = await signInWithGoogle(person)
    expect(fragmentOf(end)).toEqual({
      error: 'access_denied',
      error_code: 'user_banned',
      error_description: 'User is banned',
      sb: '',
    })
  })
})

describe('an address that somebody registered but nobody confirmed', () => {
  async function squat(email: string) {
    const { session, user, client } = await signedUp()
    await inAuthScope(deps.db, async (trx) => {
      const change = { email, email_confirmed_at: null, user_metadata: '{"full_name":"A squatter"}' }
      await trx.updateTable('auth.users').set(change).where('id', '=', user.id).execute()
      const times = { created_at: new Date(), updated_at: new Date() }
      const factor = { user_id: user.id, factor_type: 'totp', status: 'verified', ...times } as const
      await trx.insertInto('auth.factors').values(factor).execute()
    })
    return { session: session, id: user.id, client }
  }

  test('goes to the person the provider vouches for, and nothing of the other one’s remains', async () => {
    const person = newPerson()
    const squatter = await squat(person.email)
    const { reply } = await signInWithGoogle(person)
    expect(reply!.data.user).toMatchObject({
      id: squatter.id,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Siti Rahma' },
    })
    expect(reply!.data.user!.factors).toBeUndefined()
    expect(await identitiesOf(person.email)).toMatchObject([{ provider: 'google' }])
    expect((await newClient().auth.signInWithPassword({ email: person.email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await squatter.client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  })

  test('does not go to somebody who only claims it', async () => {
    const person = newPerson({ verified: false })
    await squat(person.email)
    const { end } = await signInWithGoogle(person)
    expect(fragmentOf(end)).toMatchObject({ error: 'access_denied', error_code: 'provider_email_needs_verification' })
    expect((await userOf(person.email))!.email_confirmed_at).toBeNull()
    expect(await identitiesOf(person.email)).toMatchObject([{ provider: 'email' }])
  })
})

describe('an address that the provider has not verified', () => {
  test('never leads into its owner’s account', async () => {
    const { email, user } = await signedUp()
    const { end } = await signInWithGoogle({ email, verified: false })
    expect(fragmentOf(end)).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
      error_description: 'Unverified email with google. Verify the email with google in order to sign in',
    })
    expect(await identitiesOf(email)).toMatchObject([{ provider: 'email', provider_id: user.id }])
  })

  test('counts if addresses are not confirmed by mail', async () => {
    const { reply } = await signInWithGoogle(newPerson({ verified: false }))
    expect(reply!.data.user!.email_confirmed_at).toEqual(expect.any(String))
  })

  test('must otherwise be confirmed by mail: the account exists, but nobody is signed in yet', async () => {
    const careful = await externalApp({ auth: { emailAutoconfirm: false, mailMinGapSeconds: 60 } })
    const person = newPerson({ verified: false })
    const mails = () =>
      inSiteScope(careful.deps.db, (trx) =>
        trx.selectFrom('site.mails').select(['recipient', 'text_part']).where('recipient', '=', person.email).execute(),
      )
    const refused = {
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
      error_description: 'Unverified email with google. A confirmation email has been sent to your google email',
    }
    expect(fragmentOf((await careful.signInWithGoogle(person)).end)).toMatchObject(refused)
    // A second attempt a moment later says the same, and no second mail goes out.
    expect(fragmentOf((await careful.signInWithGoogle(person)).end)).toMatchObject(refused)
    const sent = await mails()
    expect(sent).toHaveLength(1)
    expect(sent[0]!.text_part).toMatch(/\/auth\/v1\/verify\?token=pkce_[0-9a-f]{56}&type=signup&redirect_to=/)

    const verified = await careful.signInWithGoogle({ ...person, verified: true })
    expect(verified.reply!.data.user).toMatchObject({ email: person.email, email_confirmed_at: expect.any(String) })
    expect(verified.reply!.data.user!.user_metadata.email_verified).toBe(true)
  })

  test('is confirmed by the code in that mail, and from then on the person can sign in with the provider', async () => {
    const careful = await externalApp({ auth: { emailAutoconfirm: false } })
    const person = newPerson({ verified: false })
    await careful.signInWithGoogle(person)
    const { text_part } = await inSiteScope(careful.deps.db, (trx) =>
      trx.selectFrom('site.mails').select('text_part').executeTakeFirstOrThrow(),
    )
    const token = /\b\d{6}\b/.exec(text_part!)![0]
    const confirmed = await careful.newClient().auth.verifyOtp({ type: 'signup', email: person.email, token })
    expect(confirmed.error).toBeNull()
    const { reply } = await careful.signInWithGoogle(person)
    expect(reply!.data.user!.id).toBe(confirmed.data.user!.id)
  })
})

describe('somebody who comes back otherwise', () => {
  test('who refused is redirected with the provider’s words', async () => {
    const { end } = await signInWithGoogle('refuse')
    const members = {
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The person did not allow access',
    }
    expect(end.pathname).toBe('/dashboard')
    expect(Object.fromEntries(end.searchParams)).toEqual(members)
    expect(fragmentOf(end)).toEqual({ ...members, sb: '' })
  })

  const home = async (address: string) => {
    const reply = await app.inject({ method: 'GET', url: address })
    const location = new URL(reply.headers.location!)
    return [reply.statusCode, location.origin + location.pathname, Object.fromEntries(location.searchParams)] as const
  }
  const unusable = (error_code: string, error_description: string) =>
    [303, `${site}/`, { error: 'invalid_request', error_code, error_description }] as const

  test('without a state, or with a made-up one, is redirected to the site', async () => {
    expect(await home('/auth/v1/callback?code=x')).toEqual(
      unusable('bad_oauth_callback', 'OAuth state parameter missing'),
    )
    for (const state of ['x', '%00', 'a'.repeat(5000), `${'a'.repeat(43)}&state=${'b'.repeat(43)}`]) {
      expect(await home(`/auth/v1/callback?code=x&state=${state}`)).toEqual(
        unusable('bad_oauth_state', 'OAuth state parameter is invalid'),
      )
    }
    expect(await home(`/auth/v1/callback?code=x&state=${'a'.repeat(43)}`)).toEqual(
      unusable('bad_oauth_state', 'OAuth state not found or expired'),
    )
  })

  test('a second time with the same answer gets nothing', async () => {
    const back = await comeBack(authorizeUrl({}), newPerson())
    expect(fragmentOf(await follow(back))).toHaveProperty('access_token')
    expect(await home(back.pathname + back.search)).toEqual(
      unusable('bad_oauth_state', 'OAuth state not found or expired'),
    )
  })

  test('more than ten minutes later is too late', async () => {
    const back = await comeBack(authorizeUrl({}), newPerson())
    now = () => new Date(Date.now() + 601_000)
    expect(await home(back.pathname + back.search)).toEqual(unusable('bad_oauth_state', 'OAuth state has expired'))
    now = () => new Date()
  })

  test('with somebody else’s code gets nothing: it does not fit the verifier', async () => {
    const theirs = await comeBack(authorizeUrl({}), newPerson())
    const mine = await comeBack(authorizeUrl({}), newPerson())
    mine.searchParams.set('code', theirs.searchParams.get('code')!)
    expect(fragmentOf(await follow(mine))).toEqual({
      error: 'invalid_request',
      error_code: 'bad_oauth_callback',
      error_description: 'Unable to exchange external code',
      sb: '',
    })
  })

  test('with an answer that names another issuer gets nothing', async () => {
    const back = await comeBack(authorizeUrl({}), newPerson())
    back.searchParams.set('iss', 'https://evil.example')
    expect(fragmentOf(await follow(back))).toMatchObject({ error_code: 'bad_oauth_callback' })
  })

  test('through a form, as with some providers, is let in the same way', async () => {
    const back = await comeBack(authorizeUrl({}), newPerson())
    const reply = await app.inject({
      method: 'POST',
      url: '/auth/v1/callback',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: back.search.slice(1),
    })
    expect(reply.statusCode).toBe(302)
    expect(fragmentOf(new URL(reply.headers.location!))).toHaveProperty('access_token')
  })
})
