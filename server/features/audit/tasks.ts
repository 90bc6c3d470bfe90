import { inWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { checkAuditLog } from '../../queue/tasks.ts'
import { saveCheck, verifyLog } from './commands.ts'
import { readCheck, workspacesToCheck } from './queries.ts'

const sweepEverySeconds = 3600
const checkedEveryHours = 24

/** Checks the logs of workspaces: whole when somebody asks, and once a day what was added since. */
export async function workOnAudit(deps: Deps): Promise<void> {
  await deps.queue.work(checkAuditLog, 1, ({ workspaceId, isWhole }, { signal }) =>
    checkLog(deps, { workspaceId, isWhole, signal }),
  )
  deps.queue.every(sweepEverySeconds, async () => {
    const before = new Date(deps.now().getTime() - checkedEveryHours * 3_600_000)
    for (const workspaceId of await workspacesToCheck(deps.db, before)) {
      await inWorkspace(deps.db, workspaceId, (trx) =>
        deps.queue.add(trx, checkAuditLog, { workspaceId, isWhole: false }),
      )
    }
  })
}

type Check = { workspaceId: string; isWhole: boolean; signal?: AbortSignal }

/** Checks a log, and signs where it ends if everything fits. */
export async function checkLog(
  { db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>,
  { workspaceId, isWhole, signal }: Check,
): Promise<void> {
  const read = <T>(work: (trx: Trx) => Promise<T>) => again(() => inWorkspace(db, workspaceId, work))
  const known = await read((trx) => readCheck(trx, workspaceId))
  const signed =
    known?.signed_length && known.signed_hash ? { length: known.signed_length, hash: known.signed_hash } : undefined
  const after = isWhole || known?.state === 'broken' ? undefined : signed
  const found = await verifyLog({ workspaceId, read, ...(signal && { signal }) }, after, signed)
  await read((trx) => saveCheck(trx, { keys }, { workspaceId, ...found }, now()))
}
