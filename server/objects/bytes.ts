import type { Readable } from 'node:stream'
import type { ByteRange } from './store.ts'

/** Holds bytes by their hash: on this machine's disk, or in a store elsewhere. `openObjects` does everything else. */
export type ByteStore = {
  kind: 'disk' | 's3'
  /** Takes a flushed file over as the content of a hash. The file may be gone afterwards. When it resolves, it survives a crash. */
  place(file: string, content: { sha256: string; md5: string; bytes: number }): Promise<void>
  /** @throws AppError `object_missing` */
  open(sha256: string, range?: ByteRange): Promise<Readable>
  /** Undefined if it is not there. */
  size(sha256: string): Promise<number | undefined>
  /** Does nothing if it is not there. */
  remove(sha256: string): Promise<void>
  /** Everything that is there, in the order of the hashes. */
  list(): AsyncIterable<{ sha256: string; bytes: number }>
}
