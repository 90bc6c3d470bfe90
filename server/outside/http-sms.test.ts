import { expect, onTestFinished, test } from 'vitest'
import { startDouble, type Reply } from './double-server.ts'
import { openHttpSms, type HttpSmsSettings } from './http-sms.ts'
import { SmsForged, SmsRefused } from './sms-sender.ts'

async function start(reply: Reply | null, change: Partial<HttpSmsSettings> = {}) {
  const gateway = await startDouble(() => reply)
  onTestFinished(() => gateway.close())
  const settings: HttpSmsSettings = {
    url: `${gateway.url}/send`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"to":"{{to}}","message":"{{text}}","ref":"{{ref}}"}',
    idPointer: '/data/0/message~1id',
    statuses: { DELIVRD: 'delivered', UNDELIV: 'failed' },
    secret: 'shared',
  }
  return { gateway, sms: openHttpSms({ ...settings, ...change }) }
}

test('a text is written as the body’s type has it, and the pointer finds the gateway’s id', async () => {
  const { gateway, sms } = await start({ status: 200, body: { data: [{ 'message/id': 77 }] } })
  const text = 'He said "{{to}}"\n& left'
  expect(await sms.send('15550001111', text, { reference: 'ours' })).toEqual({ messageId: '77' })
  expect(JSON.parse(gateway.calls[0]!.body)).toEqual({ to: '+15550001111', message: text, ref: 'ours' })
  const form = await start(
    { status: 200, body: 'OK' },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'to={{to}}&m={{text}}' },
  )
  expect(await form.sms.send('15550001111', text, { reference: 'ours' })).toEqual({ messageId: 'ours' })
  expect(new URLSearchParams(form.gateway.calls[0]!.body).get('m')).toBe(text)
})

test.each([
  [{ status: 400, body: 'bad number' }, 'final'],
  [{ status: 503, body: '' }, 'again'],
  [{ status: 429, body: '', headers: { 'retry-after': '3' } }, 'busy'],
] as const)('%j is to be tried: %s', async (reply, how) => {
  const { sms } = await start(reply)
  const failure = await sms.send('1', 'Hi').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SmsRefused)
  expect((failure as SmsRefused).how).toBe(how)
  expect((failure as SmsRefused).waitSeconds).toBe(how === 'busy' ? 3 : 0)
})

test('receipts and replies need the secret', async () => {
  const { sms } = await start({ status: 200, body: '' })
  const call = (token: string, body: object) => ({
    url: `https://karta.example.com/hooks/sms/status?token=${token}`,
    header: () => 'application/json',
    body: JSON.stringify(body),
  })
  expect(sms.receive!(call('shared', { id: 77, status: 'DELIVRD' }))).toMatchObject({
    theirs: '77',
    state: 'delivered',
  })
  expect(sms.receive!(call('shared', { id: 1, status: 'constructor' }))).toBeUndefined()
  expect(sms.receive!(call('shared', { id: 9, from: '+1555', text: 'Hi' }))).toMatchObject({
    kind: 'reply',
    text: 'Hi',
  })
  expect(() => sms.receive!(call('guessed', { id: 77, status: 'DELIVRD' }))).toThrow(SmsForged)
})
