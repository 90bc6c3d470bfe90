import { createReadStream } from 'node:fs'
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifThere } from './disk.ts'
import { flushFolder } from '../db/flush-folder.ts'
import { diskError } from './folders.ts'
import type { PieceStore } from './partial.ts'

/** A folder for each upload, and in it a file for each piece, named by its offset. */
export function piecesOnDisk(root: string): PieceStore {
  const folderOf = (id: string) => join(root, id)
  const fileOf = (id: string, start: number) => join(folderOf(id), String(start).padStart(16, '0'))

  return {
    async create(id) {
      await mkdir(folderOf(id), { mode: 0o700 }).catch(diskError)
      await flushFolder(root)
    },
    async add(id, { start }, file) {
      const isTaken = await link(file, fileOf(id, start)).then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'EEXIST' || diskError(error),
      )
      if (isTaken) return false
      await flushFolder(folderOf(id))
      return true
    },
    async list(id) {
      const names = await readdir(folderOf(id)).catch(ifThere)
      if (!names) return undefined
      const sized = names.toSorted().map(async (name) => {
        const found = await stat(join(folderOf(id), name)).catch(ifThere)
        return found ? [{ start: Number(name), bytes: found.size }] : []
      })
      return (await Promise.all(sized)).flat()
    },
    async open(id, { start }) {
      return createReadStream(fileOf(id, start))
    },
    async remove(id) {
      await rm(folderOf(id), { recursive: true, force: true })
    },
    async expire(before) {
      let count = 0
      for (const id of await readdir(root)) {
        const found = await stat(folderOf(id)).catch(ifThere)
        if (!found || found.mtime >= before) continue
        await rm(folderOf(id), { recursive: true, force: true })
        count++
      }
      return count
    },
  }
}
