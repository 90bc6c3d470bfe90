import { createHash } from 'node:crypto'
import { z } from 'zod'
import { compressed, objectsLevel, rowsLevel, type Encoded } from '../db/backup-file.ts'
import { openPacked, sealedBy } from '../db/packed-file.ts'
import { StartError } from '../start-error.ts'
import { headOf, paddingOf, readTar, tarEnd, type TarEntry } from './tar.ts'

/*
 * A gzip-compressed tar archive, which any computer opens. With a passphrase, the whole is encrypted like a backup.
 *
 *   karta.json                      what this is, first
 *   people.ndjson                   the accounts of members
 *   objects/SHA256                  the bytes of uploaded files
 *   tables/NAME/00001.tsv           rows of a table, as COPY writes text, after a line with the names of the columns
 *   manifest.json                   how much there is, and the hashes of all of it, last
 */

const version = 1
/** A part of a table has about as many bytes. */
export const partBytes = 4 * 1024 * 1024
/** No row of Karta's is nearly as long. */
export const longestLine = 48 * 1024 * 1024

const Name = z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().min(0)

export const Header = z.strictObject({
  format: z.literal('karta-workspace'),
  version: z.int().min(1),
  product_version: z.string().max(100),
  created_at: z.iso.datetime(),
  /** The address of the installation that it is from. */
  source: z.string().max(2000),
  /** The migrations of its database. */
  migrations: z.array(z.string().max(100)).max(2000),
  workspace: z.strictObject({ id: z.uuid(), name: z.string().max(1000) }),
  /** The workspace was frozen: nothing changes there any more. */
  is_frozen: z.boolean(),
  with_secrets: z.boolean(),
  with_sign_in: z.boolean(),
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name).min(1).max(500) })).max(1000),
  /** What is not in it, by table, and why. */
  left_out: z.record(Name, z.string().max(1000)),
})
export type Header = z.infer<typeof Header>

export const Manifest = z.strictObject({
  people: Count,
  tables: z.record(Name, z.strictObject({ rows: Count, bytes: Count, sha256: Sha256 })),
  objects: z.strictObject({
    count: Count,
    bytes: Count,
    /** Files that were missing or damaged where they are from. */
    lost: z.array(z.strictObject({ sha256: Sha256, bytes: Count })).max(1_000_000),
  }),
  /** Of the list of the files before this one with their hashes, as `sha256sum` prints it. */
  sha256: Sha256,
})
export type Manifest = z.infer<typeof Manifest>

/** A file of the archive: small ones whole, large ones with their length and bytes. */
export type Part = { name: string; bytes: Buffer } | { name: string; length: number; content: AsyncIterable<Buffer> }

/**
 * The bytes of the archive. `parts` come without the manifest, which `end` returns once they are all written.
 */
export async function* pack(
  parts: AsyncIterable<Part>,
  {
    end,
    seconds,
    passphrase,
  }: { end: () => Omit<Manifest, 'sha256'>; seconds: number; passphrase?: string | undefined },
): AsyncGenerator<Buffer> {
  yield* sealedBy(passphrase, compressed(archived(parts, end, seconds)))
}

async function* archived(parts: AsyncIterable<Part>, end: () => Omit<Manifest, 'sha256'>, seconds: number) {
  const list = createHash('sha256')
  for await (const part of parts) {
    const level = part.name.startsWith('objects/') ? objectsLevel : rowsLevel
    const length = 'bytes' in part ? part.bytes.length : part.length
    const hash = createHash('sha256')
    yield { bytes: headOf({ name: part.name, bytes: length }, seconds), level }
    for await (const bytes of 'bytes' in part ? [part.bytes] : part.content) {
      hash.update(bytes)
      yield { bytes, level }
    }
    yield { bytes: paddingOf(length), level }
    list.update(lineOf(hash.digest('hex'), part.name))
  }
  const manifest = Buffer.from(JSON.stringify({ ...end(), sha256: list.digest('hex') } satisfies Manifest))
  yield { bytes: headOf({ name: 'manifest.json', bytes: manifest.length }, seconds), level: rowsLevel }
  yield { bytes: Buffer.concat([manifest, paddingOf(manifest.length), tarEnd]), level: rowsLevel } satisfies Encoded
}

/** As `sha256sum` prints it. */
const lineOf = (sha256: string, name: string) => `${sha256}  ${name}\n`

export type Entry =
  | { kind: 'header'; header: Header }
  | { kind: 'people'; content: AsyncIterable<Buffer>; bytes: number }
  | { kind: 'object'; sha256: string; bytes: number; content: AsyncIterable<Buffer> }
  | { kind: 'rows'; table: string; part: number; content: AsyncIterable<Buffer> }
  | { kind: 'manifest'; manifest: Manifest }

