import { statfsSync } from 'node:fs'
import { AppError } from '#domain/errors.ts'

/** The disk that the database is on. */
export type Disk = {
  /** Whether so little is free that nothing may be added. Undefined where nobody knows: on another server. */
  isLow(): boolean | undefined
  /** @throws AppError `storage_full` if nothing may be added */
  checkRoom(): void
  close(): void
}

const lookEveryMs = 2000

/** For a database on a server of the operator's own, which watches its disk itself. */
export const unknownDisk: Disk = { isLow: () => undefined, checkRoom: () => {}, close: () => {} }

/**
 * Looks at the free space every few seconds. What is below the reserve is kept for reading, which needs some too, and
 * for deleting.
 */
export function watchDisk(folder: string, reserveBytes: number, freeBytes = freeBytesAt): Disk {
  let free = freeBytes(folder)
  const timer = setInterval(() => {
    free = freeBytes(folder) ?? free
  }, lookEveryMs).unref()
  const isLow = () => free !== undefined && free < reserveBytes
  return {
    isLow,
    checkRoom() {
      if (isLow()) throw new AppError('storage_full', { free_bytes: free, reserve_bytes: reserveBytes })
    },
    close: () => clearInterval(timer),
  }
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
