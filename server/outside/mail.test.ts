import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { mailServer, refusal } from '../testing/mail-server.ts'
import { MailRefused, openMailer, type Mail } from './mail.ts'

const from = { name: 'Karta', address: 'karta@example.com' }
const mail: Mail = { to: 'office@example.com', subject: 'Good day', text: 'Text part', html: '<p>HTML part</p>' }
const id = '00000000-0000-4000-8000-000000000001'
const never = new AbortController().signal
const send = (url: string, change: Partial<Mail> = {}) => openMailer(url, from).send({ ...mail, ...change }, id, never)

/** Header lines by name, unfolded and otherwise as sent. */
function headersOf(source: string): Record<string, string> {
  const lines = source
    .split('\r\n\r\n')[0]!
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  return Object.fromEntries(lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 2)]))
}

/** A header's value with its encoded words (RFC 2047) decoded. */
function decoded(value: string): string {
  return value.replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/g, (_, how: string, word: string) => {
    if (how === 'B') return Buffer.from(word, 'base64').toString()
    const escaped = word.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/g, '%$1')
    return decodeURIComponent(escaped)
  })
}

test('a mail goes out as text and HTML, from us, with its own id, and replies go to the sender', async () => {
  const { url, taken } = await mailServer()
  await send(url, { replyTo: { name: 'Ann, of "X"', address: 'ann@example.com' } })
  expect(taken).toMatchObject([{ from: 'karta@example.com', to: ['office@example.com'] }])
  const { source } = taken[0]!
  expect(headersOf(source)).toMatchObject({
    from: 'Karta <karta@example.com>',
    to: 'office@example.com',
    subject: 'Good day',
    'reply-to': '"Ann, of \\"X\\"" <ann@example.com>',
    'message-id': `<${id}@example.com>`,
    'auto-submitted': 'auto-generated',
    'content-type': expect.stringMatching(/^multipart\/alternative/),
  })
  expect(headersOf(source).date).toBeTruthy()
  expect(source.indexOf('text/plain')).toBeLessThan(source.indexOf('text/html'))
  expect(source).toContain('Text part')
  expect(source).toContain('<p>HTML part</p>')
})

test('letters of any script arrive, encoded as ASCII', async () => {
  const { url, taken } = await mailServer()
  const text = `Halo 🚚 ${'kirim '.repeat(400)}`
  await send(url, { subject: 'Jalan Ω 🚚', text })
  const { source } = taken[0]!
  expect(source).toMatch(/^[\x00-\x7f]*$/)
  expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThan(998)
  expect(decoded(headersOf(source).subject!)).toBe('Jalan Ω 🚚')
})

test.each<[string, Partial<Mail>]>([
  ['subject', { subject: 'Hello\r\nBcc: x@example.com' }],
  ['to', { to: 'a@example.com\nBcc: x@example.com' }],
  ['reply-to', { replyTo: { name: '', address: 'a@example.com\rX: y' } }],
  ['name in reply-to', { replyTo: { name: 'A\r\nBcc: x@example.com', address: 'a@example.com' } }],
])('a line break in the %s is refused before anything is sent', async (name, change) => {
  const { url, taken } = await mailServer()
  await expect(send(url, change)).rejects.toThrow(`The ${name} of a mail must not contain line breaks.`)
  expect(taken).toEqual([])
})

test('a mail has one recipient, whatever the address looks like', async () => {
  const { url, taken } = await mailServer()
  await send(url, { to: 'a@example.com,b@example.com' }).catch(() => {})
  for (const { to } of taken) expect(to).toHaveLength(1)
})

test.each<[string, SMTPServerOptions]>([
  ['an unknown recipient (550)', { onRcptTo: (_, __, done) => done(refusal(550, 'no such user')) }],
  [
    'a mail that is too big (552)',
    {
      onData: (stream, _, done) => (stream.resume(), stream.on('end', () => done(refusal(552, 'too big')))),
    },
  ],
])('%s is refused for good', async (_, options) => {
  const { url } = await mailServer(options)
  await expect(send(url)).rejects.toThrow(MailRefused)
})

test.each<[string, SMTPServerOptions]>([
  ['421', { onMailFrom: (_, __, done) => done(refusal(421, 'come back later')) }],
  ['451', { onRcptTo: (_, __, done) => done(refusal(451, 'greylisted')) }],
  ['530, which a password mends', { onMailFrom: (_, __, done) => done(refusal(530, 'authenticate')) }],
])('%s is worth another attempt', async (_, options) => {
  const { url } = await mailServer(options)
  const failure = await send(url).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(MailRefused)
})

test('a wrong password (535) and a missing server are worth another attempt', async () => {
  const server = await mailServer({ onAuth: (_, __, done) => done(refusal(535, 'wrong password')) })
  const failures = [await send(server.url.replace('//', '//me:wrong@')).catch((error: unknown) => error)]
  await server.close()
  failures.push(await send(server.url).catch((error: unknown) => error))
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRefused)
  }
  expect(server.taken).toEqual([])
})

test('the mailer signs in with its password', async () => {
  const users: unknown[] = []
  const { url, taken } = await mailServer({
    authOptional: false,
    onAuth({ username, password }, _session, done) {
      users.push([username, password])
      done(null, { user: username })
    },
  })
  await send(url.replace('//', '//me%40example.com:p%2Fss@'))
  expect(users).toEqual([['me@example.com', 'p/ss']])
  expect(taken).toHaveLength(1)
})

test('sending ends at once when it is aborted', async () => {
  const { url } = await mailServer({ onMailFrom: () => {} })
  const stop = new AbortController()
  const sending = openMailer(url, from).send(mail, id, stop.signal)
  stop.abort()
  await expect(sending).rejects.toThrow(/abort/i)
})
