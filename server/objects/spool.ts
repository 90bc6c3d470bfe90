import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { sniff, sniffedBytes } from './sniff.ts'
import type { StoredObject } from './store.ts'
import { diskError } from './folders.ts'

/** What has arrived, in a file of its own that has been flushed to the disk. */
export type Spooled = StoredObject & { file: string }

export type SpoolOptions = {
  folder: string
  maxBytes: number
  /** @throws AppError `storage_full` when nothing may be added to the disk */
  checkRoom: () => void
}

/** Writes what comes in to a temporary file and hashes it on the way. When it rejects, the file is gone. */
export async function spool(
  source: AsyncIterable<Uint8Array>,
  { folder, maxBytes, checkRoom }: SpoolOptions,
): Promise<Spooled> {
  checkRoom()
  const file = join(folder, randomUUID())
  const handle = await open(file, 'wx', 0o600).catch(diskError)
  try {
    const sha256 = createHash('sha256')
    const md5 = createHash('md5')
    let bytes = 0
    let head = Buffer.alloc(0)
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new AppError('object_too_large', { limit_bytes: maxBytes })
      checkRoom()
      sha256.update(chunk)
      md5.update(chunk)
      if (head.length < sniffedBytes) head = Buffer.concat([head, chunk.subarray(0, sniffedBytes - head.length)])
      await handle.writeFile(chunk).catch(diskError)
    }
    await handle.sync().catch(diskError)
    await handle.close()
    return { file, sha256: sha256.digest('hex'), md5: md5.digest('hex'), bytes, type: await sniff(head) }
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(file, { force: true })
    throw error
  }
}
