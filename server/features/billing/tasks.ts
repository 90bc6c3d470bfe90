import { inWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { syncSubscription as syncTask } from '../../queue/tasks.ts'
import { followDrivers, syncSubscription } from './commands.ts'
import { licensesBehind, subscriptionsToCheck } from './queries.ts'

const followEverySeconds = 60
const sweepEverySeconds = 600
const checkedEveryHours = 6

/** Follows what workspaces pay for: after events, and every few hours in case one was lost. */
export async function workOnBilling(deps: Deps): Promise<void> {
  if (!deps.payments) return
  await deps.queue.work(syncTask, 2, ({ workspaceId }) => syncSubscription(deps, workspaceId))
  deps.queue.every(followEverySeconds, () => followAll(deps))
  deps.queue.every(sweepEverySeconds, async () => {
    const before = new Date(deps.now().getTime() - checkedEveryHours * 3_600_000)
    for (const workspaceId of await subscriptionsToCheck(deps.db, before)) {
      await inWorkspace(deps.db, workspaceId, (trx) => deps.queue.add(trx, syncTask, { workspaceId }))
    }
  })
}

/** Changes licenses wherever active drivers decide. One that fails holds up no other. */
export async function followAll(deps: Deps): Promise<void> {
  for (const workspaceId of await licensesBehind(deps.db)) {
    await followDrivers(deps, workspaceId).catch((error: unknown) => deps.report(error, 'licenses'))
  }
}
