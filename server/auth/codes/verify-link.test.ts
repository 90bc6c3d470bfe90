import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp } from '../../testing/test-app.ts'

let aheadMs = 0
const testing = await testApp(({ config }) => ({
  now: () => new Date(Date.now() + aheadMs),
  config: {
    ...config,
    auth: {
      ...config.auth,
      emailAutoconfirm: false,
      siteUrl: 'http://localhost:3000',
      redirectAllowList: ['https://app.example.com/**', 'com.app://**'],
    },
  },
}))
const { app, deps } = testing
const { newClient, url: serverUrl } = await authClients(testing)
const { mailTo } = keptMail(deps)

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const post = (path: string, payload: object) => app.inject({ method: 'POST', url: `/auth/v1${path}`, payload })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
const press = (url: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...html, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const newEmail = () => `${randomUUID()}@example.com`
const encoded = (text: string) => encodeURIComponent(text)

/** A mail with a link to sign in, for a new address; the link leads to `redirectTo`. */
async function mailed(redirectTo = 'https://app.example.com/in', pkce: object = {}) {
  const email = newEmail()
  await post(`/otp?redirect_to=${encoded(redirectTo)}`, { email, ...pkce })
  return { email, ...(await mailTo(email)) }
}
function pkcePair() {
  const verifier = randomBytes(40).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, challenge: { code_challenge, code_challenge_method: 's256' } }
}
const fragment = (location: unknown) => Object.fromEntries(new URLSearchParams(String(location).split('#')[1]))

const expired = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'

test('a program that follows the link is redirected with a session in the fragment', async () => {
  const { path, email } = await mailed('https://app.example.com/in?from=mail')
  const reply = await get(path)
  expect(reply.statusCode).toBe(303)
  expect(reply.headers.location).toMatch(
    /^https:\/\/app\.example\.com\/in\?from=mail#access_token=[\w.-]+&expires_at=\d+&expires_in=3600&refresh_token=[\w-]+&sb=&token_type=bearer&type=signup$/,
  )
  expect(reply.headers['cache-control']).toBe('no-store')
  const { access_token, refresh_token } = fragment(reply.headers.location)
  const { data, error } = await newClient().auth.setSession({
    access_token: access_token!,
    refresh_token: refresh_token!,
  })
  expect(error).toBeNull()
  expect(data.user!.email).toBe(email)
  expect((await get(path)).headers.location).toBe(`https://app.example.com/in?from=mail#${expired}&sb=`)
})

