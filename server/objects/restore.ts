import { readFrames, type Frame } from '../db/backup-file.ts'
import { inOrder, listedIn } from '../db/backup-objects.ts'
import { StartError } from '../start-error.ts'
import type { ObjectStore } from './store.ts'

type Restored = {
  objects: number
  /** What rows of the backup refer to, and neither the files nor the store have. */
  absent: string[]
}

/** Puts the objects that the last backup refers to back into the store, from all files of its chain. */
export async function restoreObjects(
  chain: string[],
  {
    objects,
    passphrase,
    progress,
  }: { objects: ObjectStore; passphrase?: string | undefined; progress: (line: string) => void },
): Promise<Restored> {
  const last = chain.at(-1)!
  let count = 0
  for (const file of chain) {
    const isWanted = inOrder(listedIn(last, passphrase))
    const frames = readFrames(file, passphrase)
    for await (const frame of frames) {
      if (frame.kind === 'table') break
      if (frame.kind !== 'object' || !(await isWanted(frame.sha256))) continue
      if (await putBack(objects, frame.sha256, frames)) count++
      if (count % 1000 === 0) progress(`${count} objects`)
    }
  }
  progress(`objects: ${count}`)
  const absent: string[] = []
  for await (const sha256 of listedIn(last, passphrase)) if (!(await objects.has(sha256))) absent.push(sha256)
  return { objects: count, absent }
}

class NotWhole extends Error {}

async function putBack(objects: ObjectStore, sha256: string, frames: AsyncGenerator<Frame>): Promise<boolean> {
  try {
    const stored = await objects.put(contentOf(frames), { maxBytes: Infinity })
    if (stored.sha256 === sha256) return true
  } catch (error) {
    if (error instanceof NotWhole) return false
    throw error
  }
  throw new StartError(`The backup is damaged: object ${sha256} is not what its hash says.`)
}

/** The bytes of the object that has just begun. */
async function* contentOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Uint8Array> {
  // Not for-await: leaving such a loop would end the frames, and more objects are to come.
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    if (next.value.kind === 'data') yield next.value.bytes
    if (next.value.kind !== 'object end') continue
    if (!next.value.isWhole) throw new NotWhole()
    return
  }
}
