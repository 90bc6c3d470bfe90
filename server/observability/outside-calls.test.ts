import { expect, test } from 'vitest'
import { openObserver } from './observer.ts'
import { watched } from './outside-calls.ts'

const observer = await openObserver(undefined, { milliseconds: 500, plans: false })
const counts = async (name: string) =>
  (await observer.meters.registry.metrics()).split('\n').filter((line) => line.startsWith(name))

test('calls of a service are counted by how they ended, and messages that were taken by their channel', async () => {
  let next: () => Promise<unknown> = async () => ({ messageId: '1' })
  const sms = watched(observer, 'sms', { from: '+1555', send: () => next(), reads: () => 'at once' })
  await expect(sms.send()).resolves.toEqual({ messageId: '1' })
  next = () => Promise.reject(new Error('refused'))
  await expect(sms.send()).rejects.toThrow('refused')
  expect(sms.reads()).toBe('at once')
  expect(sms.from).toBe('+1555')

  const answers: unknown[] = [{ failure: null }, { failure: 'It answers with status 500.' }]
  const webhooks = watched(observer, 'webhook', { post: async () => answers.shift() })
  await webhooks.post()
  await webhooks.post()
  const push = watched(observer, 'push', { send: async () => 'gone' })
  await push.send()

  expect(await counts('karta_outside_call_duration_seconds_count')).toEqual([
    'karta_outside_call_duration_seconds_count{service="sms",outcome="done"} 1',
    'karta_outside_call_duration_seconds_count{service="sms",outcome="failed"} 1',
    'karta_outside_call_duration_seconds_count{service="webhook",outcome="done"} 1',
    'karta_outside_call_duration_seconds_count{service="webhook",outcome="failed"} 1',
    'karta_outside_call_duration_seconds_count{service="push",outcome="failed"} 1',
  ])
  expect(await counts('karta_messages_sent_total')).toEqual([
    'karta_messages_sent_total{channel="sms"} 1',
    'karta_messages_sent_total{channel="webhook"} 1',
  ])
})

test('a question about a message is no message', async () => {
  const before = await counts('karta_messages_sent_total')
  await watched(observer, 'sms', { find: async () => 'id' }).find()
  expect(await counts('karta_messages_sent_total')).toEqual(before)
})
