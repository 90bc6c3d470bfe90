import { expect, test } from 'vitest'
import { password, authClients } from '../../testing/auth-client.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp } from '../../testing/test-app.ts'
import { deviceName } from './devices.ts'

const testing = await testApp(({ config }) => ({ config: { ...config, trustedProxies: 1 } }))
const { app, deps } = testing
const { signedUp } = await authClients(testing)
const { mailsTo } = keptMail(deps)

const windows = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

const signIn = async (email: string, userAgent: string, ip: string) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    payload: { email, password },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': ip },
  })
  expect(reply.statusCode).toBe(200)
}

test('a sign-in from a new device is announced once, except for the very first one', async () => {
  const { email } = await signedUp()
  expect(await mailsTo(email)).toHaveLength(0)
  await signIn(email, windows(140), '198.51.100.7')
  const [mail] = await mailsTo(email)
  expect(mail!.subject).toBe('New sign-in to your account')
  expect(mail!.text).toMatch(/Firefox on Windows, IP address 198\.51\.100\.7\./)
  // Another version, another address of the same network: the same device.
  await signIn(email, windows(141), '198.51.7.100')
  await signIn(email, windows(141), '198.51.100.7')
  expect(await mailsTo(email)).toHaveLength(1)
  await signIn(email, phone, '198.51.100.7')
  await signIn(email, windows(141), '203.0.113.5')
  expect((await mailsTo(email)).map(({ text }) => /(\w+ on \w+), IP address ([\d.]+)\./.exec(text)?.[0])).toEqual([
    'Firefox on Windows, IP address 203.0.113.5.',
    'Safari on iOS, IP address 198.51.100.7.',
    'Firefox on Windows, IP address 198.51.100.7.',
  ])
})

test('what a program says about itself is used only as a name', async () => {
  const { email } = await signedUp()
  await signIn(email, '<a href="https://evil.example.com">', '198.51.100.7')
  const [mail] = await mailsTo(email)
  expect(mail!.html).not.toContain('evil')
  expect(mail!.text).toContain('an unknown program')
})

test.each([
  [windows(140), 'Firefox on Windows'],
  [phone, 'Safari on iOS'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on macOS'],
  ['curl/8.9.1', 'curl'],
  ['', 'an unknown program'],
  [null, 'an unknown program'],
])('%j is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
