import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { StartError } from '../start-error.ts'
import { openPacked, sealedBy, writePacked } from './packed-file.ts'

// The file is gzip over a sequence of frames. A frame is one letter, a length in 4 bytes (big-endian), and that many bytes.
//   H  JSON, the header: once, at the beginning
//   K  JSON {sealingKeys}: what opens the keys in the database; only in encrypted files, after the header
//   L  SHA-256 of the objects that the rows refer to, 32 bytes each, in ascending order over all such frames
//   O  JSON {sha256}: an object begins; in ascending order
//   D  some of its bytes
//   P  JSON {isWhole}: the object ends; what is not whole was already missing or damaged
//   T  JSON {schema, name}: a table begins
//   D  some bytes of the table's rows, as COPY's text format in UTF-8
//   E  JSON {rows}: the table ends
//   Z  JSON {sha256} of every byte before this frame: once, at the end
// With a passphrase, the whole is encrypted (backup-seal.ts).
const frameHeadBytes = 5
const largestFrameBytes = 64 * 1024 * 1024
const chunkSize = 256 * 1024

export type TableName = { schema: string; name: string }

export type BackupHeader = {
  format: 'karta-backup'
  /** 1 is a file without objects, from before there were any. */
  version: 1 | 2
  /** Tells this backup from all others. */
  id?: string
  /** All objects are in the file, or those that are not in an earlier backup, or none, because the operator keeps them. */
  objects?: 'all' | 'newer' | 'none'
  /** The backup that this one continues. */
  since?: { id: string; createdAt: string; file: string }
  productVersion: string
  createdAt: string
  postgres: string
  /** The names of the applied migrations, oldest first. */
  migrations: string[]
  tables: (TableName & { columns: string[] })[]
  sequences: (TableName & { value: string; isCalled: boolean })[]
  /** The ids of the sealing keys that open the keys in the database. Older backups have none. */
  sealedWith?: string[]
}

export type Frame =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'keys'; sealingKeys: string[] }
  | { kind: 'list'; hashes: string[] }
  | { kind: 'object'; sha256: string }
  | { kind: 'object end'; isWhole: boolean }
  | { kind: 'table'; table: TableName }
  | { kind: 'data'; bytes: Buffer }
  | { kind: 'end'; rows: number }

/** Writes the frames to a file that only its owner can read. The file gets its name only once it is complete. */
export function writeFrames(file: string, frames: AsyncIterable<Frame>, passphrase?: string): Promise<void> {
  return writePacked(file, sealedBy(passphrase, compressed(encoded(frames))))
}

export type Encoded = { bytes: Buffer; level: number }

export const rowsLevel = 6
/** Photos and documents are compressed already. */
export const objectsLevel = 0

async function* encoded(frames: AsyncIterable<Frame>): AsyncGenerator<Encoded> {
  const hash = createHash('sha256')
  let level = rowsLevel
  for await (const frame of frames) {
    const bytes = encode(frame)
    hash.update(bytes)
    if (frame.kind === 'object') level = objectsLevel
    if (frame.kind === 'table') level = rowsLevel
    yield { bytes, level }
  }
  yield { bytes: framed('Z', { sha256: hash.digest('hex') }), level: rowsLevel }
}

/** What is compressed alike is one member of the gzip file. */
export async function* compressed(source: AsyncGenerator<Encoded>): AsyncGenerator<Buffer, void> {
  let next = await source.next()
  while (!next.done) {
    const { level } = next.value
    const alike = async function* () {
      for (; !next.done && next.value.level === level; next = await source.next()) yield next.value.bytes
    }
    const gzip = createGzip({ level, chunkSize })
    const bytes = Readable.from(alike())
    bytes.on('error', (error) => gzip.destroy(error))
    yield* bytes.pipe(gzip)
  }
}

function encode(frame: Frame): Buffer {
  if (frame.kind === 'header') return framed('H', frame.header)
  if (frame.kind === 'keys') return framed('K', { sealingKeys: frame.sealingKeys })
  if (frame.kind === 'list') return framed('L', Buffer.from(frame.hashes.join(''), 'hex'))
  if (frame.kind === 'object') return framed('O', { sha256: frame.sha256 })
  if (frame.kind === 'object end') return framed('P', { isWhole: frame.isWhole })
  if (frame.kind === 'table') return framed('T', frame.table)
  if (frame.kind === 'end') return framed('E', { rows: frame.rows })
  return framed('D', frame.bytes)
}

