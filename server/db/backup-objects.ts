import { createHash } from 'node:crypto'
import type pg from 'pg'
import { readFrames, type Checked, type Frame } from './backup-file.ts'
import { collectingLock } from './blobs.ts'

/** The objects that the rows refer to, as a backup reads them. */
export type ObjectSource = {
  /** Reads an object. A failure that `isLoss` knows means that it is missing or damaged; any other one ends the backup. */
  open(sha256: string): Promise<AsyncIterable<Buffer>>
  isLoss(error: unknown): boolean
}

/** An earlier backup, whose objects a newer one leaves out. It has been checked. */
export type Earlier = Pick<Checked, 'header' | 'lost'> & { file: string; passphrase?: string | undefined }

const atOnce = 1000

/** Until this connection ends, the server removes no object. */
export async function keepObjects(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${collectingLock})`)
}

/** What the rows of the snapshot refer to, in ascending order. */
async function* referredTo(client: pg.Client): AsyncGenerator<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('storage.objects') is not null as exists`,
  )
  if (!rows[0]!.exists) return
  await client.query(`declare referred_to no scroll cursor for
    select sha256 from (select distinct sha256 collate "C" as sha256 from storage.objects) o order by sha256`)
  while (true) {
    const page = await client.query<{ sha256: string }>(`fetch ${atOnce} from referred_to`)
    if (page.rows.length === 0) break
    yield page.rows.map(({ sha256 }) => sha256)
  }
  await client.query('close referred_to')
}

/**
 * All objects of the snapshot by hash, and then those that are not in the earlier backup with their bytes.
 * @param onObject hears of each that was written, and of each that is missing or damaged
 */
export async function* objectFrames(
  client: pg.Client,
  source: ObjectSource,
  {
    earlier,
    onObject,
  }: { earlier?: Earlier | undefined; onObject: (sha256: string, bytes: number | undefined) => void },
): AsyncGenerator<Frame> {
  for await (const hashes of referredTo(client)) yield { kind: 'list', hashes }
  const isEarlier = earlier ? inOrder(listedIn(earlier.file, earlier.passphrase)) : async () => false
  const lost = new Set(earlier?.lost)
  for await (const hashes of referredTo(client)) {
    for (const sha256 of hashes) {
      if ((await isEarlier(sha256)) && !lost.has(sha256)) continue
      yield { kind: 'object', sha256 }
      const bytes = yield* contentOf(source, sha256)
      yield { kind: 'object end', isWhole: bytes !== undefined }
      onObject(sha256, bytes)
    }
  }
}

/** @returns how many bytes it has, or undefined if it is not what its hash says */
async function* contentOf(source: ObjectSource, sha256: string): AsyncGenerator<Frame, number | undefined> {
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const bytes of await source.open(sha256)) {
      hash.update(bytes)
      length += bytes.length
      yield { kind: 'data', bytes }
    }
  } catch (error) {
    if (source.isLoss(error)) return undefined
    throw error
  }
  return hash.digest('hex') === sha256 ? length : undefined
}

/** The hashes of all objects that the backup's rows refer to, whether they are in this file or an earlier one. */
export async function* listedIn(file: string, passphrase?: string): AsyncGenerator<string> {
  for await (const frame of readFrames(file, passphrase)) {
    if (frame.kind === 'list') yield* frame.hashes
    if (frame.kind === 'object' || frame.kind === 'table') return
  }
}

/** The hashes of the objects in this file. */
export async function* contained(file: string, passphrase?: string): AsyncGenerator<string> {
  for await (const frame of readFrames(file, passphrase)) {
    if (frame.kind === 'object') yield frame.sha256
    if (frame.kind === 'table') return
  }
}

/** Tells of hashes that are asked about in ascending order whether they are among these, which ascend too. */
export function inOrder(hashes: AsyncGenerator<string>): (sha256: string) => Promise<boolean> {
  let next: IteratorResult<string> | undefined
  return async (sha256) => {
    next ??= await hashes.next()
    while (!next.done && next.value < sha256) next = await hashes.next()
    return !next.done && next.value === sha256
  }
}
