import { rm } from 'node:fs/promises'
import type { Folders } from './folders.ts'
import { openPartial, type PieceStore } from './partial.ts'
import { spool } from './spool.ts'
import type { ByteStore, ObjectStore, PutOptions, StoredObject } from './store.ts'

type Parts = {
  bytes: ByteStore
  pieces: PieceStore
  folders: Folders
  /** Says that a content is needed from now on, before its bytes are put in place. */
  claim: (content: { sha256: string; bytes: number }) => Promise<void>
  /** @throws AppError `storage_full` when nothing may be added to the disk */
  checkRoom: () => void
}

/** The store of objects over a store of bytes. */
export function openObjects({ bytes, pieces, folders, claim, checkRoom }: Parts): ObjectStore {
  async function put(source: AsyncIterable<Uint8Array>, { maxBytes }: PutOptions): Promise<StoredObject> {
    const { file, ...stored } = await spool(source, { folder: folders.arriving, maxBytes, checkRoom })
    try {
      await claim(stored)
      await bytes.place(file, stored)
      return stored
    } finally {
      await rm(file, { force: true })
    }
  }

  return {
    bytes,
    put,
    open: (sha256, range) => bytes.open(sha256, range),
    has: async (sha256) => (await bytes.size(sha256)) !== undefined,
    partial: openPartial({ pieces, arriving: folders.arriving, put, checkRoom }),
  }
}
