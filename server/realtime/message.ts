import type { Bus } from '../bus/bus.ts'

/** A broadcast on its way to everybody who has joined its channel. */
export type Message = {
  id: string
  /** The channel's name, without `realtime:`. */
  topic: string
  isPrivate: boolean
  event: string
  /** JSON as text, or bytes that nobody looks into. */
  payload: string | Buffer
  /** The channel that does not get it: the sender's own. */
  from?: string
  /** Whoever cannot keep up gets only the newest message with the same key. */
  coalesceKey?: string
  /** It was kept, and is sent again to somebody who has just joined. */
  replayed?: true
}

/** A public and a private channel of the same name have nothing in common. */
export const roomOf = ({ topic, isPrivate }: { topic: string; isPrivate: boolean }) =>
  `${isPrivate ? 'private' : 'public'}:${topic}`

export const busTopicOf = (room: string) => `realtime:${room}`

/** Sends a message to all who have joined its channel, on all servers. */
export function sendMessage(bus: Bus, message: Message): void {
  bus.publish(busTopicOf(roomOf(message)), writeMessage(message))
}

/** One line with everything but the payload, which follows as it is and is not parsed again. */
export function writeMessage({ payload, ...head }: Message): string {
  const isText = typeof payload === 'string'
  return `${JSON.stringify({ ...head, isText })}\n${isText ? payload : payload.toString('base64')}`
}

export function readMessage(text: string): Message {
  const end = text.indexOf('\n')
  const { isText, ...head } = JSON.parse(text.slice(0, end)) as Omit<Message, 'payload'> & { isText: boolean }
  const payload = text.slice(end + 1)
  return { ...head, payload: isText ? payload : Buffer.from(payload, 'base64') }
}
