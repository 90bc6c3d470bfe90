import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A stand-in for a mail server that holds one mailbox, on this machine only. */
export type ImapDouble = {
  /** As `MAIL_IN_URL` has it. */
  url: string
  /** Puts a mail into the mailbox, and tells whoever waits for one. */
  deliver(source: string): void
  /** How many mails are marked as read. */
  seen(): number
  /** Ends all connections, as networks do. */
  drop(): void
  close(): Promise<void>
}

type Mail = { source: Buffer; isSeen: boolean }
type Reply = (line: string) => void

const user = 'orders@karta.test'
const password = 'secret'

/** Speaks as much of IMAP (RFC 3501, RFC 2177) as reading one mailbox takes, on a free port or the given one. */
export async function startImapDouble(port = 0): Promise<ImapDouble> {
  const mails: Mail[] = []
  const sockets = new Set<Socket>()
  /** Those who hear of new mail at once. */
  const waiting = new Set<() => void>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const say = (line: string) => socket.writable && socket.write(`${line}\r\n`)
    say('* OK [CAPABILITY IMAP4rev1 IDLE] ready')
    let received = ''
    let idling = ''
    let told = 0
    const tell = () => {
      if (told < mails.length) say(`* ${(told = mails.length)} EXISTS`)
    }
    socket.on('close', () => {
      sockets.delete(socket)
      waiting.delete(tell)
    })
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        if (idling && line.toUpperCase() === 'DONE') {
          waiting.delete(tell)
          say(`${idling} OK done`)
          idling = ''
        } else if (/^\S+ IDLE$/i.test(line)) {
          idling = line.split(' ')[0]!
          waiting.add(tell)
          say('+ idling')
          tell()
        } else {
          if (/^\S+ SELECT /i.test(line)) told = mails.length
          answer(line, say, mails)
        }
      }
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const at = (server.address() as AddressInfo).port
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `imap://${encodeURIComponent(user)}:${password}@127.0.0.1:${at}`,
    deliver(source) {
      mails.push({ source: Buffer.from(source), isSeen: false })
      for (const tell of waiting) tell()
    },
    seen: () => mails.filter(({ isSeen }) => isSeen).length,
    drop,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        drop()
      }),
  }
}

function answer(line: string, say: Reply, mails: Mail[]): void {
  const [, tag = '*', command = '', rest = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/i.exec(line) ?? []
  const done = (text = 'done') => say(`${tag} OK ${text}`)
  switch (command.toUpperCase()) {
    case 'LOGIN': {
      const isRight = rest.replaceAll('"', '') === `${user} ${password}`
      return isRight ? done() : say(`${tag} NO [AUTHENTICATIONFAILED] The user or password is wrong`)
    }
    case 'CAPABILITY':
      say('* CAPABILITY IMAP4rev1 IDLE')
      return done()
    case 'LIST':
    case 'LSUB':
      say(`* ${command.toUpperCase()} (\\HasNoChildren) "/" INBOX`)
      return done()
    case 'SELECT':
      say('* FLAGS (\\Seen)')
      say(`* ${mails.length} EXISTS`)
      say('* OK [PERMANENTFLAGS (\\Seen)] flags')
      say('* OK [UIDVALIDITY 1] valid')
      say(`* OK [UIDNEXT ${mails.length + 1}] next`)
      return done('[READ-WRITE] selected')
    case 'UID SEARCH':
      say(`* SEARCH${mails.map(({ isSeen }, at) => (isSeen ? '' : ` ${at + 1}`)).join('')}`)
      return done()
    case 'UID FETCH': {
      const uid = Number.parseInt(rest)
      const mail = mails[uid - 1]
      if (mail) say(fetched(uid, mail, rest.toUpperCase()))
      return done()
    }
    case 'UID STORE': {
      const mail = mails[Number.parseInt(rest) - 1]
      if (mail) mail.isSeen = true
      return done()
    }
    case 'LOGOUT':
      say('* BYE')
      return done()
    default:
      return /^(NOOP|CLOSE|ENABLE)$/i.test(command) ? done() : say(`${tag} BAD unknown command`)
  }
}

function fetched(uid: number, { source }: Mail, wanted: string): string {
  const text = source.toString('latin1')
  const parts = [`UID ${uid}`]
  if (wanted.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${source.length}`)
  if (wanted.includes('BODY.PEEK[]')) parts.push(`BODY[] {${text.length}}\r\n${text}`)
  if (wanted.includes('BODY.PEEK[HEADER]')) {
    const head = text.slice(0, text.indexOf('\r\n\r\n') + 4)
    parts.push(`BODY[HEADER] {${head.length}}\r\n${head}`)
  }
  return `* ${uid} FETCH (${parts.join(' ')})`
}
