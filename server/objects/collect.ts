import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { claimBlob, collectBlob, unknownBlobs, unusedBlobs } from '../db/blobs.ts'
import type { Deps } from '../deps.ts'
import { ifThere } from './disk.ts'

const everySeconds = 3600
const runsBetweenSearches = 24
/** How long a content stays without a row that refers to it: longer than any request between `put` and its transaction. */
const graceSeconds = 86_400
/** Longer than an upload in parts may take. */
const partsSeconds = 7 * 86_400

type Parts = Pick<Deps, 'db' | 'objects' | 'folders'>

/** Removes what nobody needs anymore: contents without a row, and what broken uploads left behind. */
export function workOnObjects(deps: Deps): void {
  let runs = 0
  deps.queue.every(everySeconds, async () => {
    const ago = (seconds: number) => new Date(deps.now().getTime() - seconds * 1000)
    await removeOld(deps.folders.arriving, ago(graceSeconds))
    await deps.objects.partial.expire(ago(partsSeconds))
    // A bucket may also serve a copy of this Karta, whose objects look like strays.
    if (deps.objects.bytes.kind === 'disk' && runs++ % runsBetweenSearches === 0) await claimStrays(deps)
    await collect(deps, graceSeconds)
  })
}

/** Removes contents that nobody claimed for so long and that no row refers to. @returns how many */
export async function collect({ db, objects }: Omit<Parts, 'folders'>, grace: number): Promise<number> {
  let count = 0
  for await (const sha256 of unusedBlobs(db, grace)) {
    const outcome = await collectBlob(db, sha256, {
      graceSeconds: grace,
      remove: () => objects.bytes.remove(sha256),
    })
    if (outcome === 'a backup is running') break
    if (outcome === 'removed') count++
  }
  return count
}

/**
 * Gives contents without a row one, so that they are collected like others if nobody needs them: a restored backup knows
 * nothing of what was uploaded after it.
 */
export async function claimStrays({ db, objects }: Omit<Parts, 'folders'>): Promise<void> {
  const atOnce = 1000
  let batch: { sha256: string; bytes: number }[] = []
  const claimUnknown = async () => {
    if (batch.length === 0) return
    const unknown = new Set(
      await unknownBlobs(
        db,
        batch.map(({ sha256 }) => sha256),
      ),
    )
    for (const content of batch.filter(({ sha256 }) => unknown.has(sha256))) await claimBlob(db, content)
    batch = []
  }
  for await (const content of objects.bytes.list()) {
    batch.push(content)
    if (batch.length === atOnce) await claimUnknown()
  }
  await claimUnknown()
}

/** Removes files that were last written to before. */
export async function removeOld(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(ifThere)
    if (found && found.mtime < before) await rm(file, { force: true })
  }
}
