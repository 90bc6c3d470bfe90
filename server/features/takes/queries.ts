import { AppError } from '#domain/errors.ts'
import { groupsOf, type Proposal } from '#domain/plan-change/proposal.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import type { Trx } from '../../db/connect.ts'
import type { PlanToChange } from '../changeable-plans/queries.ts'
import { readAsChanged } from '../revisions/queries.ts'
import { summaryColumns } from '../planning/queries.ts'
import { timeGroup, type TimedGroup } from './rules.ts'

/** A revision with the plan that it revises, as that one is now. */
export type Revising = { revision: PlanSummary; proposal: Proposal; read: PlanToChange }

/**
 * Reads a revision that can be taken.
 * @throws AppError `plan_not_found`, `plan_not_revision`, `plan_running`, `revision_over`, `plan_not_changeable`
 */
export async function readRevising(trx: Trx, workspaceId: string, id: string, now: Date): Promise<Revising> {
  const found = await trx
    .selectFrom('plans')
    .select([...summaryColumns, 'proposal'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('plan_not_found')
  const { proposal, ...revision } = found
  checkOpen(revision)
  if (!revision.revises || !proposal) throw new AppError('plan_not_revision')
  const stops = [...proposal.before, ...proposal.routes].flatMap((route) => route.stops)
  const named = {
    deliveryIds: [...new Set(stops.map(({ delivery_id }) => delivery_id))],
    driverIds: proposal.routes.flatMap(({ driver_id }) => driver_id ?? []),
  }
  return { revision, proposal, read: await readAsChanged(trx, workspaceId, revision.revises, named, now) }
}

/** @throws AppError `plan_running`, `plan_not_revision`, `revision_over` */
export function checkOpen({ state, revises, what_if }: PlanSummary): void {
  if (!revises && !what_if) throw new AppError('plan_not_revision')
  if (state === 'queued' || state === 'optimizing') throw new AppError('plan_running')
  if (state !== 'draft') throw new AppError('revision_over', { state })
}

/** The groups of a revision, each timed as of now, the largest first. */
export function timedGroups({ proposal, read }: Revising, newId: () => string): TimedGroup[] {
  return groupsOf(proposal).map((group) => timeGroup(read, proposal, group, newId))
}
