import { inWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { mailRoute } from '../../queue/tasks.ts'
import { planPaper } from '../papers/queries.ts'
import { writeRouteMail } from './commands.ts'
import { readRoutes } from './queries.ts'

/** Draws the sheets of routes that are to be mailed, as they are by then, and mails them. */
export async function workOnRouteMails(deps: Deps): Promise<void> {
  const { db, now } = deps
  await deps.queue.work(mailRoute, 2, async ({ workspaceId, routeId }) => {
    const paper = await inWorkspace(db, workspaceId, async (trx) => {
      const [route] = await readRoutes(trx, workspaceId, [routeId])
      return route && planPaper(trx, workspaceId, { planId: route.plan_id, routeId, now: now() })
    })
    if (!paper) return
    const sheet = await deps.papers.draw(paper)
    await inWorkspace(db, workspaceId, (trx) => writeRouteMail(trx, deps, { workspaceId, routeId, sheet }))
  })
}
