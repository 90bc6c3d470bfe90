import { randomUUID } from 'node:crypto'
import { timedWith } from '#domain/travel/timed-with.ts'
import type { Trx } from '../../db/connect.ts'
import { pendingOn, standingPlaces, type ReadRevision } from '../planning/queries.ts'
import { readPlanToChange, type PlanToChange } from '../changeable-plans/queries.ts'
import { readWithKept } from '../unpublished/queries.ts'
import { revisionQuestion } from './rules.ts'

// What other features need of this one's rules.
export { revisionQuestion } from './rules.ts'

/**
 * What a plan that revises another one asks the engine.
 * @throws AppError `plan_not_found`, `plan_running`, `plan_not_changeable`, `no_depot`, `no_position`
 */
export const readRevision: ReadRevision = async (trx, workspaceId, asked, now) => {
  const waiting = typeof asked.scope === 'object' ? [] : await pendingOn(trx, workspaceId, asked).select('id').execute()
  const named = { deliveryIds: waiting.map(({ id }) => id), driverIds: asked.driver_ids }
  const read = await readAsChanged(trx, workspaceId, asked.revises, named, now)
  const standing = new Set((await standingPlaces(trx, workspaceId, asked.day)).keys())
  return {
    known: read.travel,
    travel: read.plan.travel ?? { engine: 'great_circle', note: null },
    timedWith: read.travel?.timedWith ?? timedWith({}, read.settings),
    ask: () => revisionQuestion(read, { ...asked, standing, newId: randomUUID }),
  }
}

/**
 * A plan as dispatchers see it: a dispatched one with the changes that are not published yet.
 * @throws AppError as `readPlanToChange` does
 */
export async function readAsChanged(
  trx: Trx,
  workspaceId: string,
  planId: string,
  { deliveryIds, driverIds }: { deliveryIds: string[]; driverIds: string[] },
  now: Date,
): Promise<PlanToChange> {
  const named = { deliveryIds, driverIds, vehicleIds: [] }
  const published = await readPlanToChange(trx, workspaceId, planId, named, now)
  if (published.plan.state !== 'dispatched') return published
  return (await readWithKept(trx, workspaceId, planId, named, now)).next
}
