import type { Socket } from 'node:net'
import type WebSocket from 'ws'
import type { SharedFrame } from './frames/write.ts'

const nothing = Buffer.alloc(0)

/** With less than this part of the buffer in use, the client keeps up. */
const quickShare = 1 / 8

/**
 * What goes out on one socket. When its client reads too slowly, frames with a key wait here, each pushed out by the next
 * one with the same key. All others wait in the socket's own buffer, and once that is full the client has to come back
 * and read again what it missed.
 */
export class Outbox {
  readonly #ws: WebSocket
  readonly #socket: Socket
  readonly #maxBytes: number
  readonly #onFull: () => void
  #waiting: Map<string, SharedFrame> | undefined
  #waitingBytes = 0

  constructor(ws: WebSocket, socket: Socket, { maxBytes, onFull }: { maxBytes: number; onFull: () => void }) {
    this.#ws = ws
    this.#socket = socket
    this.#maxBytes = maxBytes
    this.#onFull = onFull
  }

  sendText(frame: string): void {
    if (this.#hasRoom(frame.length)) this.#ws.send(frame)
  }

  sendShared(frame: SharedFrame, coalesceKey?: string): void {
    if (coalesceKey !== undefined && this.#isBusy()) this.#keepNewest(coalesceKey, frame)
    else if (this.#hasRoom(frame.length)) this.#write(frame)
  }

  #isBusy(): boolean {
    return this.#socket.writableLength > this.#maxBytes * quickShare
  }

  #hasRoom(bytes: number): boolean {
    if (this.#ws.readyState !== this.#ws.OPEN) return false
    const isFull = this.#socket.writableLength + this.#waitingBytes + bytes > this.#maxBytes
    if (isFull) this.#onFull()
    return !isFull
  }

  /** Past the library, which would write the head of the frame anew for each socket. */
  #write(frame: SharedFrame): void {
    this.#socket.write(frame)
  }

  #keepNewest(key: string, frame: SharedFrame): void {
    const waiting = (this.#waiting ??= this.#beginToWait())
    const older = waiting.get(key)?.length ?? 0
    if (!this.#hasRoom(frame.length - older)) return
    this.#waitingBytes += frame.length - older
    waiting.delete(key)
    waiting.set(key, frame)
  }

  #beginToWait(): Map<string, SharedFrame> {
    // Nothing, written after all the rest: it is done once the rest is.
    this.#socket.write(nothing, () => this.#sendWaiting())
    return new Map()
  }

  #sendWaiting(): void {
    const frames = this.#waiting?.values() ?? []
    this.#waiting = undefined
    this.#waitingBytes = 0
    if (this.#ws.readyState !== this.#ws.OPEN) return
    for (const frame of frames) this.#write(frame)
  }
}
