import type { Socket } from 'node:net'
import type WebSocket from 'ws'
import type { RawData } from 'ws'
import type { Credential } from './callers.ts'
import { Channel, type ChannelSocket } from './channel.ts'
import type { RealtimeContext } from './context.ts'
import { readBinaryFrame, readTextFrame, type Frame, type Version } from './frames/read.ts'
import { writeFrame, type SharedFrame } from './frames/write.ts'
import { Outbox } from './outbox.ts'
import { admits, newRate } from './rate.ts'
import { Refusal } from './refusals.ts'
import { framesPerSecond, idleSeconds, unusedSeconds } from './settings.ts'

/** Why the server closes a socket. The client comes back after any of these. */
export const closings = {
  restarting: [1012, 'Karta restarts'],
  crowded: [1012, 'Reconnect: another server has fewer sockets'],
  slow: [1013, 'Too slow: come back and read again what you follow'],
  idle: [1000, 'Nothing came for a minute'],
  unused: [1000, 'No channel was joined'],
  floods: [1008, 'Too many frames per second'],
  joins: [1008, 'Too many joins per second'],
} as const

/** How long a client may take to answer a closing before the connection is cut. */
const cutAfterMs = 10_000

const topicPrefix = 'realtime:'

/** A socket whose handshake is through. */
type Arrived = Pick<ChannelSocket, 'version' | 'credential' | 'workspaceId' | 'address'> & {
  ws: WebSocket
  socket: Socket
}

/** One socket with its channels. */
export class Connection implements ChannelSocket {
  readonly version: Version
  readonly credential: Credential
  readonly workspaceId: string | undefined
  readonly address: string | null
  readonly #ws: WebSocket
  readonly #context: RealtimeContext
  readonly #outbox: Outbox
  readonly #channels = new Map<string, Channel>()
  readonly #frames = newRate(2 * framesPerSecond)
  readonly #joins
  #heardAt: number
  #usedAt: number

  constructor(context: RealtimeContext, { ws, socket, version, credential, workspaceId, address }: Arrived) {
    this.version = version
    this.credential = credential
    this.workspaceId = workspaceId
    this.address = address
    this.#ws = ws
    this.#context = context
    this.#joins = newRate(2 * context.settings.joinsPerSecond)
    this.#heardAt = this.#usedAt = this.#seconds()
    this.#outbox = new Outbox(ws, socket, { maxBytes: context.settings.bufferBytes, onFull: () => this.#tooSlow() })
    context.counters.sockets++
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary))
    // A frame that is too large or breaks the protocol ends the socket; the library closes it with the right code.
    ws.on('error', () => {})
    ws.once('close', () => this.#closed())
  }

  /** Closes a socket whose client is gone, or never wanted anything. */
  sweep(): void {
    const now = this.#seconds()
    if (this.#channels.size > 0) this.#usedAt = now
    if (now - this.#heardAt > idleSeconds) this.close('idle')
    else if (now - this.#usedAt > unusedSeconds) this.close('unused')
  }

  close(why: keyof typeof closings): void {
    const [code, reason] = closings[why]
    if (this.#ws.readyState !== this.#ws.OPEN) return
    this.#ws.close(code, reason)
    setTimeout(() => this.#ws.terminate(), cutAfterMs).unref()
    this.#dropChannels()
  }

  isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN
  }

  cut(): void {
    this.#ws.terminate()
  }

  sendText(
    topic: string,
    event: string,
    payload: unknown,
    refs: { ref?: string | null; joinRef?: string | null },
  ): void {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    this.#outbox.sendText(writeFrame(this.version, { topic, event, payload: text, ...refs }))
  }

  sendShared(frame: SharedFrame, coalesceKey?: string): void {
    this.#outbox.sendShared(frame, coalesceKey)
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.topic) !== channel) return
    this.#channels.delete(channel.topic)
    this.#context.counters.channels--
  }

  #receive(data: RawData, isBinary: boolean): void {
    const { counters } = this.#context
    counters.framesIn++
    this.#heardAt = this.#seconds()
    if (!admits(this.#frames, this.#heardAt, framesPerSecond, 2 * framesPerSecond)) return this.close('floods')
    const bytes = data as Buffer
    if (isBinary) {
      const push = this.version === '2.0.0' ? readBinaryFrame(bytes) : undefined
      if (push) this.#channels.get(push.topic)?.receiveBroadcast(push)
      else counters.malformed++
      return
    }
    const frame = readTextFrame(this.version, bytes.toString('utf8'))
    if (frame) this.#act(frame)
    else counters.malformed++
  }

  #act(frame: Frame): void {
    const { topic, event, ref, joinRef } = frame
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.#reply(frame, 'ok', {})
      return
    }
    if (event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(topic)
    if (channel) return channel.receive(frame)
    // Leaving twice is no mistake: the client asks for it after a rejoin.
    if (event === 'phx_leave') this.#reply(frame, 'ok', {})
    else if (ref !== null && joinRef !== null) this.#reply(frame, 'error', { reason: 'unmatched topic' })
  }

  #join(frame: Frame): void {
    const { settings, counters } = this.#context
    const { topic, ref } = frame
    const perSecond = settings.joinsPerSecond
    if (!admits(this.#joins, this.#seconds(), perSecond, 2 * perSecond)) {
      this.#refuse(frame, new Refusal('ClientJoinRateLimitReached'))
      return this.close('joins')
    }
    if (!topic.startsWith(topicPrefix)) return this.#reply(frame, 'error', { reason: 'unmatched topic' })
    this.#channels.get(topic)?.close()
    if (this.#channels.size >= settings.channels) return this.#refuse(frame, new Refusal('ChannelRateLimitReached'))
    const channel = new Channel(this.#context, this, frame)
    this.#channels.set(topic, channel)
    counters.channels++
    channel.join(ref)
  }

  #refuse(frame: Frame, refusal: Refusal): void {
    this.#context.counters.refusedJoins++
    this.#reply(frame, 'error', { reason: refusal.reason })
  }

  #reply({ topic, ref, joinRef }: Frame, status: 'ok' | 'error', response: unknown): void {
    this.sendText(topic, 'phx_reply', { status, response }, { ref, joinRef })
  }

  #tooSlow(): void {
    this.#context.counters.slowSockets++
    this.close('slow')
  }

  #closed(): void {
    this.#context.counters.sockets--
    this.#dropChannels()
  }

  #dropChannels(): void {
    for (const channel of this.#channels.values()) channel.drop()
  }

  #seconds(): number {
    return this.#context.now().getTime() / 1000
  }
}
