import { expect, test } from 'vitest'
import { SmsForged } from './sms-sender.ts'
import { isSigned, readTwilioCall } from './twilio-calls.ts'

const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test.each([
  ['+12349013030', '0/KCTR6DLpKmkAf8muzZqo1nDgQ='],
  ['+14158675309', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
])('published signatures hold, with and without the usual port (%s)', (caller, signature) => {
  const said = form({ CallSid: 'CA1234567890ABCDE', Caller: caller, Digits: '1234', From: caller, To: '+18005551212' })
  expect(isSigned('12345', { url, form: said, signature })).toBe(true)
  expect(isSigned('12345', { url: url.replace('.com', '.com:8443'), form: said, signature })).toBe(false)
  expect(isSigned('12346', { url, form: said, signature })).toBe(false)
})

const receipt = {
  MessageSid: 'SM00000000000000000000000000000001',
  MessageStatus: 'delivered',
  AccountSid: 'AC00000000000000000000000000000001',
  From: '+15550001111',
  To: '+15550002222',
  ApiVersion: '2010-04-01',
}
const call = (body: Record<string, string>, signature: string) => ({
  url: 'https://dispatch.example/hooks/twilio/status?m=42',
  header: () => signature,
  body: String(form(body)),
})

test('a signed receipt is read, and one that was changed is refused', () => {
  const signature = 'bIYVIw8Qvlq86znR1s0SCTSX8jg='
  expect(readTwilioCall(call(receipt, signature), 'test_auth_token')).toEqual({
    kind: 'receipt',
    ours: null,
    theirs: receipt.MessageSid,
    state: 'delivered',
    code: null,
  })
  for (const [body, by] of [
    [{ ...receipt, MessageStatus: 'failed' }, signature],
    [receipt, ''],
  ] as const)
    expect(() => readTwilioCall(call(body, by), 'test_auth_token')).toThrow(SmsForged)
})
