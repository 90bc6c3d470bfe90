import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'
import type { Account } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { databaseUrl, ensureDatabase, lastAddress, noteAddress, readOrMakePassword } from './connection.ts'
import { databaseHome, handOver } from './home.ts'
import type { DatabaseHome } from './home.ts'
import { clearLeftovers } from './leftovers.ts'
import { lockDataDir, lockFolder } from './lock.ts'
import type { DataDirLock } from './lock.ts'
import { openLogFile } from './log-file.ts'
import { carelessSettings, settings } from './settings.ts'
import type { Address } from './settings.ts'

const socketPort = 5432
/** macOS allows 103 bytes, Linux 107. */
const longestSocketPath = 103
const socketName = `.s.PGSQL.${socketPort}`
const temporarySockets = 'karta-socket-'
const pollMs = 5
const saySoEveryMs = 10_000

export type EmbeddedDatabase = {
  /** A superuser's URL for `pg`, to the database `karta`. */
  url: string
  stop(): Promise<void>
  /** Calls back once if PostgreSQL ends without `stop()`, or immediately if it already has. */
  onUnexpectedExit(listener: (why: string) => void): void
  /** Starts a PostgreSQL that has ended once more, at the same address. Listeners have to be added again. */
  restart(): Promise<void>
  dataDir: string
  /** Where the database's files are: the data folder, unless `databaseHome` decided otherwise. */
  home: string
  /** A folder on the database's disk that Karta may write to, even after it gave root up. */
  reserve: string
  /** The user it runs as. Undefined means our own. */
  account: Account
  /** Of the PostgreSQL that was started last. */
  postmasterPid: number
}

export type EmbeddedOptions = {
  dataDir: string
  log: (line: string) => void
  /** The data folder's lock, if the caller already holds it. Otherwise it is taken here, and `stop()` releases it. */
  lock?: DataDirLock
  /** The user whom root runs PostgreSQL as. By default the owner of the database's files, or else nobody. */
  runAs?: string | undefined
  /** A database that nobody keeps: it need not survive a power failure, so nothing waits for the disk. */
  isThrownAway?: boolean
  /** PostgreSQL's own settings besides ours, such as for a database that several servers use. */
  more?: Record<string, string>
}

