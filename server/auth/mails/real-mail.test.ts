import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openMailer } from '../../outside/mail.ts'
import { workOnMail } from '../../queue/mail.ts'
import { readMail } from '../../testing/kept-mail.ts'
import { mailServer, type TakenMail } from '../../testing/mail-server.ts'
import { testApp } from '../../testing/test-app.ts'

/** The server of the test that runs. */
let taken: TakenMail[] = []
let smtpUrl = ''

const from = { name: 'Karta', address: 'karta@example.com' }
const { app, deps } = await testApp(({ config }) => ({
  config: {
    ...config,
    auth: { ...config.auth, emailAutoconfirm: false, redirectAllowList: ['https://app.example.com/**'] },
  },
  mailer: { send: (mail, id, signal) => openMailer(smtpUrl, from).send(mail, id, signal) },
}))
await workOnMail(deps)

async function start() {
  const server = await mailServer()
  ;({ taken, url: smtpUrl } = server)
}
const post = (path: string, payload: object) => app.inject({ method: 'POST', url: `/auth/v1${path}`, payload })

async function arrived(address: string) {
  const mail = await vi.waitUntil(() => taken.find(({ to }) => to.includes(address)), { timeout: 10_000 })
  const [head = '', body = ''] = mail.source.split(/\r\n\r\n(.*)/s)
  const boundary = /boundary="([^"]+)"/.exec(head)![1]!
  const parts = body.split(`--${boundary}`).map((part) => {
    const [headers = '', content = ''] = part.split(/\r\n\r\n(.*)/s)
    return { type: /content-type: ([\w/]+)/i.exec(headers)?.[1], text: decoded(headers, content) }
  })
  const partOf = (type: string) => parts.find((part) => part.type === type)!.text
  return { head, text: partOf('text/plain'), html: partOf('text/html') }
}

function decoded(headers: string, content: string): string {
  if (/quoted-printable/i.test(headers)) {
    const bytes = content
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }
  return /base64/i.test(headers) ? Buffer.from(content, 'base64').toString('utf8') : content
}

test('with a real mail server, sign-up, code and link work as they do without one', async () => {
  await start()
  const email = `${randomUUID()}@example.com`
  const asked = await post('/signup?redirect_to=https://app.example.com/in', { email, password: 'correct horse' })
  expect(asked.json()).not.toHaveProperty('access_token')
  const { head, text, html } = await arrived(email)
  expect(head).toMatch(/^From: Karta <karta@example\.com>\r$/m)
  expect(head).toMatch(new RegExp(`^To: ${email}\r$`, 'm'))
  expect(head).toMatch(/^Subject: Confirm your email address\r$/m)
  expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  const { link, code, path } = readMail(text)
  expect(link).toMatch(
    /^http:\/\/localhost:3000\/auth\/v1\/verify\?token=[0-9a-f]{56}&type=signup&redirect_to=https:\/\/app\.example\.com\/in$/,
  )
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  expect(html).toContain(code)
  const followed = await app.inject({ method: 'GET', url: path })
  expect(followed.headers.location).toMatch(/^https:\/\/app\.example\.com\/in#access_token=/)
})

test('nothing that a caller sends becomes a header', async () => {
  await start()
  const email = `${randomUUID()}@example.com`
  const injection = '\r\nBcc: victim@example.com\r\nX-Injected: yes\r\n\r\nText'
  expect((await post('/otp', { email: `${email}${injection}` })).statusCode).toBe(400)
  expect((await post('/recover', { email: `"a${injection}"@example.com` })).statusCode).toBe(400)
  await app.inject({
    method: 'POST',
    url: `/auth/v1/otp?redirect_to=${encodeURIComponent(`https://app.example.com/${injection}`)}`,
    payload: { email, data: { full_name: `Ani${injection}`, [injection]: 1 } },
  })
  const { head, text } = await arrived(email)
  // Random ids may hold "bcc" themselves.
  expect(head).not.toMatch(/victim|^(bcc|x-injected)/im)
  expect(text).not.toMatch(/victim|injected/i)
  expect(taken.flatMap(({ to }) => to)).toEqual([email])
})
