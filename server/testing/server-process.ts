import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { canReach, unprivilegedAccount } from '../db/embedded/account.ts'

/** Root cannot give itself up where no other user can read the program, and says so. */
export const isPrivate = process.getuid?.() === 0 && !canReach(unprivilegedAccount(undefined), import.meta.dirname)

const main = join(import.meta.dirname, '../main.ts')

/** A real server in its own process. */
export type ServerProcess = {
  child: ChildProcess
  /** The lines of standard output so far. */
  out: string[]
  /** The lines of standard error so far, but not the one about mail. */
  err: string[]
  /** Where the mail is that this server, which has no mail server, keeps. */
  mail: Promise<string>
  /** Resolves when the server says that it is ready, and rejects if it ends before that. */
  ready: Promise<void>
  /** How the server ended, once all of its output has been read. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts `server/main.ts`, or that of another version, with nothing in its environment but `settings`. */
export function startServer(settings: Record<string, string>, program = main): ServerProcess {
  const child = spawn(process.execPath, [program], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
      // Tests read the log, and on a busy machine any statement may be slow.
      SLOW_STATEMENT_MS: '3600000',
      ...(isPrivate && { RUN_AS: 'root' }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err]: [string[], string[]] = [[], []]
  const errors = createInterface({ input: child.stderr })
  const mail = new Promise<string>((resolve) => {
    errors.on('line', (line) => (line.startsWith('Mail is kept') ? resolve(line) : err.push(line)))
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      out.push(line)
      if (line.startsWith('Karta is ready')) resolve()
    })
    void ended.then(() => reject(new Error(`The server ended before it was ready: ${err.join('\n')}`)))
  })
  // A test that only waits for the end does not care whether the server became ready.
  ready.catch(() => {})
  return { child, out, err, mail, ready, ended }
}

/** A loopback port that nobody is using right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A new temporary folder. PostgreSQL, which root runs as another user, can reach its data in it. */
export function temporaryFolder(purpose: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `karta-${purpose}-`)))
  chmodSync(folder, 0o711)
  return folder
}

/** The processes that use something in `folder`. PostgreSQL names its data folder on its command line. */
export function processesOn(folder: string): number[] {
  const { stdout } = spawnSync('ps', ['-ww', '-eo', 'pid=,command='], { encoding: 'utf8' })
  const lines = stdout.split('\n').filter((line) => line.includes(folder))
  return lines.map((line) => Number.parseInt(line))
}

/** Waits until nobody listens on the port anymore. */
export async function closed(port: number): Promise<void> {
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } }).then(
      (reply) => reply.arrayBuffer(),
      () => undefined,
    )
  while (await answers()) await delay(10)
}

/** The process id of the PostgreSQL that uses the data folder. */
export function postmaster(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'))
}

/** Calls the server over HTTP, and rejects when the server refuses. */
export async function call<T>(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const reply = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

/** Somebody who can sign up. */
export const newPerson = () => ({ email: `${randomUUID()}@example.com`, password: 'correct horse battery' })

/** Signs a new person up, which makes a workspace. Returns the access token. */
export async function signUp(url: string): Promise<string> {
  return (await call<{ access_token: string }>(url, undefined, 'POST', '/auth/v1/signup', newPerson())).access_token
}
