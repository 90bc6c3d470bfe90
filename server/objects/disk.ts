import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { flushFolder } from '../db/flush-folder.ts'
import { diskError, type Folders } from './folders.ts'
import type { ByteStore } from './store.ts'

/** Bytes on this machine's disk: `ab/abcd…`, by SHA-256. A name appears once the content behind it is whole and flushed. */
export function diskBytes({ root }: Pick<Folders, 'root'>): ByteStore {
  const fanOf = (sha256: string) => join(root, sha256.slice(0, 2))
  const pathOf = (sha256: string) => join(fanOf(sha256), sha256)

  return {
    kind: 'disk',
    async place(file, { sha256 }) {
      // Also over a file that is there already, which may be damaged. Those who read that one still do.
      await rename(file, pathOf(sha256)).catch(async (error) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return diskError(error)
        await mkdir(fanOf(sha256), { recursive: true, mode: 0o700 }).catch(diskError)
        await flushFolder(root)
        await rename(file, pathOf(sha256)).catch(diskError)
      })
      await flushFolder(fanOf(sha256))
    },
    async open(sha256, range) {
      const handle = await open(pathOf(sha256), 'r').catch((error) => missing(error, sha256))
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },
    async size(sha256) {
      const found = await stat(pathOf(sha256)).catch(ifThere)
      return found?.size
    },
    async remove(sha256) {
      await rm(pathOf(sha256), { force: true })
    },
    async *list() {
      for (let byte = 0; byte < 256; byte++) {
        const fan = byte.toString(16).padStart(2, '0')
        const names = (await readdir(join(root, fan)).catch(ifThere)) ?? []
        for (const sha256 of names.filter(isHash).toSorted()) {
          const found = await stat(pathOf(sha256)).catch(ifThere)
          if (found) yield { sha256, bytes: found.size }
        }
      }
    },
  }
}

export const isHash = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)

function missing(error: unknown, sha256: string): never {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new AppError('object_missing', { sha256 })
  throw error
}

export function ifThere(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