/** Starts the bundled PostgreSQL on the data folder, creating the database at the first start. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir: path, log, lock, runAs, isThrownAway = false, more = {} } = options
  const own = lock ?? lockDataDir(path)
  const releases = lock ? [] : [own.release]
  const release = () => releases.splice(0).forEach((each) => each())
  try {
    const { dataDir } = own
    const home = databaseHome(dataDir, runAs)
    if (home.folder !== dataDir) releases.push(lockFolder(home.folder, dataDir))
    const binaries = prepareBinaries(home, log)
    const password = readOrMakePassword(dataDir, existsSync(home.cluster))
    await ensureCluster(home, binaries, password, log)
    await clearLeftovers(home, binaries, log)
    const address = await freshAddress(home, lastAddress(dataDir))
    noteAddress(dataDir, address)
    const chosen = { ...settings(address), ...(isThrownAway && carelessSettings), ...more }
    const launchNow = () => launch(home, binaries, address, chosen, join(dataDir, 'postgres.log'), log)
    let server = await launchNow()
    try {
      await ensureDatabase(address, password)
    } catch (error) {
      await server.stop()
      throw new StartError(`The embedded database does not let Karta in: ${(error as Error).message}.`)
    }
    const stop = async () => {
      await server.stop()
      release()
    }
    const restart = async () => {
      await clearLeftovers(home, binaries, log)
      prepareSocketFolder(address, home)
      server = await launchNow()
    }
    return {
      url: databaseUrl(address, password),
      dataDir,
      home: home.folder,
      reserve: prepareReserve(home),
      account: home.account,
      stop,
      restart,
      onUnexpectedExit: (listener) => server.onUnexpectedExit(listener),
      get postmasterPid() {
        return server.postmasterPid
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

function prepareReserve({ folder, account }: DatabaseHome): string {
  const reserve = join(folder, 'reserve')
  mkdirSync(reserve, { recursive: true, mode: 0o700 })
  handOver(reserve, account)
  return reserve
}

type Server = Pick<EmbeddedDatabase, 'stop' | 'onUnexpectedExit' | 'postmasterPid'>

async function launch(
  home: DatabaseHome,
  binaries: Binaries,
  address: Address,
  chosen: Record<string, string>,
  logPath: string,
  log: (line: string) => void,
): Promise<Server> {
  const logFile = openLogFile(logPath, home.account)
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', home.cluster, ...flags], {
    ...home.account,
    cwd: home.folder,
    // Pass on none of our PGOPTIONS, locale or secrets. Windows needs its own variables to start anything.
    ...(process.platform !== 'win32' && { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } }),
    stdio: ['ignore', logFile.descriptor, logFile.descriptor],
    // In a session of its own: Ctrl+C in a terminal must reach only Node, which still has requests to finish.
    detached: true,
    windowsHide: true,
  })
  closeSync(logFile.descriptor)
  const { ended, why } = watch(child)
  // If Node crashes or exits without stop(), it can still send a signal.
  const onExit = () => void child.kill('SIGINT')
  process.once('exit', onExit)
  let stopping = false
  void ended.then(() => {
    process.off('exit', onExit)
    logFile.close()
    if (basename(address.host).startsWith(temporarySockets)) rmSync(address.host, { recursive: true, force: true })
  })
  await ready(child, home, why, () => logFile.news(), logPath, log)
  return {
    postmasterPid: child.pid!,
    onUnexpectedExit(listener) {
      void ended.then(() => {
        if (!stopping) listener(`PostgreSQL ended by itself (${why()}); its log is ${logPath}`)
      })
    },
    async stop() {
      stopping = true
      await shutDown(child, ended, home, binaries)
    },
  }
}

function watch(child: ChildProcess) {
  let why: string | undefined
  const ended = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      why ??= reason
      resolve()
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`))
  })
  return { ended, why: () => why }
}

async function ready(
  child: ChildProcess,
  home: DatabaseHome,
  why: () => string | undefined,
  news: () => string,
  logPath: string,
  log: (line: string) => void,
): Promise<void> {
  for (let waited = pollMs; ; waited += pollMs) {
    await sleep(pollMs)
    const reason = why()
    if (reason !== undefined) throw launchError(home, news(), logPath, reason)
    if (isReady(home.cluster, child.pid)) return
    // After a crash, PostgreSQL first replays the write-ahead log, which takes as long as it takes.
    if (waited % saySoEveryMs === 0) log('PostgreSQL is still recovering')
  }
}

// PostgreSQL's own status file: line 1 is its process id, line 8 the word "ready".
function isReady(cluster: string, pid: number | undefined): boolean {
  const note = join(cluster, 'postmaster.pid')
  if (!existsSync(note)) return false
  const lines = readFileSync(note, 'utf8').split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function launchError(home: DatabaseHome, news: string, logPath: string, reason: string): StartError {
  if (news.includes('No space left on device')) {
    return new StartError(`No space is left on the disk that holds ${home.cluster}.`)
  }
  if (/PANIC|invalid page|could not locate a valid checkpoint|invalid data in file|incorrect checksum/.test(news)) {
    return new StartError(
      `The database files in ${home.cluster} are damaged: restore a backup into a new DATA_DIR; what PostgreSQL says is in ${logPath}.`,
    )
  }
  const fatal = news.split('\n').findLast((line) => line.includes('FATAL:'))
  const said = fatal?.replace(/.*FATAL:\s*/, '') ?? reason
  return new StartError(`PostgreSQL does not start on ${home.cluster}: ${said}; more in ${logPath}.`)
}

async function shutDown(child: ChildProcess, ended: Promise<void>, home: DatabaseHome, binaries: Binaries) {
  if (process.platform === 'win32') {
    spawn(binaries.pgCtl, ['stop', '--pgdata', home.cluster, '--mode', 'fast', '--silent'], { windowsHide: true })
    return ended
  }
  for (const [signal, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    child.kill(signal)
    const timer = new AbortController()
    const timeUp = sleep(patienceMs, true, { signal: timer.signal }).catch(() => true)
    const late = await Promise.race([ended.then(() => false), timeUp])
    timer.abort()
    if (!late) return
  }
}

/** A private folder for the socket, in the database's home if its path is short enough; a free port on Windows. */
async function freshAddress(home: DatabaseHome, last: Address | undefined): Promise<Address> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() }
  if (last && basename(last.host).startsWith(temporarySockets)) rmSync(last.host, { recursive: true, force: true })
  const inHome = join(home.folder, 'run')
  if (Buffer.byteLength(join(inHome, socketName)) <= longestSocketPath) {
    prepareSocketFolder({ host: inHome, port: socketPort }, home)
    return { host: inHome, port: socketPort }
  }
  const short = mkdtempSync(join(shortTemporaryFolder(), temporarySockets))
  handOver(short, home.account)
  return { host: short, port: socketPort }
}

/** Makes the folder, or empties it: a socket file left by a crash may name a process that now belongs to somebody else. */
function prepareSocketFolder({ host }: Address, home: DatabaseHome): void {
  if (process.platform === 'win32') return
  mkdirSync(host, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(host)) rmSync(join(host, name), { force: true })
  chmodSync(host, 0o700)
  handOver(host, home.account)
}

function shortTemporaryFolder(): string {
  const room = longestSocketPath - Buffer.byteLength(join(`${temporarySockets}123456`, socketName)) - 1
  return Buffer.byteLength(tmpdir()) <= room ? tmpdir() : '/tmp'
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
