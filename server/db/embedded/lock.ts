import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/start-error.ts'

const SQLITE_BUSY = 5

/** Kept here, because a lock that nothing refers to any more is closed by the garbage collector. */
const held = new Set<DatabaseSync>()

export type DataDirLock = {
  /** The data folder with every symbolic link resolved. */
  dataDir: string
  release(): void
}

/**
 * Takes the data folder for this process, making the folder if need be.
 *
 * The lock is the operating system's own file lock, held through an SQLite file because Node offers no other way to it
 * that works alike on Linux, macOS and Windows. The kernel drops it with the process, so nothing is left to clean up
 * after a kill -9, a reused process id cannot look like a holder, and two starts at once cannot both win.
 */
export function lockDataDir(path: string): DataDirLock {
  const dataDir = openDataDir(path)
  return { dataDir, release: lockFolder(dataDir, dataDir) }
}

/** Takes the lock of one folder; `shownAs` is what the refusal calls it. Returns the release. */
export function lockFolder(folder: string, shownAs: string): () => void {
  const pidFile = join(folder, 'karta.pid')
  const lockFile = join(folder, 'karta.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(lockFile, { timeout: 0 })
    // Nothing is ever written, so no journal file is wanted either.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    chmodSync(lockFile, 0o600)
  } catch (error) {
    lock?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === SQLITE_BUSY)
      throw new StartError(`Another Karta${holder(pidFile)} is already running on ${shownAs}.`)
    throw new StartError(`The lock file ${lockFile} cannot be taken: ${message}.`)
  }
  // Removed first: after a crash it may be root's, in a folder of ours.
  rmSync(pidFile, { force: true })
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  held.add(lock)
  return () => {
    if (!held.delete(lock)) return
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

// Only for the sentence: the lock decides, not this file.
function holder(pidFile: string): string {
  const pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : ''
  return /^\d+$/.test(pid) ? ` (process ${pid})` : ''
}

function openDataDir(path: string): string {
  try {
    if (!existsSync(path)) {
      makeFolder(path)
      // Root hands the database to an unprivileged account, which must be able to pass through this folder.
      chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
    }
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (error) {
    throw new StartError(`The data folder ${path} cannot be used (${reason(error)}): choose another one with DATA_DIR.`)
  }
}

// Node's own recursive way never returns where the system answers "no such folder" to making one, as in /proc.
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another start may have made it this very moment; what it is shows later.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there'
  if (code === 'EROFS') return 'the file system is read-only'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'it is not a folder'
  if (code === 'ENOENT') return 'it cannot be made there'
  if (code === 'ENOSPC') return 'no space is left on the disk'
  return message
}
