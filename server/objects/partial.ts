import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '#domain/errors.ts'
import { diskError } from './folders.ts'
import type { ObjectStore, PartialUploads } from './store.ts'

export type Piece = { start: number; bytes: number }

/** Where pieces of uploads are kept: each in its place by its offset, whole and flushed. */
export type PieceStore = {
  create(id: string): Promise<void>
  /** Takes a flushed file over. False if there is a piece at this offset already: somebody else was quicker. */
  add(id: string, piece: Piece, file: string): Promise<boolean>
  /** In the order of their offsets. Undefined if there is no such upload. */
  list(id: string): Promise<Piece[] | undefined>
  open(id: string, piece: Piece): Promise<Readable>
  remove(id: string): Promise<void>
  expire(before: Date): Promise<number>
}

/** A long stretch is kept in pieces, so that a crash costs no more than this much of it. */
const pieceBytes = 16 * 1024 * 1024

type Parts = { pieces: PieceStore; arriving: string; put: ObjectStore['put']; checkRoom: () => void }

/** Needs no lock, even between servers: of two pieces at the same offset, only one gets the place. */
export function openPartial({ pieces, arriving, put, checkRoom }: Parts): PartialUploads {
  async function piecesOf(id: string): Promise<Piece[]> {
    const found = isId(id) ? await pieces.list(id) : undefined
    if (!found) throw new AppError('upload_not_found')
    let end = 0
    return found.filter((piece) => piece.start === end && (end += piece.bytes))
  }
  const sizeOf = async (id: string) => (await piecesOf(id)).reduce((sum, { bytes }) => sum + bytes, 0)

  async function* contentOf(id: string): AsyncGenerator<Uint8Array> {
    for (const piece of await piecesOf(id)) yield* await pieces.open(id, piece)
  }

  return {
    async create(id) {
      if (!isId(id)) throw new Error('the id of an upload is a UUID')
      await pieces.create(id)
    },
    async append(id, offset, source, { maxBytes }) {
      checkRoom()
      if ((await sizeOf(id)) !== offset) throw new AppError('upload_offset')
      let size = offset
      const cut = piecemeal(source, { arriving, checkRoom, room: maxBytes - offset })
      for await (const { file, bytes } of cut) {
        try {
          if (!(await pieces.add(id, { start: size, bytes }, file))) throw new AppError('upload_offset')
        } finally {
          await rm(file, { force: true })
        }
        size += bytes
      }
      return size
    },
    size: sizeOf,
    finish: (id, options) => put(contentOf(id), options),
    remove: async (id) => (isId(id) ? pieces.remove(id) : undefined),
    expire: (before) => pieces.expire(before),
  }
}

const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

/** Writes a stream to files of at most one piece each. If it breaks off, the rest comes before the failure. */
async function* piecemeal(
  source: AsyncIterable<Uint8Array>,
  { arriving, checkRoom, room }: { arriving: string; checkRoom: () => void; room: number },
): AsyncGenerator<{ file: string; bytes: number }> {
  let piece: { file: string; handle: FileHandle; bytes: number } | undefined
  let failure: { error: unknown } | undefined
  let received = 0
  try {
    const chunks = source[Symbol.asyncIterator]()
    while (true) {
      const next = await chunks.next().catch((error: unknown) => void (failure = { error }))
      if (!next || next.done) break
      received += next.value.length
      if (received > room) {
        failure = { error: new AppError('object_too_large', { limit_bytes: room }) }
        break
      }
      checkRoom()
      if (!piece) {
        const file = join(arriving, randomUUID())
        piece = { file, handle: await open(file, 'wx', 0o600).catch(diskError), bytes: 0 }
      }
      await piece.handle.writeFile(next.value).catch(diskError)
      piece.bytes += next.value.length
      if (piece.bytes < pieceBytes) continue
      yield await flushed(piece)
      piece = undefined
    }
    if (piece && piece.bytes > 0) {
      yield await flushed(piece)
      piece = undefined
    }
  } finally {
    if (piece) {
      await piece.handle.close().catch(() => {})
      await rm(piece.file, { force: true })
    }
  }
  if (failure) throw failure.error
}

async function flushed({ file, handle, bytes }: { file: string; handle: FileHandle; bytes: number }) {
  await handle.sync().catch(diskError)
  await handle.close()
  return { file, bytes }
}
