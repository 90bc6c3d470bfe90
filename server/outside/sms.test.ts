import { expect, onTestFinished, test } from 'vitest'
import { openSms } from './sms.ts'
import { SmsRefused, unanswered } from './sms-sender.ts'
import { startSmsDouble } from './sms-double.ts'

const account = { accountSid: 'AC0123', authToken: 's:e cret' }

async function start(change: Partial<Parameters<typeof openSms>[0]> = {}) {
  const double = await startSmsDouble(account)
  onTestFinished(() => double.close())
  return { double, sms: openSms({ ...account, from: '+15005550006', url: double.url, ...change }) }
}

test('a text goes out in the provider’s format, and its id comes back', async () => {
  const { double, sms } = await start()
  expect(await sms.send('15550001111', 'Kode: 1 & 2 + é')).toEqual({
    messageId: expect.stringMatching(/^SM[0-9a-f]{32}$/),
  })
  expect(double.texts).toEqual([{ to: '+15550001111', from: '+15005550006', body: 'Kode: 1 & 2 + é' }])
  const [call] = double.calls
  expect(call!.url.pathname).toBe('/2010-04-01/Accounts/AC0123/Messages.json')
  expect(new URLSearchParams(call!.body).get('ValidityPeriod')).toBe('60')
})

test('a messaging service stands in for the sender', async () => {
  const service = `MG${'0'.repeat(32)}`
  const { double, sms } = await start({ from: service })
  await sms.send('15550001111', 'Hi')
  const form = new URLSearchParams(double.calls[0]!.body)
  expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual([service, null])
})

test('every refusal is short and free of the account’s secret', async () => {
  const { double, sms } = await start()
  double.behave({ mood: 'refuses' })
  await expect(sms.send('15550001111', 'Hi')).rejects.toThrow("Invalid 'To' Phone Number: +15550001111 (21211)")
  double.behave({ mood: 'down' })
  await expect(sms.send('15550001111', 'Hi')).rejects.toThrow('the provider answers with status 503')
  const { sms: stranger } = await start({ authToken: 'wrong' })
  await expect(stranger.send('15550001111', 'Hi')).rejects.toThrow('the provider refuses the account')
  const { sms: lost } = await start({ url: 'http://127.0.0.1:9' })
  await expect(lost.send('15550001111', 'Hi')).rejects.toBeInstanceOf(SmsRefused)
})

test('nobody knows what a provider has that took the text and then said nothing; one that was not reached has nothing', () => {
  expect(unanswered(new DOMException('The operation timed out', 'TimeoutError')).how).toBe('unsure')
  expect(unanswered(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })).how).toBe('unsure')
  expect(unanswered(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })).how).toBe('again')
})