test('a browser gets a page, any number of times, and only its button uses up the link', async () => {
  const { path, email } = await mailed()
  for (let count = 0; count < 3; count++) {
    const page = await get(path, html)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain(email)
    expect(page.body).toContain('<form method="post"><button>Confirm my address</button></form>')
    expect(page.body).not.toMatch(/<script|https?:\/\//)
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['cache-control']).toBe('no-store')
  }
  const style = /<style>([\s\S]*)<\/style>/.exec((await get(path, html)).body)![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  expect((await get(path, html)).headers['content-security-policy']).toContain(`'sha256-${hash}'`)

  expect((await app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200)
  expect((await app.inject({ method: 'HEAD', url: path, headers: html })).statusCode).toBe(200)
  expect((await press(path, { 'sec-fetch-site': 'same-origin' })).headers.location).toMatch(
    /^https:\/\/app\.example\.com\/in#access_token=/,
  )
  expect((await press(path)).headers.location).toBe(`https://app.example.com/in#${expired}&sb=`)
})

test('the form works the way a browser sends it: without a field, over a real connection', async () => {
  const { path } = await mailed()
  const reply = await fetch(serverUrl + path, {
    method: 'POST',
    headers: { ...html, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: '',
    redirect: 'manual',
  })
  expect(reply.status).toBe(303)
  expect(reply.headers.get('location')).toMatch(/^https:\/\/app\.example\.com\/in#access_token=/)
})

test('another site’s form signs nobody in', async () => {
  const { path } = await mailed()
  const page = await press(path, { 'sec-fetch-site': 'cross-site' })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<button>')
  expect((await press(path, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303)
})

test('a browser with a bad or used link is redirected at once, with the error', async () => {
  const url = `/auth/v1/verify?token=${'0'.repeat(56)}&type=magiclink&redirect_to=${encoded('https://app.example.com/in')}`
  for (const reply of [await get(url, html), await get(url), await press(url)]) {
    expect(reply.statusCode).toBe(303)
    expect(reply.headers.location).toBe(`https://app.example.com/in#${expired}&sb=`)
  }
  expect((await get(url.replace('magiclink', 'sms'))).headers.location).toBe(
    'https://app.example.com/in#error=invalid_request&error_code=validation_failed&error_description=Invalid+email+verification+type&sb=',
  )
})

test('with PKCE the link gives a code to whoever asked for it, good for one session', async () => {
  const { verifier, challenge } = pkcePair()
  const { path, hash } = await mailed('https://app.example.com/in?sb_flow_id=7', challenge)
  expect(hash).toMatch(/^pkce_[0-9a-f]{56}$/)
  expect((await get(path, html)).body).toContain('in the browser in which you asked')
  const reply = await press(path)
  expect(reply.headers.location).toMatch(/^https:\/\/app\.example\.com\/in\?sb_flow_id=7&code=[0-9a-f-]{36}$/)
  const code = new URL(String(reply.headers.location)).searchParams.get('code')
  const exchange = (code_verifier: string) => post('/token?grant_type=pkce', { auth_code: code, code_verifier })
  expect((await exchange('x'.repeat(43))).json()).toMatchObject({ code: 400, error_code: 'bad_code_verifier' })
  const traded = await exchange(verifier)
  expect(traded.statusCode).toBe(200)
  expect(traded.json()).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) })
  expect(traded.json()).not.toHaveProperty('provider_token')
  expect((await exchange(verifier)).json()).toMatchObject({ code: 404, error_code: 'flow_state_not_found' })
  expect((await get(path)).headers.location).toBe(`https://app.example.com/in?sb_flow_id=7&${expired}#${expired}&sb=`)
})

test('the code of a followed link is valid for five minutes; a link followed late still gives one', async () => {
  const { verifier, challenge } = pkcePair()
  const { path } = await mailed('https://app.example.com/in', challenge)
  aheadMs += 3_000_000
  const reply = await get(path)
  const auth_code = new URL(String(reply.headers.location)).searchParams.get('code')
  aheadMs += 301_000
  const late = await post('/token?grant_type=pkce', { auth_code, code_verifier: verifier })
  expect(late.json()).toMatchObject({ code: 422, error_code: 'flow_state_expired' })
})

test('the official client signs in by a PKCE link, and gets PASSWORD_RECOVERY from one', async () => {
  const client = newClient()
  Object.assign(client.auth, { flowType: 'pkce' })
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  const email = newEmail()
  await client.auth.signUp({ email, password, options: { emailRedirectTo: 'https://app.example.com/in' } })
  const followed = await get((await mailTo(email)).path)
  const code = new URL(String(followed.headers.location)).searchParams.get('code')!
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user!.email_confirmed_at).toBeTruthy()
  expect((await client.auth.getClaims()).data!.claims.amr).toMatchObject([{ method: 'email/signup' }])

  await client.auth.resetPasswordForEmail(email, { redirectTo: 'https://app.example.com/reset' })
  const recovered = await get((await mailTo(email)).path)
  const next = new URL(String(recovered.headers.location)).searchParams.get('code')!
  expect((await client.auth.exchangeCodeForSession(next)).error).toBeNull()
  expect(events).toContain('PASSWORD_RECOVERY')
})

test('a link may lead into an app', async () => {
  const { path } = await mailed('com.app://in')
  expect((await get(path, html)).headers['content-security-policy']).toContain("form-action 'self' com.app:;")
  expect((await get(path)).headers.location).toMatch(/^com\.app:\/\/in#access_token=/)
})

test.each([
  'https://evil.example.com/',
  '//evil.example.com',
  'https://app.example.com@evil.example.com/',
  'https://app.example.com\\@evil.example.com/',
  'https://app.example.com.evil.example.com/',
  'javascript:alert(1)',
  'http://localhost:3000@evil.example.com',
  'https://app.example.com/\r\nSet-Cookie: a=b',
  'http://0x7f.1/',
])('nobody is redirected to %s, neither by the mail nor by changing its link', async (evil) => {
  const { path } = await mailed(evil)
  expect(path).toMatch(/&redirect_to=http:\/\/localhost:3000$/)
  const changed = path.replace(/redirect_to=.*/, `redirect_to=${encoded(evil)}`)
  const reply = await get(changed)
  expect(reply.statusCode).toBe(303)
  expect(reply.headers.location).toMatch(/^http:\/\/localhost:3000#access_token=/)
  expect(reply.headers).not.toHaveProperty('set-cookie')
})

test('an address beyond ASCII is encoded for the header', async () => {
  const { path } = await mailed('https://app.example.com/masuk/é')
  expect((await get(path)).headers.location).toMatch(/^https:\/\/app\.example\.com\/masuk\/%C3%A9#access_token=/)
})

test('a link without token or type is answered with what is missing', async () => {
  expect((await get('/auth/v1/verify?type=signup')).json().msg).toBe('Verify requires a token or a token hash')
  expect((await get('/auth/v1/verify?token=x')).json().msg).toBe('Verify requires a verification type')
  expect((await get('/auth/v1/verify?token=x&token=y&type=signup')).statusCode).toBe(400)
  expect((await post('/verify', {})).json().msg).toBe('Verify requires a verification type')
})

test('a PKCE link whose flow is gone gives no session', async () => {
  const { challenge } = pkcePair()
  const { path } = await mailed('https://app.example.com/in', challenge)
  await inAuthScope(deps.db, (trx) => trx.deleteFrom('auth.flow_states').execute())
  expect((await get(path)).headers.location).toContain('error_code=otp_expired')
})
