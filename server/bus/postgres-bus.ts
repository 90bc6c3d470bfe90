import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openAssembly, readPart, writeBatch } from './batch.ts'
import { openListeners, type Bus } from './bus.ts'

type Settings = {
  url: string
  /** The role to work as. */
  role: string
  report: (error: unknown, what: string) => void
  /** How long to wait before connecting again, in milliseconds. It doubles with each attempt up to ten times as much. */
  againAfterMs?: number
}

type Envelope = [topic: string, message: string]

const channel = 'karta_bus'
/** What PostgreSQL takes as one notification is shorter than 8000 bytes, with its head. */
const partBytes = 7800
/** Messages in one statement, in characters. More wait for the next one. */
const batchLength = 256 * 1024
/** Messages that wait while the database is away, in characters. What is more is lost, and others learn of the gap. */
const mostWaiting = 64 * 1024 * 1024
/** No answer for so long means that the connection is dead. */
const patienceMs = 10_000
const askEveryMs = 15_000

/**
 * A bus for all servers on one database, by LISTEN and NOTIFY on a connection of its own. What is published together goes
 * out in one statement. This server's own listeners are told at once, the others within milliseconds.
 */
export async function openPostgresBus({ url, role, report, againAfterMs = 200 }: Settings): Promise<Bus> {
  const { tellGap, ...listeners } = openListeners(report)
  const sender = randomUUID()
  const assembly = openAssembly()
  const closing = new AbortController()
  const waiting: Envelope[] = []
  let waitingLength = 0
  let lastBatch = 0
  let client: pg.Client | undefined
  let sending: Promise<void> | undefined

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'karta bus',
      options: `-c role=${role}`,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    })
    // Whichever comes first; one lost connection is mended once.
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened, new Error('Connection terminated')))
    opened.on('notification', ({ payload = '' }) => hear(payload))
    try {
      await opened.connect()
      await opened.query(`listen ${channel}`)
    } catch (error) {
      opened.removeAllListeners('end')
      void opened.end().catch(() => {})
      throw error
    }
    if (closing.signal.aborted) return void opened.end()
    client = opened
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (client !== lost) return
    client = undefined
    void lost.end().catch(() => {})
    if (closing.signal.aborted) return
    report(error, 'bus')
    void comeBack()
  }

  async function comeBack(): Promise<void> {
    for (let wait = againAfterMs; !client && !closing.signal.aborted; wait = Math.min(wait * 2, againAfterMs * 10)) {
      await delay(wait, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      await connect().catch((error: unknown) => report(error, 'bus'))
    }
    tellGap()
    send()
  }

  function hear(payload: string): void {
    const part = readPart(payload)
    if (!part || part.sender === sender) return
    const batch = assembly.add(part)
    if (!batch) return
    if (batch.isGap) tellGap()
    for (const [topic, message] of JSON.parse(batch.text) as Envelope[]) listeners.tellHere(topic, message)
  }

  /** One statement at a time, so that the order stays. Everything that comes in meanwhile goes with the next one. */
  function send(): void {
    if (sending || !client || waiting.length === 0) return
    const by = client
    sending = sendAll(by)
      .catch((error: unknown) => lose(by, error))
      .finally(() => {
        sending = undefined
        send()
      })
  }

  async function sendAll(by: pg.Client): Promise<void> {
    // What is published in the same turn goes together.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const count = countOfBatch(waiting)
      const payloads = writeBatch(sender, lastBatch + 1, JSON.stringify(waiting.slice(0, count)), partBytes)
      await by.query(`select pg_notify('${channel}', payload) from unnest($1::text[]) as payload`, [payloads])
      lastBatch++
      for (const sent of waiting.splice(0, count)) waitingLength -= lengthOf(sent)
    }
  }

  await connect()
  const asking = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch((error: unknown) => lose(asked, error))
  }, askEveryMs).unref()

  return {
    ...listeners,
    publish(topic, message) {
      listeners.tellHere(topic, message)
      const envelope: Envelope = [topic, message]
      if (waitingLength + lengthOf(envelope) > mostWaiting) {
        // The number that is missing tells the others.
        lastBatch++
        return
      }
      waitingLength += lengthOf(envelope)
      waiting.push(envelope)
      send()
    },
    isConnected: () => client !== undefined,
    async close() {
      clearInterval(asking)
      await sending
      closing.abort()
      await client?.end().catch(() => {})
    },
  }
}

const lengthOf = ([topic, message]: Envelope) => topic.length + message.length

/** How many messages fit into one statement, at least one. */
function countOfBatch(envelopes: Envelope[]): number {
  let length = 0
  const first = envelopes.findIndex((envelope) => (length += lengthOf(envelope)) > batchLength)
  return first === -1 ? envelopes.length : Math.max(1, first)
}
