import { accessSync, chmodSync, constants, mkdtempSync, realpathSync, statfsSync } from 'node:fs'
import { availableMemory } from 'node:process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new data folder for one run. The caller removes it. */
export function throwAwayFolder(purpose: string, parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, `karta-${purpose}-`)))
  // Started by root, PostgreSQL runs as another user. If that user could not enter, it would move to /var/lib and stay.
  chmodSync(folder, 0o711)
  return folder
}

const memory = '/dev/shm'
const neededBytes = 4 * 1024 ** 3

/**
 * Where tests keep their files: in memory, if Linux has room for that. A database is a thousand files, which take a disk
 * up to twenty times as long.
 */
export function quickParent(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, availableMemory()) >= neededBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
