import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The way to a database, which can be cut. */
export type Forwarder = {
  /** The database's address through it. */
  url: string
  /** Drops all connections, and every new one until `mend`. */
  cut(): void
  mend(): void
  /** Leads new connections to another database. */
  leadTo(databaseUrl: string): void
  close(): Promise<void>
}

/** Stands between servers and their PostgreSQL, on a port of this machine. */
export async function openForwarder(databaseUrl: string): Promise<Forwarder> {
  let goal = goalOf(databaseUrl)
  const open = new Set<Socket>()
  let isCut = false

  const server = createServer({ noDelay: true }, (client) => {
    if (isCut) return void client.destroy()
    const database = connect(goal)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(databaseUrl)
  through.search = '?sslmode=disable'
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: through.toString(),
    cut() {
      isCut = true
      drop()
    },
    mend: () => void (isCut = false),
    leadTo: (other) => void (goal = goalOf(other)),
    async close() {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}

function goalOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const address = new URL(databaseUrl)
  const host = address.searchParams.get('host') ?? address.hostname
  const port = Number(address.searchParams.get('port') ?? (address.port || 5432))
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
