import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { unprivilegedAccount } from '../db/embedded/account.ts'
import { freePort, temporaryFolder } from './server-process.ts'

const found = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? ''
const [, major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(found) ?? []).map(Number)

/** Whether this machine has PgBouncer. `npm test` installs it where it can. */
export const hasPgBouncer = major > 0

/** Whether it carries prepared statements from one connection to the next. */
export const bouncerPrepares = major > 1 || minor >= 21

type Login = { user: string; password: string }

/**
 * A PgBouncer of a test's own in transaction mode, with few connections.
 * @param databaseUrl of a PostgreSQL with a Unix socket
 */
export async function startPgBouncer(databaseUrl: string, logins: Login[]) {
  const folder = temporaryFolder('pgbouncer')
  const port = await freePort()
  const { pathname, searchParams } = new URL(databaseUrl)
  const file = (name: string, lines: string[]) => {
    const path = join(folder, name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }
  const users = file(
    'users.txt',
    logins.map(({ user, password }) => `"${user}" "${password}"`),
  )
  const config = file('pgbouncer.ini', [
    '[databases]',
    `* = host=${searchParams.get('host')} port=${searchParams.get('port')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 3',
    'max_client_conn = 200',
    ...(bouncerPrepares ? ['max_prepared_statements = 100'] : []),
  ])
  // It refuses to run as root, and the socket belongs to the account that PostgreSQL runs as.
  const account = unprivilegedAccount(undefined)
  if (account) chownSync(folder, account.uid, account.gid)
  const child = spawn('pgbouncer', [config], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (text) => (log += text))
  while (!log.includes('process up')) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${log}`)
    await delay(5)
  }
  return {
    urlOf: ({ user, password }: Login) => `postgres://${user}:${password}@127.0.0.1:${port}${pathname}`,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
