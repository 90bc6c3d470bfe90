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
export const shared = (version: Version, written: Written): SharedFrame =>
  onWire(textOpcode, [Buffer.from(writeFrame(version, written))])

const broadcastKind = 4
const longest = 255

/** A whole frame as it goes over the wire, which any number of sockets share. */
export type SharedFrame = Buffer

/**
 * A broadcast as all receivers of a version get it: no reference in it, so one frame serves them all. Undefined when it
 * cannot be written in that version, which has no bytes.
 */
export function writeBroadcast(version: Version, message: Message): SharedFrame | undefined {
  const topic = `realtime:${message.topic}`
  const meta = JSON.stringify({ id: message.id, ...(message.replayed && { replayed: true }) })
  if (version === '2.0.0') {
    const head = [topic, message.event, meta].map((part) => Buffer.from(part))
    if (head.every(({ length }) => length <= longest))
      return onWire(binaryOpcode, broadcastParts(head, message.payload))
  }
  if (typeof message.payload !== 'string') return undefined
  const payload = `{"type":"broadcast","event":${JSON.stringify(message.event)},"payload":${message.payload},"meta":${meta}}`
  return shared(version, { topic, event: 'broadcast', payload })
}

function broadcastParts(head: Buffer[], payload: string | Buffer): Buffer[] {
  const isJson = typeof payload === 'string'
  const lengths = Buffer.from([broadcastKind, ...head.map(({ length }) => length), isJson ? 1 : 0])
  return [lengths, ...head, isJson ? Buffer.from(payload) : payload]
}

const textOpcode = 1
const binaryOpcode = 2

/** A server's frame of RFC 6455: its last part is its first one, and nothing is masked or compressed. */
function onWire(opcode: number, parts: Buffer[]): SharedFrame {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x80 | opcode
  if (head.length === 2) head[1] = length
  else {
    head[1] = head.length === 4 ? 126 : 127
    head.writeUIntBE(length, head.length === 4 ? 2 : 4, head.length === 4 ? 2 : 6)
  }
  return Buffer.concat([head, ...parts], head.length + length)
}