function framed(letter: string, content: Buffer | object): Buffer {
  const payload = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const head = Buffer.alloc(frameHeadBytes)
  head.write(letter, 'latin1')
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** Reads the beginning alone. */
export async function readHeader(file: string, passphrase?: string): Promise<BackupHeader> {
  for await (const frame of readFrames(file, passphrase)) if (frame.kind === 'header') return frame.header
  throw new StartError(`${file} is not a Karta backup.`)
}

export type Checked = {
  header: BackupHeader
  sealingKeys: string[]
  /** How much is in the file. */
  tables: number
  rows: number
  objects: number
  /** Objects that were missing or damaged when the backup was written. */
  lost: string[]
}

/** Reads the whole file to make sure that it is complete and ours, with every object as its hash says. */
export async function checkFile(file: string, passphrase?: string): Promise<Checked> {
  const found: Omit<Checked, 'header'> = { sealingKeys: [], tables: 0, rows: 0, objects: 0, lost: [] }
  let header: BackupHeader | undefined
  let object: { sha256: string; hash: Hash } | undefined
  for await (const frame of readFrames(file, passphrase)) {
    if (frame.kind === 'header') header = frame.header
    if (frame.kind === 'keys') found.sealingKeys = frame.sealingKeys
    if (frame.kind === 'table') found.tables++
    if (frame.kind === 'end') found.rows += frame.rows
    if (frame.kind === 'object') object = { sha256: frame.sha256, hash: createHash('sha256') }
    if (frame.kind === 'data') object?.hash.update(frame.bytes)
    if (frame.kind !== 'object end' || !object) continue
    if (!frame.isWhole) found.lost.push(object.sha256)
    else if (object.hash.digest('hex') === object.sha256) found.objects++
    else throw new StartError(`The backup ${file} is damaged: object ${object.sha256} is not what its hash says.`)
    object = undefined
  }
  return { header: header!, ...found }
}

/** Reads the frames. @throws StartError if the file is not a backup, is damaged or cut short, or does not open */
export async function* readFrames(file: string, passphrase?: string): AsyncGenerator<Frame> {
  const packed = await openPacked(file, { passphrase, called: `The backup ${file}`, setting: 'BACKUP_PASSPHRASE' })
  const hash = createHash('sha256')
  let first = true
  let whole = false
  try {
    for await (const [letter, payload, raw] of split(packed.content)) {
      if (whole || first !== (letter === 'H')) throw new Error('a frame is out of place')
      first = false
      if (letter === 'Z') {
        whole = (JSON.parse(payload.toString()) as { sha256: string }).sha256 === hash.digest('hex')
        if (!whole) throw new Error('its check sum differs')
        continue
      }
      hash.update(raw)
      yield decode(letter, payload)
    }
  } catch (error) {
    // Errors in the code that consumes the frames do not get here.
    if (error instanceof StartError) throw error
    if (first && !packed.isEncrypted) throw new StartError(`${file} is not a Karta backup.`, { cause: error })
    throw new StartError(`The backup ${file} is damaged or cut short: ${(error as Error).message}.`, { cause: error })
  } finally {
    packed.close()
  }
  if (first) throw new StartError(`${file} is not a Karta backup.`)
  if (!whole) throw new StartError(`The backup ${file} is damaged or cut short: its end is missing.`)
}

async function* split(stream: AsyncIterable<Buffer>): AsyncGenerator<[letter: string, payload: Buffer, raw: Buffer]> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= frameHeadBytes) {
      const length = rest.readUInt32BE(1)
      if (length > largestFrameBytes) throw new Error('a frame is too large')
      const end = frameHeadBytes + length
      if (rest.length < end) break
      yield [rest.toString('latin1', 0, 1), rest.subarray(frameHeadBytes, end), rest.subarray(0, end)]
      rest = rest.subarray(end)
    }
  }
  if (rest.length > 0) throw new Error('its end is missing')
}

function decode(letter: string, payload: Buffer): Frame {
  if (letter === 'D') return { kind: 'data', bytes: payload }
  if (letter === 'L') return { kind: 'list', hashes: hashesIn(payload) }
  const content = JSON.parse(payload.toString())
  if (letter === 'O') return { kind: 'object', sha256: content.sha256 }
  if (letter === 'P') return { kind: 'object end', isWhole: content.isWhole }
  if (letter === 'T') return { kind: 'table', table: content }
  if (letter === 'E') return { kind: 'end', rows: content.rows }
  if (letter === 'K') return { kind: 'keys', sealingKeys: content.sealingKeys }
  if (letter !== 'H' || content.format !== 'karta-backup') throw new Error('a frame is unknown')
  if (content.version !== 1 && content.version !== 2) {
    throw new StartError(
      `The backup was written by a newer Karta (${content.productVersion}): restore it with that one.`,
    )
  }
  return { kind: 'header', header: content }
}

const hashBytes = 32

function hashesIn(payload: Buffer): string[] {
  return Array.from({ length: payload.length / hashBytes }, (_, at) =>
    payload.toString('hex', at * hashBytes, (at + 1) * hashBytes),
  )
}
