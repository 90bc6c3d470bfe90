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

const sqliteBusy = 5

/** Keeps a reference, because the garbage collector closes locks without one. */
const held = new Set<DatabaseSync>()

export type DataDirLock = {
  /** The data folder, with all symbolic links resolved. */
  dataDir: string
  release(): void
}

/**
 * Locks the data folder for this process, and creates it if necessary.
 *
 * It is the operating system's file lock, held through an SQLite file, because Node offers no other way that works the
 * same on Linux, macOS and Windows. The kernel releases it with the process. So a kill -9 leaves nothing to clean up, a
 * reused process id cannot be mistaken for the holder, and of two simultaneous starts only one succeeds.
 */
export function lockDataDir(path: string): DataDirLock {
  const dataDir = openDataDir(path)
  return { dataDir, release: lockFolder(dataDir, dataDir) }
}

/** Locks one folder. `shownAs` is its name in the refusal. Returns a function that releases the lock. */
export function lockFolder(folder: string, shownAs: string): () => void {
  const pidFile = join(folder, 'karta.pid')
  const lockFile = join(folder, 'karta.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(lockFile, { timeout: 0 })
    // Nothing is ever written, so there should be no journal file.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    chmodSync(lockFile, 0o600)
  } catch (error) {
    lock?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === sqliteBusy)
      throw new StartError(`Another Karta${holder(pidFile)} is already running on ${shownAs}.`)
    throw new StartError(`The lock file ${lockFile} cannot be taken: ${message}.`)
  }
  // Remove it first: after a crash it may belong to root, although the folder is ours.
  rmSync(pidFile, { force: true })
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  held.add(lock)
  return () => {
    if (!held.delete(lock)) return
    // Whoever gave up root cannot remove it, and it only serves a message.
    if (canRemove(pidFile)) rmSync(pidFile, { force: true })
    lock.close()
  }
}

function canRemove(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}

// Only for the message: what counts is the lock, not this file.
function holder(pidFile: string): string {
  const pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : ''
  return /^\d+$/.test(pid) ? ` (process ${pid})` : ''
}

function openDataDir(path: string): string {
  try {
    if (!existsSync(path)) {
      makeFolder(path)
      // Root hands the database to an unprivileged account, which must be able to enter this folder.
      chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
    }
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (error) {
    throw new StartError(`The data folder ${path} cannot be used (${reason(error)}): choose another one with DATA_DIR.`)
  }
}

// Node's recursive mkdir never returns if the system answers "no such folder" when one is created, as in /proc.
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another start may have just created it. What it is shows later.
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
