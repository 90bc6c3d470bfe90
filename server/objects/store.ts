import type { Readable } from 'node:stream'

/** What is stored under a hash. `sha256` and `md5` are in hex. */
export type StoredObject = {
  sha256: string
  /** For ETags, as other object stores make them. */
  md5: string
  bytes: number
  /** The type that the content shows, such as `image/png` or `text/html`. Undefined if it shows none. */
  type: string | undefined
}

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

export type PutOptions = {
  /** With more, the upload fails with `object_too_large` and leaves nothing. */
  maxBytes: number
}

/**
 * Where the bytes of objects are, by the SHA-256 of their content. Rows of the database name that hash; the store knows
 * nothing of names, buckets and workspaces. See docs/decisions/024-where-objects-are.md.
 *
 * There is no way to remove one: delete the row that refers to it. What no row refers to is collected after a day.
 */
export type ObjectStore = {
  /**
   * Stores what comes in. When it resolves, the content survives a crash, and stays for at least a day without a row. So
   * refer to it soon, in a transaction of its own: never wait for this inside one. The same content twice is stored once.
   * When it rejects, nothing is left, whether the source broke off, was too large, or the disk is full (`storage_full`).
   */
  put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredObject>
  /** Reads an object, or a part of it that is inside it. @throws AppError `object_missing` if the store lacks it */
  open(sha256: string, range?: ByteRange): Promise<Readable>
  has(sha256: string): Promise<boolean>
  /** Uploads that arrive in parts, over several requests. */
  partial: PartialUploads
  /** For collecting, backups and measurements. */
  bytes: ByteStore
}

/** Uploads that arrive in parts and survive restarts. Whatever else is known about them is in the database. */
export type PartialUploads = {
  /** Begins an upload. The id is a UUID that nobody has used. */
  create(id: string): Promise<void>
  /**
   * Adds bytes at the offset, which must be the size so far (`upload_offset`). What arrived stays, even if the source
   * breaks off or exceeds `maxBytes` in all (`object_too_large`): then it rejects, and `size` says where to go on.
   * @returns the new size
   */
  append(id: string, offset: number, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<number>
  /** How many bytes have arrived for good. @throws AppError `upload_not_found` */
  size(id: string): Promise<number>
  /** Stores the whole like `put`. Call `remove` when the row is there: finishing twice does no harm. */
  finish(id: string, options: PutOptions): Promise<StoredObject>
  remove(id: string): Promise<void>
  /** Removes uploads to which nothing was added since. @returns how many */
  expire(before: Date): Promise<number>
}

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
