import type { Message } from '../message.ts'
import type { Version } from './read.ts'

type Written = {
  topic: string
  event: string
  /** JSON text. */
  payload: string
  ref?: string | null
  joinRef?: string | null
}

export function writeFrame(version: Version, { topic, event, payload, ref = null, joinRef = null }: Written): string {
  const [topicText, eventText, refText, joinText] = [topic, event, ref, joinRef].map((part) => JSON.stringify(part))
  return version === '2.0.0'
    ? `[${joinText},${refText},${topicText},${eventText},${payload}]`
    : `{"topic":${topicText},"event":${eventText},"payload":${payload},"ref":${refText},"join_ref":${joinText}}`
}

/** The same frame for all receivers of a version. */
export const shared = (version: Version, written: Written): SharedFrame => ({
  bytes: Buffer.from(writeFrame(version, written)),
  isBinary: false,
})

const broadcastKind = 4
const longest = 255

/** A frame as bytes, which any number of sockets share. */
export type SharedFrame = { bytes: Buffer; isBinary: boolean }

/**
 * A broadcast as all receivers of a version get it: no reference in it, so one frame serves them all. Undefined when it
 * cannot be written in that version, which has no bytes.
 */
export function writeBroadcast(version: Version, message: Message): SharedFrame | undefined {
  const topic = `realtime:${message.topic}`
  const meta = JSON.stringify({ id: message.id, ...(message.replayed && { replayed: true }) })
  if (version === '2.0.0') {
    const head = [topic, message.event, meta].map((part) => Buffer.from(part))
    if (head.every(({ length }) => length <= longest)) return { bytes: binary(head, message.payload), isBinary: true }
  }
  if (typeof message.payload !== 'string') return undefined
  const payload = `{"type":"broadcast","event":${JSON.stringify(message.event)},"payload":${message.payload},"meta":${meta}}`
  return shared(version, { topic, event: 'broadcast', payload })
}

function binary(head: Buffer[], payload: string | Buffer): Buffer {
  const isJson = typeof payload === 'string'
  const lengths = Buffer.from([broadcastKind, ...head.map(({ length }) => length), isJson ? 1 : 0])
  return Buffer.concat([lengths, ...head, isJson ? Buffer.from(payload) : payload])
}
