import packageJson from '../../package.json' with { type: 'json' }
import { inWorkspace } from '../db/connect.ts'
import { again } from '../db/passing.ts'
import type { Deps } from '../deps.ts'
import {
  beginExport,
  expireExport,
  failExport,
  finishExport,
  noteProgress,
} from '../features/workspace-exports/commands.ts'
import { dueExports } from '../features/workspace-exports/queries.ts'
import { isOutage } from '../objects/outage.ts'
import { exportWorkspace as exportTask } from '../queue/tasks.ts'
import { exportWorkspace, type Progress } from './export.ts'
import { sealedColumns } from './sealed.ts'

const sweepEverySeconds = 300
/** Longer than the queue takes to give the work of a server that died to another one. */
const silentMs = 30 * 60_000
const progressEveryMs = 1000

/** Writes files with everything of a workspace, one at a time, and deletes them when their time is over. */
export async function workOnWorkspaceExports(deps: Deps, { databaseUrl }: { databaseUrl: string }): Promise<void> {
  await deps.queue.work(exportTask, 1, async ({ workspaceId, exportId }, { signal, lastAttempt }) => {
    const which = { workspaceId, id: exportId }
    try {
      await writeExport(deps, databaseUrl, which, signal)
    } catch (error) {
      if (lastAttempt && !signal.aborted) {
        const why = 'Karta could not write it. Try again later, or ask whoever runs this server.'
        await inWorkspace(deps.db, workspaceId, (trx) => failExport(trx, deps.now(), which, why))
      }
      throw error
    }
  })
  deps.queue.every(sweepEverySeconds, () => tidyExports(deps))
}

type Which = { workspaceId: string; id: string }

class Canceled extends Error {}

/** Writes one file. Each attempt begins anew. */
export async function writeExport(
  deps: Deps,
  databaseUrl: string,
  which: Which,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { db, objects, sealer, now, config } = deps
  const { workspaceId } = which
  const begun = await again(() => inWorkspace(db, workspaceId, (trx) => beginExport(trx, deps, which)))
  if (!begun) return
  let latest: Progress = { what: 'files', rows: 0, objects: 0, bytes: 0 }
  const { bytes, result } = exportWorkspace(databaseUrl, {
    workspaceId,
    productVersion: packageJson.version,
    source: config.publicUrl,
    passphrase: begun.passphrase,
    sealer,
    sealedColumns,
    objects: {
      open: (sha256) => objects.open(sha256),
      isLoss: (error) => !isOutage(error),
      size: (sha256) => objects.bytes.size(sha256),
    },
    progress: (at) => (latest = at),
  })
  let told = now().getTime()
  const watched = async function* () {
    for await (const chunk of bytes) {
      signal.throwIfAborted()
      yield chunk
      if (now().getTime() - told < progressEveryMs) continue
      told = now().getTime()
      const isWanted = await inWorkspace(db, workspaceId, (trx) => noteProgress(trx, which, latest, now()))
      if (!isWanted) throw new Canceled()
    }
  }
  try {
    const { sha256, bytes: size } = await objects.put(watched(), { maxBytes: Infinity })
    const { rows, objects: files } = await result
    const written = { sha256, bytes: size, rows, objects: files }
    await again(() => inWorkspace(db, workspaceId, (trx) => finishExport(trx, deps, which, written)))
  } catch (error) {
    if (!(error instanceof Canceled)) throw error
  }
}

/** Deletes files whose time is over, and gives up what nobody writes any more. */
export async function tidyExports({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const silentSince = new Date(now().getTime() - silentMs)
  for (const { workspace_id: workspaceId, id, state } of await dueExports(db, now(), silentSince)) {
    const which = { workspaceId, id }
    await inWorkspace(db, workspaceId, (trx) =>
      state === 'ready'
        ? expireExport(trx, now(), which)
        : failExport(trx, now(), which, 'The server that wrote it stopped. Try again.'),
    )
  }
}
