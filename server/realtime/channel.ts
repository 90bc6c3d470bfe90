import { randomUUID } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { isPassing } from '../db/passing.ts'
import type { Credential } from './callers.ts'
import type { RealtimeContext } from './context.ts'
import { checkExpiry, readLink } from './credentials.ts'
import { writeBroadcast, type SharedFrame } from './frames/write.ts'
import type { Frame, PushedBroadcast, Version } from './frames/read.ts'
import type { Receiver } from './hub.ts'
import { isToken, object, readJoinConfig, type JoinConfig } from './join-config.ts'
import { roomOf, sendMessage, type Message } from './message.ts'
import type { Attendance } from './presence/presences.ts'
import { admits, newRate } from './rate.ts'
import { Refusal, unknownError } from './refusals.ts'
import { readPersist, readReplay } from './replay.ts'
import { allRights, type ChannelRights } from './rules.ts'
import { maxPayloadBytes, maxPresenceBytes, presencePushes, recheckSeconds } from './settings.ts'
import type { OpenBindings } from './source.ts'

/** What a channel needs of its socket. */
export type ChannelSocket = {
  version: Version
  /** What the client showed when it connected. */
  credential: Credential
  /** The workspace that it named then. */
  workspaceId: string | undefined
  /** Where the client is. */
  address: string | null
  sendText(topic: string, event: string, payload: unknown, refs: { ref?: string | null; joinRef?: string | null }): void
  sendShared(frame: SharedFrame, coalesceKey?: string): void
  /** The channel is over. */
  forget(channel: Channel): void
}

/** One topic that a socket has joined, or is about to. */
export class Channel implements Receiver {
  readonly id = randomUUID()
  readonly topic: string
  readonly #name: string
  readonly #joinRef: string | null
  readonly #socket: ChannelSocket
  readonly #context: RealtimeContext
  readonly #config: JoinConfig
  readonly #room: string
  readonly #messages
  readonly #presencePushes = newRate(presencePushes.count)
  #state: 'joining' | 'joined' | 'closed' = 'joining'
  #credential: Credential
  #rights: ChannelRights = allRights
  #leaveRoom: (() => void) | undefined
  #attendance: Attendance | undefined
  #bindings: OpenBindings | undefined
  #timer: NodeJS.Timeout | undefined
  /** Changes of the token, one after the other. */
  #renewing: Promise<void> = Promise.resolve()

  constructor(context: RealtimeContext, socket: ChannelSocket, { topic, ref, joinRef, payload }: Frame) {
    this.topic = topic
    this.#name = topic.slice('realtime:'.length)
    this.#joinRef = joinRef ?? ref
    this.#socket = socket
    this.#context = context
    this.#config = readJoinConfig(payload)
    this.#room = roomOf({ topic: this.#name, isPrivate: this.#config.isPrivate })
    this.#messages = newRate(2 * context.settings.messagesPerSecond)
    this.#credential = socket.credential
  }

  get version(): Version {
    return this.#socket.version
  }

  /** Lets the client in, or says why not. What the client sends meanwhile about its token is looked at afterwards. */
  join(ref: string | null): void {
    this.#renewing = this.#join(ref)
  }

