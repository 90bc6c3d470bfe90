import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, credsAuthenticator, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { StartError } from '../start-error.ts'
import { openAssembly, readPart, writeBatch } from './batch.ts'
import { openListeners, type Bus } from './bus.ts'

export type NatsSettings = {
  /** Addresses of one cluster, without user and password. */
  servers: string[]
  user: string | undefined
  password: string | undefined
  token: string | undefined
  /** The path of a file with credentials. */
  credentials: string | undefined
  /** What subjects begin with. Installations that share a NATS need different ones. */
  subject: string
}

type Settings = NatsSettings & {
  report: (error: unknown, what: string) => void
  /** How long to wait before connecting again, in milliseconds. */
  againAfterMs?: number
}

/** A part of a message. NATS takes a megabyte unless it is told otherwise, and passes small messages on sooner. */
const mostPartBytes = 256 * 1024
/** Heads of parts, and a margin. */
const headBytes = 1024
/** Messages that wait while NATS is away, in characters. What is more is lost, and others learn of the gap. */
const mostWaiting = 64 * 1024 * 1024
const connectWithinMs = 10_000
const pingEveryMs = 15_000
/** NATS counts as lost after so many pings without an answer. */
const mostPings = 2

/**
 * A bus over NATS. Each topic is a subject, and every server hears all of them, so that numbers of a sender show what is
 * missing; a message is read only where somebody listens to its topic. This server's own listeners are told at once.
 * @throws StartError if NATS cannot be reached
 */
export async function openNatsBus({ report, againAfterMs = 200, ...settings }: Settings): Promise<Bus> {
  const { tellGap, ...listeners } = openListeners(report)
  const sender = randomUUID()
  const assembly = openAssembly()
  let last = 0
  /** Undefined while connected. */
  let waiting: number | undefined

  const connection = await connectTo(settings, againAfterMs)
  const prefix = `${settings.subject}.bus.`
  const partBytes = Math.min(mostPartBytes, (connection.info?.max_payload ?? mostPartBytes) - headBytes)
  connection.subscribe(`${prefix}*`, {
    callback: (error, message) => (error ? report(error, 'bus') : hear(message)),
  })
  await connection.flush()
  void watch()

  /** NATS connects again by itself, and sends what was published meanwhile. What others published is lost. */
  async function watch(): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        waiting = 0
        report(new Error(`NATS is gone: ${status.server}`), 'bus')
      }
      if (status.type === 'error') report(status.error, 'bus')
      if (status.type === 'slowConsumer') report(new Error('NATS dropped messages that came too fast'), 'bus')
      if (status.type === 'reconnect') waiting = undefined
      if (status.type === 'reconnect' || status.type === 'slowConsumer') tellGap()
    }
  }

  function hear(message: Msg): void {
    const part = readPart(message.string())
    const batch = part && assembly.add(part)
    if (!batch) return
    if (batch.isGap) tellGap()
    const topic = topicOf(message.subject.slice(prefix.length))
    if (listeners.isHeardHere(topic)) listeners.tellHere(topic, JSON.parse(batch.text) as string)
  }

  return {
    ...listeners,
    publish(topic, message) {
      listeners.tellHere(topic, message)
      if (connection.isClosed()) return
      last++
      // The number that is missing tells the others.
      if (waiting !== undefined && (waiting += message.length) > mostWaiting) return
      const subject = prefix + subjectOf(topic)
      for (const part of writeBatch(sender, last, JSON.stringify(message), partBytes)) connection.publish(subject, part)
    },
    isConnected: () => waiting === undefined && !connection.isClosed(),
    async close() {
      // What was published goes out first, unless nobody is there to take it.
      if (waiting === undefined) await connection.drain().catch(() => connection.close())
      else await connection.close()
    },
  }
}

async function connectTo(
  { servers, user, password, token, credentials }: NatsSettings,
  againAfterMs: number,
): Promise<NatsConnection> {
  try {
    return await connect({
      servers,
      name: 'karta',
      noEcho: true,
      timeout: connectWithinMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: againAfterMs,
      pingInterval: pingEveryMs,
      maxPingOut: mostPings,
      ...(user !== undefined && { user, pass: password ?? '' }),
      ...(token !== undefined && { token }),
      ...(credentials !== undefined && { authenticator: credsAuthenticator(readFileSync(credentials)) }),
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`NATS at NATS_URL cannot be used: ${why}.`, { cause: error })
  }
}

/** Topics as NATS takes them: without dots, spaces and wildcards. */
const subjectOf = (topic: string) => Buffer.from(topic).toString('base64url')
const topicOf = (subject: string) => Buffer.from(subject, 'base64url').toString()
