import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { applyForPosition, getContactChallenge, sendContactMessage } from '#domain/api/contact.ts'
import { solveChallenge } from '#domain/challenge.ts'
import { openDb, openPool } from '../../db/connect.ts'
import { forgetGuests } from '../../http/callers/guest.ts'
import { openMailer } from '../../outside/mail.ts'
import { workOnMail } from '../../queue/mail.ts'
import { mailServer, refusal } from '../../testing/mail-server.ts'
import { freePort } from '../../testing/server-process.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, deps, databaseUrl, as } = await testApp()
const { call } = as(null)

/** The operator's connection, because the server cannot read what it stored. */
const operator = openDb(openPool(databaseUrl, { max: 1, onError: () => {} }))
afterAll(() => operator.destroy())
const stored = (email: string) =>
  operator.selectFrom('site.contact_messages').selectAll().where('email', '=', email).execute()
const mailsOf = (email: string) =>
  operator.selectFrom('site.mails').selectAll().where('reply_to', 'like', `%${email}%`).execute()

const newEmail = () => `${randomUUID()}@example.com`
const message = (change: object = {}) => ({
  name: 'Ann Example',
  email: newEmail(),
  message: 'Do you deliver to Bogor?',
  ...change,
})

async function solved() {
  const { body } = await call(getContactChallenge)
  return { challenge: body.challenge, answer: await solveChallenge(body.challenge, body.difficulty) }
}

async function send(body: ReturnType<typeof message>, headers: Record<string, string> = {}) {
  return call(sendContactMessage, { body: { ...body, ...(await solved()) }, headers })
}

test('a message is stored and mailed to the operator, with the sender to reply to', async () => {
  const body = message({ phone: '0811 000', company: 'Example & Sons', topic: 'demo' })
  const reply = await send(body)
  expect(reply.status).toBe(201)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(await stored(body.email)).toMatchObject([
    { ...body, id: reply.body.id, received_at: reply.body.received_at, is_spam: false, answered_at: null },
  ])
  const [mail] = await mailsOf(body.email)
  expect(mail).toMatchObject({
    recipient: deps.config.contactTo,
    subject: 'Demo request from Ann Example',
    reply_to: JSON.stringify({ name: body.name, address: body.email }),
  })
  for (const part of ['Ann Example', body.email, '0811 000', body.message]) {
    expect(mail!.text_part).toContain(part)
    expect(mail!.html_part).toContain(part)
  }
})

test('only name, email and message are required; empty and missing are the same', async () => {
  const body = message({ phone: '', company: ' ' })
  expect(await send(body)).toMatchObject({ status: 201 })
  expect(await stored(body.email)).toMatchObject([{ phone: null, company: null, topic: 'general' }])
  const missing = await call(sendContactMessage, { body: { ...(await solved()), email: 'no address' } as never })
  expect(missing).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(missing.errors!.map(({ path }) => path).toSorted()).toEqual(['email', 'message', 'name'])
})

test('an application is stored and mailed', async () => {
  const body = {
    position: 'route-engineer',
    name: 'Budi',
    email: newEmail(),
    phone: '',
    link: 'https://example.com/cv',
    cover_letter: 'I like short routes.',
  }
  const reply = await call(applyForPosition, { body: { ...body, ...(await solved()) } })
  expect(reply.status).toBe(201)
  const rows = await operator.selectFrom('site.applications').selectAll().where('email', '=', body.email).execute()
  expect(rows).toEqual([
    { ...body, phone: null, id: reply.body.id, received_at: reply.body.received_at, is_spam: false },
  ])
  const [mail] = await mailsOf(body.email)
  expect(mail).toMatchObject({ subject: 'Application from Budi for route-engineer' })
  expect(mail!.text_part).toContain('https://example.com/cv')
})

test.each([
  ['position', 'Route Engineer'],
  ['position', '../etc'],
  ['link', 'http://example.com'],
  ['link', 'javascript:alert(1)'],
  ['link', `https://example.com/${'x'.repeat(2000)}`],
  ['cover_letter', ''],
])('an application with the %s %j is rejected at that field', async (field, value) => {
  const body = { position: 'driver', name: 'Budi', email: newEmail(), cover_letter: 'Hello', [field]: value }
  const reply = await call(applyForPosition, { body: { ...body, ...(await solved()) } })
  expect(reply).toMatchObject({ status: 400, errors: [{ path: field }] })
})

