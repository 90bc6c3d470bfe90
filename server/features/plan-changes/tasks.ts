import { randomUUID } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { inWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { anySeen } from '../../http/if-match.ts'
import { completeTravel } from '../travel/commands.ts'
import { plansToMeasure } from '../travel/queries.ts'
import { OutdatedReading, savePlanChange, workOut } from './commands.ts'
import { namedIn, readPlanToChange } from '../changeable-plans/queries.ts'

const measureEverySeconds = 15
const mostAtOnce = 20
const patienceMs = 30_000

/** Measures what changes of plans had to estimate, and times their routes again. */
export function workOnEstimates(deps: Deps): void {
  if (!deps.travel) return
  deps.queue.every(measureEverySeconds, () => measureEstimates(deps))
}

/** Looks once at what there is to measure. What the engine does not answer stays for the next time. */
export async function measureEstimates(deps: Deps): Promise<void> {
  for (const { workspace_id, plan_id } of await plansToMeasure(deps.db, deps.now(), mostAtOnce)) {
    await measurePlan(deps, workspace_id, plan_id).catch((error: unknown) => {
      // Somebody changed it meanwhile, or it can no longer be changed.
      if (!(error instanceof OutdatedReading) && !(error instanceof AppError)) throw error
    })
  }
}

async function measurePlan(deps: Deps, workspaceId: string, planId: string): Promise<void> {
  const { db, engine, now } = deps
  const read = await inWorkspace(db, workspaceId, (trx) =>
    readPlanToChange(trx, workspaceId, planId, namedIn([]), now()),
  )
  await completeTravel(deps, workspaceId, read.travel, AbortSignal.timeout(patienceMs))
  const edits = read.estimated
    .filter((id) => read.routes.some(({ route }) => route.id === id))
    .map((route_id) => ({ type: 'refresh' as const, route_id }))
  const work = await workOut({ engine, newId: randomUUID, workspaceId }, read, edits)
  if (!work.measured.length) return
  const author = { workspaceId, userId: null, name: 'Planner' }
  await inWorkspace(db, workspaceId, (trx) => savePlanChange(trx, author, planId, work, anySeen(), now()))
}
