import { once } from 'node:events'
import { WebSocket } from 'ws'

type Frame = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: Record<string, any> }

/** A socket of the realtime service, frame by frame. */
export type RawSocket = {
  ws: WebSocket
  /** Everything that came, in order. */
  frames: Frame[]
  send(text: string | Buffer): void
  /** Sends a frame. Resolves to its reply. */
  ask(topic: string, event: string, payload?: object): Promise<Record<string, any>>
  /** The same without waiting. */
  push(topic: string, event: string, payload?: object): void
  /** Resolves to the next frame with this event that nobody has taken. */
  next(event: string): Promise<Frame>
  /** Resolves to the code and the reason. */
  closed: Promise<[code: number, reason: string]>
}

/** @param query what the address has after the question mark */
export async function openRaw(url: string, query: string, headers: Record<string, string> = {}): Promise<RawSocket> {
  const version = /vsn=2\.0\.0/.test(query) ? '2.0.0' : '1.0.0'
  const ws = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`, { headers })
  const frames: Frame[] = []
  const taken = new Set<Frame>()
  const waiting: { isIt: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = []
  let lastRef = 0

  function take(isIt: (frame: Frame) => boolean): Promise<Frame> {
    const found = frames.find((frame) => !taken.has(frame) && isIt(frame))
    if (found) taken.add(found)
    return found ? Promise.resolve(found) : new Promise((resolve) => waiting.push({ isIt, resolve }))
  }

  ws.on('message', (data, isBinary) => {
    const frame = isBinary ? readBinary(data as Buffer) : readText(String(data))
    frames.push(frame)
    const index = waiting.findIndex(({ isIt }) => isIt(frame))
    if (index === -1) return
    taken.add(frame)
    waiting.splice(index, 1)[0]!.resolve(frame)
  })
  const closed = new Promise<[number, string]>((resolve) =>
    ws.once('close', (code, reason) => resolve([code, String(reason)])),
  )
  await once(ws, 'open')

  const joins = new Map<string, string>()
  function push(topic: string, event: string, payload: object = {}): string {
    const ref = String(++lastRef)
    if (event === 'phx_join') joins.set(topic, ref)
    const joinRef = joins.get(topic) ?? null
    const frame = { topic, event, payload, ref, join_ref: joinRef }
    ws.send(JSON.stringify(version === '2.0.0' ? [joinRef, ref, topic, event, payload] : frame))
    return ref
  }

  return {
    ws,
    frames,
    closed,
    send: (text) => ws.send(text),
    push,
    async ask(topic, event, payload) {
      const ref = push(topic, event, payload)
      return (await take((frame) => frame.event === 'phx_reply' && frame.ref === ref)).payload
    },
    next: (event) => take((frame) => frame.event === event),
  }
}

function readText(text: string): Frame {
  const frame = JSON.parse(text)
  if (!Array.isArray(frame)) return { ...frame, joinRef: frame.join_ref }
  const [joinRef, ref, topic, event, payload] = frame
  return { joinRef, ref, topic, event, payload }
}

/** A broadcast to a client, in the form of version 2.0.0. */
function readBinary(bytes: Buffer): Frame {
  if (bytes[0] !== 4) throw new Error(`a binary frame of kind ${bytes[0]}`)
  let at = 5
  const [topic, event, meta] = [bytes[1]!, bytes[2]!, bytes[3]!].map((length) =>
    bytes.toString('utf8', at, (at += length)),
  )
  const rest = bytes.subarray(at)
  const payload = bytes[4] === 1 ? JSON.parse(rest.toString()) : rest
  return {
    joinRef: null,
    ref: null,
    topic: topic!,
    event: 'broadcast',
    payload: { type: 'broadcast', event, payload, meta: JSON.parse(meta!) },
  }
}

/** A broadcast of a client, in the form of version 2.0.0. */
export function writePush(topic: string, event: string, payload: object | Buffer, ref = '', joinRef = ''): Buffer {
  const isOpaque = Buffer.isBuffer(payload)
  const head = [joinRef, ref, topic, event, ''].map((part) => Buffer.from(part))
  const lengths = Buffer.from([3, ...head.map(({ length }) => length), isOpaque ? 0 : 1])
  return Buffer.concat([lengths, ...head, isOpaque ? payload : Buffer.from(JSON.stringify(payload))])
}