test.each([
  ['name', 'Ann\r\nBcc: everybody@example.com', 'Write this on one line.'],
  ['name', 'Ann\u2028Bcc', 'Write this on one line.'],
  ['company', 'A\nB', 'Write this on one line.'],
  ['email', 'a@example.com\r\nBcc: b@example.com', 'Enter an email address like name@example.com.'],
  ['email', `${'a'.repeat(250)}@example.com`, 'At most 254 characters.'],
  ['message', 'x'.repeat(100_000), 'At most 20000 characters.'],
  ['message', ' \n ', 'Enter a message.'],
  ['message', 'a\u0000b', 'Contains characters that cannot be stored.'],
])('%s %j is rejected at that field', async (field, value, sentence) => {
  const body = message({ [field]: value })
  const reply = await call(sendContactMessage, { body: { ...body, ...(await solved()) } })
  expect(reply).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(reply.errors).toContainEqual({ path: field, message: sentence })
})

test.each([
  ['name'],
  ['email'],
  ['phone'],
  ['company'],
  ['topic'],
  ['message'],
  ['challenge'],
  ['answer'],
  ['website'],
])('a wrong type of %s is rejected at that field', async (field) => {
  for (const value of [7, true, [], {}, ['a'], { length: 3 }]) {
    const body = { ...message(), challenge: 'x', answer: '1', [field]: value }
    const reply = await call(sendContactMessage, { body: body as never })
    expect(reply, JSON.stringify(value)).toMatchObject({ status: 400, code: 'validation_failed' })
    expect([...new Set(reply.errors!.map(({ path }) => path))], JSON.stringify(value)).toEqual([field])
  }
})

test('script, SQL, emoji and long words are stored as they are and shown as text', async () => {
  const text = `<script>alert(1)</script> '; drop table site.contact_messages; -- 🚚👩🏽‍🚀 ${'ü'.repeat(19_000)}`
  const body = message({ name: '<b>"Ann"</b> 🚚', message: text })
  expect(await send(body)).toMatchObject({ status: 201 })
  expect(await stored(body.email)).toMatchObject([{ name: body.name, message: text }])
  const [mail] = await mailsOf(body.email)
  expect(mail!.text_part).toContain(text)
  expect(mail!.html_part).not.toMatch(/<script|<b>/)
  expect(mail!.html_part).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &#39;; drop table')
  expect(mail!.subject).toBe('General message from <b>"Ann"</b> 🚚')
  const headers = { cookie: `karta-mail-3000=${deps.mailToken}` }
  expect((await app.inject({ url: '/dev/messages', headers })).body).toContain('&lt;b&gt;&quot;Ann&quot;&lt;/b&gt; 🚚')
})

test('a message from a bot gets the usual reply, is stored as spam and not mailed', async () => {
  const body = message({ website: 'https://spam.example.com' })
  expect(await send(body)).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  expect(await stored(body.email)).toMatchObject([{ is_spam: true }])
  expect(await mailsOf(body.email)).toEqual([])
})

test('a message sent twice with one key, each with its own challenge, is stored once', async () => {
  const body = message()
  const headers = { 'idempotency-key': randomUUID() }
  const first = await send(body, headers)
  const second = await send(body, headers)
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(await stored(body.email)).toHaveLength(1)
  expect(await mailsOf(body.email)).toHaveLength(1)
})

test('a double click stores one message', async () => {
  const [body, proof] = [message(), await solved()]
  const input = { body: { ...body, ...proof }, headers: { 'idempotency-key': randomUUID() } }
  const replies = await Promise.all([1, 2, 3].map(() => call(sendContactMessage, input)))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
  expect(await stored(body.email)).toHaveLength(1)
})

test('two guests with the same key neither block nor see each other', async () => {
  const headers = { 'idempotency-key': 'same' }
  const [first, second] = [await send(message(), headers), await send(message(), headers)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).not.toBe(first.body.id)
})

test('a challenge works once, across both forms', async () => {
  const proof = await solved()
  expect(await call(sendContactMessage, { body: { ...message(), ...proof } })).toMatchObject({ status: 201 })
  const again = message()
  expect(await call(sendContactMessage, { body: { ...again, ...proof } })).toMatchObject({
    status: 400,
    code: 'challenge_refused',
    body: { reason: 'used' },
  })
  const application = { position: 'driver', name: 'Budi', email: newEmail(), cover_letter: 'Hello', ...proof }
  expect(await call(applyForPosition, { body: application })).toMatchObject({ code: 'challenge_refused' })
  expect(await stored(again.email)).toEqual([])
})

