import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { limitTable } from '../http/limit-table.ts'
import { freePort, startServer, temporaryFolder, type ServerProcess } from './server-process.ts'

/** One of several real servers on the same database. */
export type Node = {
  name: string
  port: number
  url: string
  /** What it is started with. */
  settings: Record<string, string>
  /** The process that runs now, or ran last. Undefined before the first start. */
  readonly process: ServerProcess | undefined
  /** Starts it, and waits until it is ready. `more` are settings of this start, `program` is the `main.ts` of another version. */
  start(more?: Record<string, string>, program?: string): Promise<void>
  /** Ends it as a power failure would. */
  kill(): Promise<void>
  /** Asks it to end, and returns its exit code. */
  stop(): Promise<number | null>
}

export type Nodes = {
  all: Node[]
  /** Starts all: the first one alone, because it may have to migrate. */
  start(): Promise<void>
  /** Ends all that run, and removes what they left. */
  close(): Promise<void>
}

type Options = {
  count: number
  databaseUrl: string
  natsUrl?: string
  /** Where clients find all of them: a balancer's address. */
  publicUrl: string
  /** For every node. */
  settings?: Record<string, string>
  /** The ports, if a balancer knows them already. */
  ports?: readonly number[]
  /** What starts a node, unless its start names another: `server/main.ts` if absent. */
  program?: string
}

/** So many free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** Nobody who is measured or killed is to meet a limit on calls. */
const generous = Object.fromEntries(Object.values(limitTable).map(({ setting }) => [setting, '10000000']))

/** Makes several servers, which `start` starts, with a data folder each and everything else shared. */
export async function openNodes(options: Options): Promise<Nodes> {
  const { count, databaseUrl, natsUrl, publicUrl, settings, ports, program: usual } = options
  const folder = temporaryFolder('nodes')
  const key = randomBytes(32).toString('base64')
  const given = ports ?? (await freePorts(count))
  const all = given.slice(0, count).map((port, index) =>
    openNode(`node ${index + 1}`, port, usual, {
      PORT: String(port),
      DATA_DIR: join(folder, String(index + 1)),
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: publicUrl,
      KARTA_SEALING_KEY: key,
      MAX_CONNECTIONS_PER_ADDRESS: '100000',
      TRUST_PROXIES: '1',
      // Long enough for a balancer that asks several times a second.
      DRAIN_SECONDS: '2',
      ...generous,
      ...(natsUrl && { NATS_URL: natsUrl }),
      ...settings,
    }),
  )
  for (const index of all.keys()) mkdirSync(join(folder, String(index + 1)), { mode: 0o711 })
  return {
    all,
    async start() {
      const [first, ...others] = all
      await first!.start()
      await Promise.all(others.map((node) => node.start()))
    },
    async close() {
      await Promise.all(all.map((node) => node.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function openNode(name: string, port: number, usual: string | undefined, settings: Record<string, string>): Node {
  let running: ServerProcess | undefined

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    running?.child.kill(signal)
    return (await running?.ended)?.code ?? null
  }

  return {
    name,
    port,
    url: `http://127.0.0.1:${port}`,
    settings,
    get process() {
      return running
    },
    async start(more = {}, program = usual) {
      running = startServer({ ...settings, ...more }, program)
      await running.ready
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}
