import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail that the server accepted, as it came over the wire. */
export type TakenMail = { from: string; to: string[]; source: string }

/** A refusal with its SMTP code. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** Runs a real mail server on a loopback port until the test ends. `options` can make it refuse mail. */
export async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const taken: TakenMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    async onData(stream, { envelope }, done) {
      const source = await text(stream)
      const { mailFrom, rcptTo } = envelope
      taken.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source })
      done()
    },
    ...options,
  })
  // A client that disconnects in the middle is not the server's failure.
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  const address = server.server.address() as AddressInfo
  /** Ends it like a crash: every connection breaks off. */
  const kill = () => {
    for (const socket of sockets) socket.destroy()
    return close()
  }
  return { taken, url: `smtp://127.0.0.1:${address.port}`, close, kill }
}