test('a message that could not be stored does not use up its challenge', async () => {
  const proof = await solved()
  const refused = await call(sendContactMessage, { body: { ...message({ name: '' }), ...proof } })
  expect(refused).toMatchObject({ code: 'validation_failed' })
  expect(await call(sendContactMessage, { body: { ...message(), ...proof } })).toMatchObject({ status: 201 })
})

test('both forms together accept five messages in ten minutes; then the reply says how long to wait', async () => {
  const limited = await testApp(({ config }) => ({ config: { ...config, limits: { ...config.limits, contact: 5 } } }))
  const sendOne = async () => {
    const { body } = await limited.as(null).call(getContactChallenge)
    const answer = await solveChallenge(body.challenge, body.difficulty)
    return limited.as(null).call(sendContactMessage, { body: { ...message(), challenge: body.challenge, answer } })
  }
  for (let sent = 0; sent < 5; sent++) expect(await sendOne()).toMatchObject({ status: 201 })
  const sixth = await sendOne()
  expect(sixth).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(500)
  expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(600)
  const { body } = await limited.as(null).call(getContactChallenge)
  const application = {
    position: 'driver',
    name: 'Budi',
    email: newEmail(),
    cover_letter: 'Hello',
    challenge: body.challenge,
    answer: await solveChallenge(body.challenge, body.difficulty),
  }
  expect(await limited.as(null).call(applyForPosition, { body: application })).toMatchObject({ status: 429 })
})

test('with a mail server the operator gets the email, even if the server is down at first', async () => {
  const port = await freePort()
  const mailer = openMailer(`smtp://127.0.0.1:${port}`, { name: 'Karta', address: 'karta@example.com' })
  const mailing = await testApp(({ config }) => ({ mailer, config: { ...config, contactTo: 'office@example.com' } }))
  await workOnMail(mailing.deps)
  let refusals = 0
  const server = await mailServer(
    { onMailFrom: (_address, _session, done) => done(refusals++ ? null : refusal(421, 'come back later')) },
    port,
  )
  const { body } = await mailing.as(null).call(getContactChallenge)
  const proof = { challenge: body.challenge, answer: await solveChallenge(body.challenge, body.difficulty) }
  const sent = message({ message: '<b>Hello</b>' })
  expect(await mailing.as(null).call(sendContactMessage, { body: { ...sent, ...proof } })).toMatchObject({
    status: 201,
  })
  const due = `update pgboss.job set start_after = now() where name = 'deliver-mail' and state = 'retry'`
  await vi.waitFor(async () => expect((await mailing.deps.pool.query(due)).rowCount).toBe(1), {
    timeout: 30_000,
    interval: 100,
  })
  await vi.waitFor(() => expect(server.taken).toHaveLength(1), { timeout: 30_000, interval: 100 })
  const [{ to, source }] = server.taken as [(typeof server.taken)[0]]
  expect(to).toEqual(['office@example.com'])
  expect(source).toContain(`Reply-To: Ann Example <${sent.email}>`)
  expect(source).toContain('Subject: General message from Ann Example')
  expect(source.replaceAll('=\r\n', '')).toContain('&lt;b&gt;Hello&lt;/b&gt;')
  expect((await mailing.app.inject('/dev/messages')).statusCode).toBe(404)
})

test('spam is deleted after 30 days, replies after one, messages never', async () => {
  const [spam, kept] = [message({ website: 'x' }), message()]
  await send(spam)
  await send(kept, { 'idempotency-key': 'old' })
  for (const table of ['site.contact_messages', 'site.applications'] as const) {
    await operator.updateTable(table).set({ received_at: '2020-01-01T00:00:00Z' }).execute()
  }
  await operator.updateTable('site.guest_replies').set({ created_at: '2020-01-01T00:00:00Z' }).execute()
  await operator.updateTable('site.used_challenges').set({ expires_at: '2020-01-01T00:00:00Z' }).execute()
  await forgetGuests(deps.db)
  expect(await stored(spam.email)).toEqual([])
  expect(await stored(kept.email)).toHaveLength(1)
  expect(await operator.selectFrom('site.guest_replies').selectAll().execute()).toEqual([])
  expect(await operator.selectFrom('site.used_challenges').selectAll().execute()).toEqual([])
})
