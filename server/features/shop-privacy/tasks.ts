import type { Deps } from '../../deps.ts'
import { honorShopRequest } from '../../queue/tasks.ts'
import { honorRequest } from './commands.ts'

/** Honors privacy requests that shops pass on. What is with a driver is erased once it is delivered: the task fails until then. */
export async function workOnShopPrivacy(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'mailer'>): Promise<void> {
  await deps.queue.work(honorShopRequest, 1, async ({ workspaceId, eventId }) => {
    if (!(await honorRequest(deps, workspaceId, eventId))) throw new Error('Some of it is still with a driver')
  })
}
