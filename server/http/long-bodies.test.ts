import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLongBody, keepReading } from './long-bodies.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A request whose body comes in on a connection, and its reply. */
function newRequest() {
  const socket = { bytesRead: 0 }
  const raw = Object.assign(new PassThrough(), { socket, complete: false })
  raw.on('error', () => {})
  const reply = new PassThrough()
  keepReading({ raw } as never, { raw: reply } as never)
  const arrive = (bytes: number) => {
    socket.bytesRead += bytes
    raw.write(Buffer.alloc(bytes))
  }
  return { socket, raw, reply, arrive }
}

const tooLong = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

test('a body that keeps coming may take as long as it needs, until its request is answered', () => {
  const { socket, raw, reply, arrive } = newRequest()
  raw.resume()
  for (let minute = 0; minute < 60; minute++) {
    arrive(20_000)
    vi.advanceTimersByTime(30_000)
  }
  expect([raw.destroyed, isLongBody(tooLong, socket as never)]).toEqual([false, true])
  expect(isLongBody(new Error('other'), socket as never)).toBe(false)
  reply.emit('close')
  expect(isLongBody(tooLong, socket as never)).toBe(false)
})

test('a body that only trickles is ended', async () => {
  const { raw, arrive } = newRequest()
  raw.resume()
  arrive(100)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(raw.destroyed).toBe(true)
})

test('a server that does not get around to reading ends nothing', () => {
  const { raw, arrive } = newRequest()
  arrive(100)
  vi.advanceTimersByTime(120_000)
  expect(raw.destroyed).toBe(false)
})

test('the rest of a refused body is thrown away, and ended if it does not end soon', () => {
  const { raw, reply, arrive } = newRequest()
  reply.emit('finish')
  arrive(50_000)
  expect(raw.isPaused()).toBe(false)
  vi.advanceTimersByTime(11_000)
  expect(raw.destroyed).toBe(true)
})
