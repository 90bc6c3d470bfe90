import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/errors.ts'

/** The disk that the database is on. */
export type Disk = {
  /** Whether so little is free that nothing may be added. Undefined where nobody knows: on another server. */
  isLow(): boolean | undefined
  /** How much is free. Undefined where nobody knows. */
  freeBytes(): number | undefined
  /** @throws AppError `storage_full` if nothing may be added */
  checkRoom(): void
}

/** For a database on a server of the operator's own. */
export const unknownDisk: Disk = { isLow: () => undefined, freeBytes: () => undefined, checkRoom: () => {} }

const lookEveryMs = 2000
const mostBallastBytes = 32_000_000

/**
 * Looks at the free space every few seconds. Below the reserve, nothing may be added: that space is for reading, which
 * needs some too, and for deleting.
 *
 * Other programs can take the reserve. So a file takes up some of it in advance, and is deleted once nearly nothing is
 * free. It comes back when there is space again.
 */
export function watchDisk(folder: string, reserveBytes: number, say: (line: string) => void, freeBytes = freeBytesAt) {
  const ballast = join(folder, 'ballast')
  const ballastBytes = Math.min(mostBallastBytes, reserveBytes / 4)
  let free = freeBytes(folder)
  let isLooking = false
  let wasLow = false
  const isLow = () => free !== undefined && free < reserveBytes

  const tell = () => {
    if (isLow() === wasLow) return
    wasLow = isLow()
    say(
      wasLow
        ? `The disk of ${folder} is almost full: nothing can be added until ${Math.ceil(reserveBytes / 1e6)} MB are free.`
        : `The disk of ${folder} has space again.`,
    )
  }
  const look = async () => {
    free = freeBytes(folder) ?? free
    tell()
    if (free === undefined || ballastBytes === 0) return
    const hasBallast = existsSync(ballast)
    if (hasBallast && free < ballastBytes / 4) {
      rmSync(ballast)
      free = freeBytes(folder) ?? free
    } else if (!hasBallast && free > reserveBytes + ballastBytes) {
      // Random, because some file systems store zeros in no space.
      await writeFile(ballast, randomBytes(ballastBytes))
    }
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    // Without its ballast, the reserve is still there.
    void look()
      .catch(() => {})
      .finally(() => (isLooking = false))
  }, lookEveryMs).unref()

  return {
    isLow,
    freeBytes: () => free,
    checkRoom() {
      if (isLow()) throw new AppError('storage_full', { free_bytes: free, reserve_bytes: reserveBytes })
    },
    look,
    close: () => clearInterval(timer),
  } satisfies Disk & Record<string, unknown>
}

/** What an ordinary account may still write there. Undefined if the disk does not say. */
function freeBytesAt(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
