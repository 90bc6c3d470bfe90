import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { DatabaseHome } from './home.ts'

const pollMs = 20
/** A fast shutdown, then an immediate one, then the end, with how long each may take. */
const signals = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/**
 * Ends a PostgreSQL that outlived its Karta, and removes what a crash left behind. The caller holds the data folder's
 * lock, so whatever still runs here has lost its owner. Only processes proven to be PostgreSQL on this very data directory
 * are signaled: by now, a stale `postmaster.pid` may name anybody's process.
 */
export async function clearLeftovers(home: DatabaseHome, binaries: Binaries, log: (line: string) => void) {
  const { cluster, account } = home
  if (process.platform === 'win32') {
    if (existsSync(join(cluster, 'postmaster.pid'))) {
      spawnSync(binaries.pgCtl, ['stop', '--pgdata', cluster, '--mode', 'fast', '--wait', '--silent'])
    }
    return
  }
  let alive = serverProcesses(cluster, account)
  if (alive.length > 0) log(`Stopping a PostgreSQL that an earlier run left behind (process ${alive.join(', ')})`)
  for (const [signal, patienceMs] of signals) {
    const postmaster = postmasterPid(cluster)
    const toPostmaster = signal !== 'SIGKILL' && postmaster !== undefined && alive.includes(postmaster)
    for (const pid of toPostmaster ? [postmaster] : alive) send(pid, signal)
    for (let waited = 0; alive.length > 0 && waited < patienceMs; waited += pollMs) {
      await sleep(pollMs)
      alive = serverProcesses(cluster, account)
    }
  }
  if (alive.length > 0) {
    throw new StartError(
      `A PostgreSQL on ${cluster} is still running and cannot be stopped (process ${alive.join(', ')}).`,
    )
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** The process id in the data directory's `postmaster.pid`. The process may have ended long ago. */
export function postmasterPid(cluster: string): number | undefined {
  const path = join(cluster, 'postmaster.pid')
  const pid = existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8')) : NaN
  return pid > 0 ? pid : undefined
}

function serverProcesses(cluster: string, account: Account): number[] {
  if (process.platform === 'linux') return postgresProcessesIn(cluster, account)
  const pid = postmasterPid(cluster)
  if (pid === undefined) return []
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(`-D ${cluster} `) ? [pid] : []
}

/** Every PostgreSQL process has its data directory as working directory, even helpers that briefly outlive a killed postmaster. */
function postgresProcessesIn(cluster: string, account: Account): number[] {
  const candidates = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && commandName(entry) === 'postgres')
  if (candidates.length === 0) return []
  // Ask as that account: in a container, even root may not inspect another user's processes.
  const links = candidates.map((pid) => `/proc/${pid}/cwd`)
  const { stdout } = spawnSync('ls', ['-ld', ...links], { ...account, cwd: '/', encoding: 'utf8' })
  const inside = stdout.split('\n').filter((line) => line.endsWith(`/cwd -> ${cluster}`))
  return inside.map((line) => Number(/\/proc\/(\d+)\/cwd -> /.exec(line)?.[1]))
}

function commandName(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return '' // it ended while we looked
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
