import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { flushFolder } from './flush-folder.ts'
import { StartError } from '../start-error.ts'
import { isSealed, seal, unseal } from './backup-seal.ts'

/*
 * Backups and exports are files of the same kind: compressed by gzip, and then encrypted if there is a passphrase.
 */

const chunkSize = 256 * 1024

/**
 * Writes a file that only its owner can read. It gets its name only once it is complete.
 * @param bytes compressed
 * @throws StartError if the disk is full
 */
export async function writePacked(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const part = `${file}.part`
  try {
    await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, file)
    await flushFolder(dirname(file))
  } catch (error) {
    await rm(part, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      throw new StartError(`No space is left on the disk for ${file}.`, { cause: error })
    }
    throw error
  }
}

/** Encrypts if there is a passphrase. */
export const sealedBy = (passphrase: string | undefined, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  passphrase === undefined ? bytes : seal(bytes, passphrase)

/** A file that is being read. */
export type PackedFile = {
  /** What was compressed. Reading it rejects if the file was changed or cut short. */
  content: AsyncIterable<Buffer>
  isEncrypted: boolean
  close(): void
}

type Opening = {
  passphrase: string | undefined
  /** How messages call the file. */
  called: string
  /** The setting that has the passphrase. */
  setting: string
}

/** Opens a file. @throws StartError if it cannot be read, or is encrypted with another passphrase or without a given one */
export async function openPacked(file: string, { passphrase, called, setting }: Opening): Promise<PackedFile> {
  const isEncrypted = isSealed(await readStart(file, called))
  if (isEncrypted && passphrase === undefined) {
    throw new StartError(`${called} is encrypted: set ${setting} to its passphrase.`)
  }
  const wrong = `${called} was encrypted with another passphrase than ${setting}.`
  const stored = createReadStream(file, { highWaterMark: chunkSize })
  const opened = isEncrypted ? Readable.from(unseal(stored, passphrase!, wrong)) : stored
  const gunzip = createGunzip({ chunkSize })
  opened.on('error', (error) => gunzip.destroy(error))
  return {
    content: opened.pipe(gunzip),
    isEncrypted,
    close() {
      opened.destroy()
      stored.destroy()
    },
  }
}

async function readStart(file: string, called: string): Promise<Buffer> {
  try {
    const opened = await open(file)
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(64), 0, 64, 0).finally(() => opened.close())
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'this user may not' : code
    throw new StartError(`${called} cannot be read: ${why}.`, { cause: error })
  }
}