const smallBytes = 256 * 1024 * 1024
const partName = /^tables\/([a-z0-9_.]+)\/(\d{5})\.tsv$/
const objectName = /^objects\/([0-9a-f]{64})$/

/**
 * Reads the archive, in the order in which it has to be. Names that no export has are refused, and none is ever used as
 * the name of a file here.
 * @throws StartError if it is no export, is damaged or cut short, or does not open
 */
export async function* unpack(file: string, passphrase?: string): AsyncGenerator<Entry> {
  const packed = await openPacked(file, { passphrase, called: file, setting: 'MOVE_PASSPHRASE' })
  const list = createHash('sha256')
  let step = 0
  let isForeign = true
  try {
    for await (const entry of readTar(packed.content)) {
      if (step === 4) throw new Error(`${shown(entry.name)} comes after its end`)
      if (entry.name === 'karta.json') isForeign = false
      const { content, end } = hashing(entry.content)
      const [next, made] = await read({ ...entry, content }, step)
      if (next < step) throw new Error(`${shown(entry.name)} is out of place`)
      step = Math.max(next, 1)
      if (made.kind === 'manifest') step = 4
      if (made.kind === 'manifest' && made.manifest.sha256 !== list.digest('hex')) {
        throw new Error('its files are not those that its manifest names')
      }
      yield made
      const sha256 = await end()
      if (step < 4) list.update(lineOf(sha256, entry.name))
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    if (isForeign && !packed.isEncrypted) throw notOurs(file, error)
    throw new StartError(`${file} is damaged or cut short: ${(error as Error).message}.`, { cause: error })
  } finally {
    packed.close()
  }
  if (step !== 4) throw new StartError(`${file} is damaged or cut short: its manifest is missing.`)
}

export const notOurs = (file: string, cause?: unknown) =>
  new StartError(`${file} is not an export of a Karta workspace.`, { cause })

const shown = (name: string) => JSON.stringify(name.slice(0, 100))

/** Passes bytes on and hashes them, also those that nobody wanted. */
function hashing(source: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  const chunks = source[Symbol.asyncIterator]()
  async function* content() {
    // Not for-await: leaving such a loop would end what is passed on.
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      hash.update(next.value)
      yield next.value
    }
  }
  return {
    content: content(),
    async end(): Promise<string> {
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) hash.update(next.value)
      return hash.digest('hex')
    },
  }
}

async function read({ name, bytes, content }: TarEntry, step: number): Promise<[step: number, Entry]> {
  if (step === 0) {
    if (name !== 'karta.json') throw new Error('it does not begin with karta.json')
    return [0, { kind: 'header', header: await headerIn(content, bytes) }]
  }
  if (name === 'people.ndjson') return [1, { kind: 'people', content, bytes }]
  const object = objectName.exec(name)
  if (object) return [2, { kind: 'object', sha256: object[1]!, bytes, content }]
  const part = partName.exec(name)
  if (part) {
    if (bytes > partBytes + longestLine) throw new Error(`${name} is larger than any part of a table`)
    return [3, { kind: 'rows', table: part[1]!, part: Number(part[2]), content }]
  }
  if (name === 'manifest.json') {
    return [4, { kind: 'manifest', manifest: parsed(Manifest, await whole(content, bytes), name) }]
  }
  throw new Error(`it has a file ${shown(name)}, which no export has`)
}

async function headerIn(content: AsyncIterable<Buffer>, bytes: number): Promise<Header> {
  const text = await whole(content, bytes)
  const {
    format,
    version: written,
    product_version: product,
  } = parsed(z.object({ format: z.string(), version: z.number(), product_version: z.string() }), text, 'karta.json')
  if (format !== 'karta-workspace') throw new Error('karta.json is of another format')
  if (written > version) {
    throw new StartError(`The export was written by a newer Karta (${product.slice(0, 50)}): import it with that one.`)
  }
  return parsed(Header, text, 'karta.json')
}

function parsed<T extends z.ZodType>(schema: T, text: string, name: string): z.output<T> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`${name} is not JSON`)
  }
  const found = schema.safeParse(json)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw new Error(`${name} is not as it has to be: ${issue!.path.join('.')} ${issue!.message}`)
}

export async function whole(content: AsyncIterable<Buffer>, bytes: number): Promise<string> {
  if (bytes > smallBytes) throw new Error('a file that should be small is too large')
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
