import { createHash, randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
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
    for await (const chunks of gathered(source)) {
      const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      bytes += length
      if (bytes > maxBytes) throw new AppError('object_too_large', { limit_bytes: maxBytes })
      checkRoom()
      const writing = writeAll(handle, chunks, length)
      // Meanwhile, since it does not take part in the hashing. Nobody waits for it if this throws.
      writing.catch(() => {})
      for (const chunk of chunks) {
        sha256.update(chunk)
        md5.update(chunk)
      }
      if (head.length < sniffedBytes) head = Buffer.concat([head, ...chunks]).subarray(0, sniffedBytes)
      await writing
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

const gatheredBytes = 256 * 1024

/** What comes in, in larger pieces: a call to write each small one costs more than the writing. */
async function* gathered(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    length += chunk.length
    if (length < gatheredBytes) continue
    yield chunks
    chunks = []
    length = 0
  }
  if (chunks.length > 0) yield chunks
}

async function writeAll(handle: FileHandle, chunks: Uint8Array[], length: number): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks).catch(diskError)
  // A disk that is nearly full takes a part. The rest says why.
  if (bytesWritten < length) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten)).catch(diskError)
}
