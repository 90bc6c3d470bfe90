import type { RoadData, SentEntry } from '#domain/road/entry.ts'
import type { Message } from '#domain/schema/message.ts'

/** What this phone has of the messages with dispatch, and up to where. */
export type KeptMessages = {
  last: number
  answers: string[] | null
  messages: Message[]
  /** When the server said that there is no more. */
  asked_at?: number
}

export const noMessages: KeptMessages = { last: 0, answers: null, messages: [] }

/** More than anybody scrolls through. */
const mostKept = 300

/** What was there, and what is new or changed, in the order of writing. */
export function withNews(
  { messages }: KeptMessages,
  news: { data: Message[]; last: number; answers: string[] | null },
): KeptMessages {
  const byId = new Map([...messages, ...news.data].map((message) => [message.id, message]))
  const all = [...byId.values()].toSorted(byTime)
  return { last: news.last, answers: news.answers, messages: all.slice(-mostKept) }
}

const byTime = (one: { sent_at: string }, other: { sent_at: string }) =>
  Date.parse(one.sent_at) - Date.parse(other.sent_at)

/** A message as the driver sees it. One that is on this phone alone `waits`. */
export type ShownMessage = {
  id: string
  isOwn: boolean
  author: string
  text: string
  sent_at: string
  state: 'waiting' | Message['state']
  /** A photo that is on this phone by that ID, or at the server by the message's. */
  photo: { id: string } | 'server' | null
  isErased: boolean
  isToAll: boolean
}

/** All messages, those that were not sent yet among them. */
export function threadOf({ messages }: KeptMessages, own: readonly SentEntry[]): ShownMessage[] {
  const known = new Set(messages.map(({ id }) => id))
  const waiting = own.flatMap((entry): ShownMessage[] => {
    const { message_id, text, photo } = entry.data as RoadData['message_sent']
    if (known.has(message_id)) return []
    const sent_at = new Date(Date.parse(entry.at) + (entry.clock_offset_ms ?? 0)).toISOString()
    const said = { text, sent_at, photo: photo && { id: photo.id } }
    return [{ id: message_id, isOwn: true, author: '', ...said, state: 'waiting', isErased: false, isToAll: false }]
  })
  const arrived = messages.map((message): ShownMessage => ({
    id: message.id,
    isOwn: message.from === 'driver',
    author: message.author_name,
    text: message.text,
    sent_at: message.sent_at,
    state: message.state,
    photo: message.photo?.url ? 'server' : null,
    isErased: message.erased_at !== null,
    isToAll: message.broadcast_id !== null,
  }))
  return [...arrived, ...waiting].toSorted(byTime)
}

/** Messages of dispatchers that the driver has not read, as far as this phone knows. */
export function unreadIds({ messages }: KeptMessages, readEntries: readonly SentEntry[]): string[] {
  const read = new Set(readEntries.flatMap(({ data }) => (data as RoadData['messages_read']).message_ids))
  return messages
    .filter(({ id, from, read_at, erased_at }) => from === 'dispatcher' && !read_at && !erased_at && !read.has(id))
    .map(({ id }) => id)
}