  async #join(ref: string | null): Promise<void> {
    try {
      const replay = await this.#admit()
      if (this.#isClosed()) return
      this.#state = 'joined'
      this.#leaveRoom = this.#context.hub.enter(this.#room, this)
      const ids = this.#bindings?.ids ?? []
      const bindings = this.#config.bindings.map((binding, index) => ({ id: ids[index]!, ...binding }))
      this.reply(ref, 'ok', { postgres_changes: bindings })
      this.#checkLater()
      this.#begin(replay)
    } catch (error) {
      if (this.#isClosed()) return
      this.#context.counters.refusedJoins++
      this.reply(ref, 'error', { reason: this.#reasonOf(error) })
      this.#end()
    }
  }

  /** @throws Refusal */
  async #admit(): Promise<Message[]> {
    const { settings, source, history, isStopping } = this.#context
    const { accessToken, bindings, isPrivate, broadcast } = this.#config
    if (isStopping()) throw new Refusal('RealtimeRestarting')
    if (this.#name === '') throw new Refusal('TopicNameRequired')
    if (settings.privateOnly && !isPrivate) throw new Refusal('PrivateOnly')
    if (isToken(accessToken)) this.#credential = await this.#read(accessToken)
    checkExpiry(this.#credential.expiresAt, this.#context.now())
    const replay = readReplay(broadcast.replay, isPrivate, this.#context.now())
    this.#rights = await this.#askRights(this.#credential)
    if (!this.#rights.mayRead) throw new Refusal('Unauthorized', this.#name)
    if ((isPrivate || bindings.length > 0) && !this.#isClosed()) {
      const { caller } = this.#credential
      const push = (event: string, payload: object | string) => {
        if (this.#state === 'joined') this.push(event, payload)
      }
      const recheck = () => this.#recheck()
      const { workspaceId } = this.#socket
      const opened = await source.open({ caller, workspaceId, topic: this.#name, isPrivate, push, recheck }, bindings)
      if (this.#isClosed()) opened.close()
      else this.#bindings = opened
    }
    return replay ? history.read(this.#name, replay) : []
  }

  async #read(token: string): Promise<Credential> {
    return readLink(token) ?? this.#context.readCredential(token, this.#socket.address)
  }

  /** What follows the reply to a join, in the protocol's order. */
  #begin(replay: Message[]): void {
    if (this.#config.presence.isEnabled) this.#attend()
    this.#bindings?.start()
    if (this.#config.broadcast.replicationReady) this.#system('ok', 'Replication connection established')
    for (const message of replay) {
      const frame = writeBroadcast(this.version, { ...message, replayed: true })
      if (frame) this.deliver(frame)
    }
  }

  async #askRights({ caller }: Credential): Promise<ChannelRights> {
    const { isPrivate } = this.#config
    return isPrivate ? this.#context.authorize({ caller, topic: this.#name, isPrivate }) : allRights
  }

  #reasonOf(error: unknown): string {
    if (error instanceof Refusal) return error.reason
    if (error instanceof AppError) return `Unauthorized: ${error.message}`
    if (isPassing(error)) return new Refusal('UnableToConnectToProject').reason
    this.#context.report(error, 'join of a channel')
    return unknownError
  }

  receive(frame: Frame): void {
    const { event, payload, ref } = frame
    if (event === 'phx_leave') return this.#leave(ref)
    if (event === 'access_token') return this.#renew(object(payload).access_token)
    // Whatever else comes before the join is answered has no channel yet.
    if (this.#state !== 'joined') return
    if (event === 'presence') this.#presence(ref, object(payload))
    else if (event === 'broadcast') this.#broadcastText(ref, object(payload))
  }

  receiveBroadcast({ ref, event, payload, metadata }: PushedBroadcast): void {
    if (this.#state === 'joined') this.#broadcast(ref, event, payload, metadata)
  }

  deliver(frame: SharedFrame, coalesceKey?: string): void {
    this.#socket.sendShared(frame, coalesceKey)
  }

  push(event: string, payload: unknown): void {
    this.#socket.sendText(this.topic, event, payload, { joinRef: this.#joinRef })
  }

  reply(ref: string | null, status: 'ok' | 'error', response: unknown): void {
    this.#socket.sendText(this.topic, 'phx_reply', { status, response }, { ref, joinRef: this.#joinRef })
  }

  /** The client drops the channel. */
  close(): void {
    if (this.#isClosed()) return
    this.push('phx_close', {})
    this.#end()
  }

  /** The socket is gone, or the channel is over otherwise. */
  drop(): void {
    if (!this.#isClosed()) this.#end()
  }

  #leave(ref: string | null): void {
    this.reply(ref, 'ok', {})
    this.close()
  }

  /** The server's own reason to end the channel. */
  #stop(message: string): void {
    if (this.#isClosed()) return
    this.#system('error', message)
    this.close()
  }

  #system(status: 'ok' | 'error', message: string): void {
    this.push('system', { extension: 'system', status, message, channel: this.#name })
  }

  #end(): void {
    this.#state = 'closed'
    clearTimeout(this.#timer)
    this.#leaveRoom?.()
    this.#attendance?.close()
    this.#bindings?.close()
    this.#socket.forget(this)
  }

  #isClosed(): boolean {
    return this.#state === 'closed'
  }

  #broadcastText(ref: string | null, { event, payload, ...metadata }: Record<string, unknown>): void {
    if (typeof event !== 'string') return
    this.#broadcast(ref, event, JSON.stringify(payload ?? {}), metadata)
  }

  #broadcast(ref: string | null, event: string, payload: string | Buffer, metadata: Record<string, unknown>): void {
    const { bus, history, settings, now } = this.#context
    const { isPrivate, broadcast } = this.#config
    const perSecond = settings.messagesPerSecond
    if (!admits(this.#messages, now().getTime() / 1000, perSecond, 2 * perSecond))
      return this.#stop('Too many messages per second')
    if (!this.#rights.mayWriteBroadcast) return
    if (payload.length > maxPayloadBytes) {
      if (broadcast.ack) this.reply(ref, 'error', {})
      return
    }
    const message = { id: randomUUID(), topic: this.#name, isPrivate, event, payload }
    sendMessage(bus, broadcast.self ? message : { ...message, from: this.id })
    if (isPrivate) history.keep(message, readPersist(metadata.persist))
    if (broadcast.ack) this.reply(ref, 'ok', {})
  }

  #attend(): Attendance {
    if (this.#attendance) return this.#attendance
    const key = this.#config.presence.key || randomUUID()
    this.#attendance = this.#context.presences.enter(this.#room, this, key)
    this.#socket.sendText(this.topic, 'presence_state', this.#attendance.watch(), { joinRef: this.#joinRef })
    return this.#attendance
  }

  #presence(ref: string | null, { event, payload = {} }: Record<string, unknown>): void {
    const { count, seconds } = presencePushes
    if (!admits(this.#presencePushes, this.#context.now().getTime() / 1000, count / seconds, count))
      return this.#stop('Client presence rate limit exceeded')
    const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
    if (!this.#rights.mayWritePresence || !isObject) return this.reply(ref, 'error', {})
    if (event === 'track') {
      if (JSON.stringify(payload).length > maxPresenceBytes) return this.#stop('Track message size exceeded')
      this.reply(ref, 'ok', {})
      this.#attend().track({ ...(payload as Record<string, unknown>), ...this.#rights.shownWith })
    } else if (event === 'untrack') {
      this.reply(ref, 'ok', {})
      this.#attendance?.untrack()
    } else this.reply(ref, 'error', {})
  }

  /** The client shows another token. */
  #renew(token: unknown): void {
    if (typeof token !== 'string' || !isToken(token)) return
    this.#renewing = this.#renewing.then(async () => {
      if (this.#isClosed() || token === this.#credential.token) return
      await this.#check(() => this.#read(token))
    })
  }

  /** Looks at the token again when it ends, and at the rights every few minutes. */
  #checkLater(): void {
    if (this.#isClosed()) return
    const { expiresAt } = this.#credential
    const left = expiresAt === undefined ? Infinity : expiresAt * 1000 - this.#context.now().getTime()
    if (left === Infinity && !this.#config.isPrivate) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#recheck(), Math.max(0, Math.min(left, recheckSeconds * 1000))).unref()
  }

  #recheck(): void {
    this.#renewing = this.#renewing.then(async () => {
      if (!this.#isClosed()) await this.#check(async () => this.#credential)
    })
  }

  async #check(read: () => Promise<Credential>): Promise<void> {
    try {
      const credential = await read()
      checkExpiry(credential.expiresAt, this.#context.now())
      const rights = await this.#askRights(credential)
      if (!rights.mayRead) throw new Refusal('NoLongerAuthorized', this.#name)
      if (this.#isClosed()) return
      if (credential !== this.#credential) this.#bindings?.renew(credential.caller)
      this.#credential = credential
      this.#rights = rights
    } catch (error) {
      const isAway = isPassing(error) || (error instanceof Refusal && error.kind === 'UnableToConnectToProject')
      if ((error instanceof Refusal || error instanceof AppError) && !isAway) return this.#stop(error.message)
      if (!isAway) this.#context.report(error, 'rights on a channel')
    }
    this.#checkLater()
  }
}
