import { connect, type Socket } from 'node:net'

const text = 1
const binary = 2
const closing = 8

/** A socket's client that does as little as possible, so that it does not become what is measured. */
export type LightSocket = {
  socket: Socket
  sendText(text: string): void
  sendBytes(bytes: Buffer): void
}

type Listener = {
  onOpen: () => void
  onText: (text: string) => void
  /** @param payload part of what arrived; copy it to keep it */
  onBytes: (payload: Buffer) => void
  /** The server answered with something else. Without it, that is an error. */
  onRefused?: () => void
  /** The server closes the socket by itself. */
  onSentAway?: () => void
}

/** @param path with everything that the address has after the host */
export function openLight(port: number, path: string, listener: Listener): LightSocket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let rest: Buffer = Buffer.alloc(0)
  let isOpen = false
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n',
  )
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk
    if (!isOpen) {
      const end = rest.indexOf('\r\n\r\n')
      if (end === -1) return
      if (!rest.toString('latin1', 0, 20).includes(' 101 ')) {
        if (listener.onRefused) return listener.onRefused()
        throw new Error(rest.toString('latin1', 0, 500))
      }
      rest = rest.subarray(end + 4)
      isOpen = true
      listener.onOpen()
    }
    let at = 0
    for (let frame = frameAt(rest, at); frame; frame = frameAt(rest, at)) {
      at = frame.to
      const payload = rest.subarray(frame.from, frame.to)
      if (frame.kind === text) listener.onText(payload.toString())
      else if (frame.kind === binary) listener.onBytes(payload)
      else if (frame.kind === closing) {
        listener.onSentAway?.()
        socket.destroy()
      }
    }
    rest = rest.subarray(at)
  })
  return {
    socket,
    sendText: (content) => socket.write(masked(text, Buffer.from(content))),
    sendBytes: (bytes) => socket.write(masked(binary, bytes)),
  }
}

/** The first whole frame, if there is one. */
function frameAt(bytes: Buffer, at: number): { kind: number; from: number; to: number } | undefined {
  if (bytes.length < at + 2) return undefined
  const size = bytes[at + 1]!
  const from = at + (size < 126 ? 2 : size === 126 ? 4 : 10)
  if (bytes.length < from) return undefined
  const length = size < 126 ? size : size === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
  const to = from + length
  return to <= bytes.length ? { kind: bytes[at]! & 15, from, to } : undefined
}

/** A client's frame. Its mask is zero, which changes nothing. */
function masked(kind: number, payload: Buffer): Buffer {
  const { length } = payload
  const head = length < 126 ? [0x80 | kind, 0x80 | length] : [0x80 | kind, 0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload])
}
