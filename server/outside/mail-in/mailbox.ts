import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'

/** A mail as it lies in the mailbox. */
export type RawMail = {
  source: Buffer
  /** Only the headers were read, because the mail is too large. */
  isTooLarge: boolean
}

type Reading = {
  mostBytes: number
  /** Takes a mail for good. Only then is it marked as read; after an error, it comes again. */
  take: (mail: RawMail) => Promise<void>
  /** The mailbox holds nothing more that is unread. */
  onRead: () => Promise<void>
  signal: AbortSignal
}

/** How often a mailbox is looked at that does not say by itself that mail has come. */
const lookEveryMs = 60_000

/**
 * Reads unread mail of a mailbox in its order, and waits for more until the signal aborts.
 * @throws Error when the connection cannot be made, or ends
 */
export async function readMailbox(url: string, { signal, ...reading }: Reading): Promise<void> {
  const client = await openClient(url)
  const ended = new AbortController()
  client.on('error', (error: Error) => ended.abort(error))
  client.on('close', () => ended.abort(new Error('The connection to the mailbox ended.')))
  const stop = () => client.close()
  try {
    await client.connect()
    signal.addEventListener('abort', stop)
    await client.mailboxOpen(mailboxOf(url))
    const stopping = AbortSignal.any([signal, ended.signal])
    while (!stopping.aborted) {
      const isNew = once(client, 'exists', { signal: stopping })
      isNew.catch(() => {})
      await readUnread(client, reading, stopping)
      if (!stopping.aborted) await reading.onRead()
      void client.idle().catch(() => {})
      await Promise.race([isNew, delay(lookEveryMs, undefined, { signal: stopping })]).catch(() => {})
    }
    if (!signal.aborted) throw ended.signal.reason
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}

/**
 * Opens a mailbox and closes it again.
 * @throws Error when it cannot be opened
 */
export async function tryMailbox(url: string): Promise<void> {
  const client = await openClient(url)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen(mailboxOf(url))
  } finally {
    client.close()
  }
}

async function readUnread(
  client: ImapFlow,
  { take, mostBytes }: Pick<Reading, 'take' | 'mostBytes'>,
  signal: AbortSignal,
): Promise<void> {
  for (const uid of (await client.search({ seen: false }, { uid: true })) || []) {
    if (signal.aborted) return
    const known = await client.fetchOne(String(uid), { size: true }, { uid: true })
    // Somebody deleted it.
    if (!known) continue
    const isTooLarge = (known.size ?? 0) > mostBytes
    const wanted = isTooLarge ? { headers: true } : { source: true }
    const found = await client.fetchOne(String(uid), wanted, { uid: true })
    const source = found && (isTooLarge ? found.headers : found.source)
    if (!source) continue
    await take({ source, isTooLarge })
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  }
}

/** Not connected yet. The package is loaded here because only those who read a mailbox should pay for it. */
async function openClient(url: string): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow')
  return new Client(connectionOf(url))
}

function connectionOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'imaps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 993 : 143,
    secure,
    doSTARTTLS: false as const,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false as const,
    clientInfo: { name: 'Karta' },
    greetingTimeout: 15_000,
    socketTimeout: 120_000,
  }
}

const mailboxOf = (url: string) => decodeURIComponent(new URL(url).pathname.replace(/^\/+/, '')) || 'INBOX'
