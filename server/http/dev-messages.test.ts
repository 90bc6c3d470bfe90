import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { inSiteScope } from '../db/connect.ts'
import { keepMessage, sendMail } from '../queue/mail.ts'
import { testApp } from '../testing/test-app.ts'
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts'
import { openMailGuard } from './mail-guard.ts'
import { keptMailToken } from './mail-token.ts'

const here = await testApp(() => ({ now: () => new Date('2026-03-15T10:00:00Z') }))
const withServer = await testApp(() => ({ mailer: { send: async () => {} } }))
const open = await testApp(({ config }) => ({ config: { ...config, publicUrl: 'https://karta.example.com' } }))
const proxied = await testApp()

/** The cookie that the link with the token gives a browser. */
const cookieOf = ({ deps }: typeof here) => ({ cookie: `karta-mail-3000=${deps.mailToken}` })

test('without a mail server, the page shows each mail’s subject, recipient, reply address, time and text, all escaped', async () => {
  const visit = { url: '/dev/messages', headers: cookieOf(here) }
  expect((await here.app.inject(visit)).body).toContain('Nothing yet.')
  await inSiteScope(here.deps.db, (trx) =>
    sendMail(trx, here.deps, {
      to: 'office@example.com',
      subject: 'Hi <script>alert(1)</script>',
      text: 'See https://karta.example.com/a?b=1&c=2. <img src=x onerror=alert(1)>\n"Second" line',
      html: '<p>not shown</p>',
      replyTo: { name: 'Ann <b>', address: 'ann@example.com' },
    }),
  )
  const { statusCode, headers, body } = await here.app.inject(visit)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain('<html lang="en">')
  expect(body).toContain('1 message, kept')
  await inSiteScope(here.deps.db, (trx) =>
    keepMessage(trx, here.deps, { channel: 'sms', to: '+15550001111', subject: '', text: 'It is <near>' }),
  )
  const both = (await here.app.inject(visit)).body
  expect(both).toContain('<h2>Text message</h2>')
  expect(both).toContain('It is &lt;near&gt;')
  expect(body).toContain('<h2>Hi &lt;script&gt;alert(1)&lt;/script&gt;</h2>')
  expect(body).toContain('office@example.com')
  expect(body).toContain('Ann &lt;b&gt; &lt;ann@example.com&gt;')
  expect(body).toContain('<time datetime="2026-03-15T10:00:00.000Z">2026-03-15 10:00:00 UTC</time>')
  expect(body).toContain(
    '<a href="https://karta.example.com/a?b=1&amp;c=2" rel="noreferrer">https://karta.example.com/a?b=1&amp;c=2</a>.',
  )
  expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;\n&quot;Second&quot; line')
  expect(body).not.toMatch(/<script|<img|not shown/)
})

test('the page does not exist with a mail server or on a public address, whatever is shown', async () => {
  for (const testing of [withServer, open]) {
    const headers = cookieOf(testing)
    for (const url of ['/dev/messages', `/dev/messages?token=${testing.deps.mailToken}`]) {
      expect((await testing.app.inject({ url, headers })).json()).toMatchObject({ status: 404, code: 'not_found' })
    }
  }
})

test('without the token there is no mail; the link that holds it gives a cookie that no script and no other site can use', async () => {
  for (const visit of [
    { url: '/dev/messages' },
    { url: '/dev/messages?token=' },
    { url: `/dev/messages?token=${here.deps.mailToken}x` },
    { url: '/dev/messages', headers: { cookie: 'karta-mail-3000=guessed' } },
  ]) {
    const refused = await here.app.inject(visit)
    expect(refused.statusCode).toBe(403)
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(refused.body).toContain('opens with the link that Karta printed')
    expect(refused.body).not.toMatch(/<article|kept here/)
  }
  const { statusCode, headers } = await here.app.inject(`/dev/messages?token=${here.deps.mailToken}`)
  expect([statusCode, headers.location]).toEqual([303, '/dev/messages'])
  expect(headers['set-cookie']).toBe(`${cookieOf(here).cookie}; Path=/dev; HttpOnly; SameSite=Strict`)
})

test('with the token, callers on other machines do not see the page', async () => {
  for (const remoteAddress of ['192.168.1.20', '10.0.0.2', '203.0.113.9', 'fd00::1']) {
    const reply = await here.app.inject({ url: '/dev/messages', remoteAddress, headers: cookieOf(here) })
    expect(reply.statusCode, remoteAddress).toBe(404)
  }
  expect(
    (await here.app.inject({ url: '/dev/messages', remoteAddress: '::1', headers: cookieOf(here) })).statusCode,
  ).toBe(200)
})

test('the first request that came through a proxy, to any page, closes it until the next start', async () => {
  const status = async () => (await proxied.app.inject({ url: '/dev/messages', headers: cookieOf(proxied) })).statusCode
  expect(await status()).toBe(200)
  await proxied.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(await status()).toBe(404)
})

test('the address of before leads there, with its token', async () => {
  const old = await here.app.inject(`/dev/mail?token=${here.deps.mailToken}`)
  expect([old.statusCode, old.headers.location]).toEqual([303, `/dev/messages?token=${here.deps.mailToken}`])
  expect((await here.app.inject({ url: '/dev/mail', remoteAddress: '10.0.0.2' })).statusCode).toBe(404)
})

test('any forwarding header and any host but this machine are signs of a proxy', () => {
  const isOpenAfter = (headers: Record<string, string>) => {
    const guard = openMailGuard('token', 'cookie')
    const request = { headers: { host: 'localhost:3000', ...headers }, socket: { remoteAddress: '127.0.0.1' } }
    const seen = { ...request, log: { warn: () => {} } } as unknown as FastifyRequest
    guard.watch(seen)
    return guard.isOpenTo(seen)
  }
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])
    expect(isOpenAfter({ [name]: 'localhost' }), name).toBe(false)
  for (const host of ['karta.example.com', '192.168.1.5:3000', 'printer.local', ''])
    expect(isOpenAfter({ host }), host).toBe(false)
  for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000']) expect(isOpenAfter({ host }), host).toBe(true)
})

test('a data folder keeps its token, which only its owner can read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'karta-token-'))
  const token = keptMailToken(folder)
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(keptMailToken(folder)).toBe(token)
  expect(statSync(join(folder, 'mail-token')).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
})

test('only this machine counts as loopback', () => {
  for (const near of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect(isLoopbackAddress(near), near).toBe(true)
  for (const far of [
    '10.1.2.3',
    '192.168.0.9',
    '169.254.1.1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '8.8.8.8',
    '',
    'localhost',
  ])
    expect(isLoopbackAddress(far), far).toBe(false)
  for (const near of ['localhost', 'karta.localhost', 'LOCALHOST', '[::1]', '127.0.0.1'])
    expect(isLoopbackHost(near), near).toBe(true)
  for (const far of [
    'karta',
    'printer.local',
    'karta.example.com',
    'localhost.example.com',
    'evil-localhost',
    '192.168.1.5',
    '',
  ])
    expect(isLoopbackHost(far), far).toBe(false)
})
