import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp } from '../../testing/test-app.ts'
import { forgetWhatIsOver } from '../housekeeping.ts'

let now = new Date('2026-05-04T08:00:00Z')
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const { app, deps } = await testApp(({ config }) => ({
  now: () => now,
  config: { ...config, trustedProxies: 1 },
}))
const { mailsTo, mailTo } = keptMail(deps)

const password = 'correct horse battery'
const phone = 'Mozilla/5.0 (iPhone) AppleWebKit Safari/605'
const home = { ip: '198.51.100.7', agent: phone }

type From = { ip: string; agent?: string }
async function post(path: string, payload: object, { ip, agent = 'curl/8' }: From) {
  const headers = { 'x-forwarded-for': ip, 'user-agent': agent }
  const reply = await app.inject({ method: 'POST', url: `/auth/v1${path}`, payload, headers })
  return { status: reply.statusCode, wait: Number(reply.headers['retry-after'] ?? 0), body: reply.json() }
}

const signIn = (email: string, given: string, from: From) =>
  post('/token?grant_type=password', { email, password: given }, from)

async function signUp(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  expect((await post('/signup', { email, password }, home)).status).toBe(200)
  return email
}

/** Guesses from fifteen addresses in turn. */
async function guess(email: string, times: number) {
  const replies = []
  for (let at = 0; at < times; at++) replies.push(await signIn(email, `wrong ${at}`, { ip: `203.0.113.${at % 15}` }))
  return replies
}

test('guesses from fifteen addresses have to wait after the tenth, whether or not the address has an account', async () => {
  for (const email of [await signUp(), `${randomUUID()}@example.com`]) {
    expect((await guess(email, 10)).map(({ status }) => status)).toEqual(Array(10).fill(400))
    expect((await guess(email, 1))[0]).toMatchObject({
      status: 429,
      wait: 10,
      body: { error_code: 'over_request_rate_limit' },
    })
    later(10)
    expect((await guess(email, 1))[0]!.status).toBe(400)
    expect((await guess(email, 1))[0]).toMatchObject({ status: 429, wait: 20 })
  }
})

test('meanwhile the owner signs in where they did before, and with a mailed code anywhere', async () => {
  const email = await signUp()
  await guess(email, 10)
  const abroad = { ip: '192.0.2.1', agent: phone }
  expect((await signIn(email, password, abroad)).status).toBe(429)
  expect((await signIn(email, password, home)).status).toBe(200)
  // The owner's sign-in does not free the others.
  expect((await signIn(email, 'wrong', abroad)).status).toBe(429)
  expect((await post('/otp', { email }, abroad)).status).toBe(200)
  const { code } = (await mailsTo(email)).find((mail) => mail.code)!
  expect((await post('/verify', { email, token: code, type: 'email' }, abroad)).status).toBe(200)
})

test('a device that the account knows gets the same replies as all others until the password is right', async () => {
  const email = await signUp()
  await guess(email, 10)
  const known = await signIn(email, 'wrong', home)
  const stranger = await signIn(email, 'wrong', { ip: '192.0.2.1' })
  expect(known).toEqual(stranger)
  // It has an allowance of its own, which ends too.
  await Promise.all(Array.from({ length: 9 }, () => signIn(email, 'wrong', home)))
  expect((await signIn(email, password, home)).status).toBe(429)
  // Another caller of that network and browser cannot use it up.
  expect((await signIn(email, password, { ...home, ip: '198.51.100.8' })).status).toBe(200)
})

test('simultaneous guesses count like any others, and simultaneous right passwords do not', async () => {
  const email = await signUp()
  const right = await Promise.all(Array.from({ length: 20 }, () => signIn(email, password, { ip: '192.0.2.9' })))
  expect(right.every(({ status }) => status === 200)).toBe(true)
  const replies = await Promise.all(Array.from({ length: 40 }, (_, at) => signIn(email, `x${at}`, { ip: '192.0.2.1' })))
  // Four may be looked at in the same moment.
  expect(replies.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(13)
})

test('a right password makes up for the wrong ones before it, and a day without any does too', async () => {
  const email = await signUp()
  const from = { ip: '192.0.2.50' }
  for (let at = 0; at < 9; at++) await signIn(email, 'wrong', from)
  expect((await signIn(email, password, from)).status).toBe(200)
  for (let at = 0; at < 9; at++) expect((await signIn(email, 'wrong', from)).status).toBe(400)
  later(86_401)
  for (let at = 0; at < 9; at++) expect((await signIn(email, 'wrong', from)).status).toBe(400)
  later(86_401)
  await inAuthScope(deps.db, (trx) => forgetWhatIsOver(trx, deps.config.auth, now))
  const left = await inAuthScope(deps.db, (trx) => trx.selectFrom('auth.guesses').select('lane').execute())
  expect(left).toEqual([])
})

test('the owner is told by mail, once a day, how many, when and from where', async () => {
  const email = await signUp()
  await guess(email, 10)
  later(10)
  await guess(email, 1)
  const warnings = async () => (await mailsTo(email)).filter(({ subject }) => /trying passwords/.test(subject))
  expect(await warnings()).toHaveLength(1)
  expect((await warnings())[0]!.text).toContain(`10 wrong passwords in a row were entered for ${email}`)
  expect((await warnings())[0]!.text).toContain('curl, IP address 203.0.113.9')
  later(86_000)
  await guess(email, 1)
  expect(await warnings()).toHaveLength(1)
  later(1000)
  await guess(email, 1)
  expect(await warnings()).toHaveLength(2)
})

test('codes are limited for an address across all the codes that are sent to it; the link still works', async () => {
  const email = await signUp()
  const from = { ip: '203.0.113.77' }
  for (let sent = 0; sent < 2; sent++) {
    later(1)
    await post('/otp', { email }, from)
    for (let at = 0; at < 5; at++) {
      const wrong = await post('/verify', { email, token: '12345', type: 'email' }, from)
      expect(wrong).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
    }
  }
  later(1)
  await post('/otp', { email }, from)
  const { code, hash } = await mailTo(email)
  const refused = await post('/verify', { email, token: code, type: 'email' }, from)
  expect(refused).toMatchObject({ status: 429, wait: 9, body: { error_code: 'over_request_rate_limit' } })
  expect((await post('/verify', { token_hash: hash, type: 'email' }, from)).status).toBe(200)
})
