import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { inSiteScope } from '../db/connect.ts'
import { sendMail } from '../queue/mail.ts'
import { testApp } from '../testing/test-app.ts'
import { isNearAddress, isNearHost } from './near.ts'

const here = await testApp(() => ({ now: () => new Date('2026-03-15T10:00:00Z') }))
const withServer = await testApp(() => ({ mailer: { send: async () => {} } }))
const open = await testApp(({ config }) => ({ config: { ...config, publicUrl: 'https://karta.example.com' } }))

test('without a mail server, the page shows each mail’s subject, recipient, reply address, time and text, all escaped', async () => {
  expect((await here.app.inject('/dev/mail')).body).toContain('Nothing yet.')
  await inSiteScope(here.deps.db, (trx) =>
    sendMail(trx, here.deps, {
      to: 'office@example.com',
      subject: 'Hi <script>alert(1)</script>',
      text: 'See https://karta.example.com/a?b=1&c=2. <img src=x onerror=alert(1)>\n"Second" line',
      html: '<p>not shown</p>',
      replyTo: { name: 'Ann <b>', address: 'ann@example.com' },
    }),
  )
  const { statusCode, headers, body } = await here.app.inject('/dev/mail')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain('<html lang="en">')
  expect(body).toContain('1 message, kept')
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

test('the page does not exist with a mail server or on a public address', async () => {
  for (const { app } of [withServer, open]) {
    expect((await app.inject('/dev/mail')).json()).toMatchObject({ status: 404, code: 'not_found' })
  }
})

test('callers from other networks do not see the page, and neither does DNS rebinding', async () => {
  const status = async (remoteAddress: string, host = 'localhost:3000') =>
    (await here.app.inject({ url: '/dev/mail', remoteAddress, headers: { host } })).statusCode
  expect(await status('192.168.1.20')).toBe(200)
  expect(await status('::1')).toBe(200)
  expect(await status('127.0.0.1', '192.168.1.5:3000')).toBe(200)
  expect(await status('203.0.113.9')).toBe(404)
  expect(await status('127.0.0.1', 'attacker.example.com')).toBe(404)
})

test('only this machine and its private network count as near', () => {
  for (const near of [
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.0.9',
    '169.254.1.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
  ]) {
    expect(isNearAddress(near), near).toBe(true)
  }
  for (const far of ['8.8.8.8', '172.32.0.1', '2001:db8::1', '::ffff:8.8.8.8', '', 'localhost']) {
    expect(isNearAddress(far), far).toBe(false)
  }
  for (const near of ['localhost', 'karta', 'printer.local', 'karta.localhost', '[::1]', '192.168.1.5']) {
    expect(isNearHost(near), near).toBe(true)
  }
  for (const far of ['karta.example.com', 'localhost.example.com', '8.8.8.8', '[2001:db8::1]']) {
    expect(isNearHost(far), far).toBe(false)
  }
  expect(isNearHost(new URL(readConfig({}).publicUrl).hostname)).toBe(true)
})
