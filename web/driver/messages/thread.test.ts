import { expect, test } from 'vitest'
import type { SentEntry } from '#domain/road/entry.ts'
import type { Message } from '#domain/schema/message.ts'
import { noMessages, threadOf, unreadIds, withNews } from './thread.ts'

const message = (id: string, minute: number, change: Partial<Message> = {}) =>
  ({
    id,
    from: 'dispatcher',
    state: 'delivered',
    text: id,
    author_name: 'Dewi',
    sent_at: `2026-03-16T03:${String(minute).padStart(2, '0')}:00Z`,
    photo: null,
    broadcast_id: null,
    erased_at: null,
    read_at: null,
    ...change,
  }) as Message
const news = (last: number, ...data: Message[]) => ({ data, last, answers: null })
const written = (kind: string, data: unknown, at = '2026-03-16T03:05:00Z') =>
  ({ kind, data, at, clock_offset_ms: 0 }) as unknown as SentEntry
const sent = (message_id: string) => written('message_sent', { message_id, text: message_id, photo: null })

test('what is new is added, what has changed is replaced, and all is in the order of writing', () => {
  const first = withNews(noMessages, news(2, message('b', 4), message('a', 1)))
  const second = withNews(
    first,
    news(4, message('b', 4, { text: '', erased_at: '2026-03-16T04:00:00Z' }), message('c', 2)),
  )
  expect(second.last).toBe(4)
  expect(threadOf(second, []).map(({ id, isErased }) => [id, isErased])).toEqual([
    ['a', false],
    ['c', false],
    ['b', true],
  ])
})

test('what was not sent yet stands in its place, and is there once when it has arrived', () => {
  const kept = withNews(noMessages, news(1, message('a', 1), message('z', 9)))
  const states = (own: SentEntry[], of = kept) => threadOf(of, own).map(({ id, state }) => `${id} ${state}`)
  expect(states([sent('mine')])).toEqual(['a delivered', 'mine waiting', 'z delivered'])
  const arrived = withNews(kept, news(2, message('mine', 5, { from: 'driver', state: 'read' })))
  expect(states([sent('mine')], arrived)).toEqual(['a delivered', 'mine read', 'z delivered'])
})

test('a message is unread until the phone has said that it was read, also without a network', () => {
  const kept = withNews(
    noMessages,
    news(1, message('a', 1), message('b', 2, { read_at: '2026-03-16T03:03:00Z' }), message('c', 3, { from: 'driver' })),
  )
  expect(unreadIds(kept, [])).toEqual(['a'])
  expect(unreadIds(kept, [written('messages_read', { message_ids: ['a'] })])).toEqual([])
})
