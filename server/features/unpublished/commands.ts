import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import type { UnpublishedResult } from '#domain/schema/unpublished.ts'
import type { Trx } from '../../db/connect.ts'
import { appendEvents, authorKind, type Author } from '../../events/append.ts'
import type { Seen } from '../../http/if-match.ts'
import { lockAsRead, savePlanChange, workOut } from '../plan-changes/commands.ts'
import { shown, type WorkedOut } from '../plan-changes/queries.ts'
import type { Tools } from '../plan-places/queries.ts'
import { lockPlan } from '../planning/commands.ts'
import { summaryColumns } from '../planning/queries.ts'
import { getUnpublished, isOpen, problemOf, readKept, type Kept, type PlanWithKept } from './queries.ts'

/** So many fit into one look, and are replayed in no time. */
const mostKept = 200

/** A change that is to be kept. */
export type KeepingWork = { id: string; work: WorkedOut }

/** Works out what a change does to the plan with the changes that are not published yet. */
export async function workOutKept(tools: Tools, { next }: PlanWithKept, edits: PlanEdit[]): Promise<KeepingWork> {
  const id = randomUUID()
  return { id, work: await workOut(tools, next, edits, id) }
}

/**
 * Keeps a change until the plan is published.
 * @throws AppError `version_conflict`, `too_many_unpublished`
 * @throws OutdatedReading
 */
export async function keepChange(
  trx: Trx,
  actor: Author,
  planId: string,
  { id, work }: KeepingWork,
  seen: Seen,
  now: Date,
): Promise<UnpublishedResult> {
  const { workspaceId, userId } = actor
  const before = await lockAsRead(trx, workspaceId, work.read.plan, seen)
  const steps = work.steps ?? []
  if (!steps.length) {
    return {
      ...(await getUnpublished(trx, actor, planId, now)),
      change: await shown(trx, workspaceId, before, work, null),
    }
  }
  const kept = await readKept(trx, workspaceId, planId)
  if (kept.filter(isOpen).length >= mostKept) throw new AppError('too_many_unpublished')
  await trx
    .insertInto('unpublished_changes')
    .values((eb) => ({
      id,
      workspace_id: workspaceId,
      plan_id: planId,
      number: eb
        .selectFrom('unpublished_changes')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
        .where('plan_id', '=', planId),
      at: now,
      actor_kind: authorKind(actor),
      actor_id: userId,
      sentence: work.sentence,
      edits: JSON.stringify(work.edits),
      steps: JSON.stringify(steps),
      notes: JSON.stringify(work.notes ?? []),
      withdrawn_at: null,
    }))
    .execute()
  const plan = await count(trx, actor, before, { type: 'plan.change_kept', why: work.sentence }, now)
  return {
    ...(await getUnpublished(trx, actor, planId, now)),
    change: await shown(trx, workspaceId, plan, work, id),
  }
}

type News = { type: 'plan.change_kept' | 'plan.change_withdrawn'; why: string }

/** Says how many changes are not published, and tells who looks at the plan. */
async function count(trx: Trx, actor: Author, before: PlanSummary, { type, why }: News, now: Date) {
  const plan = await trx
    .updateTable('plans')
    .set((eb) => ({
      updated_at: now,
      unpublished: eb
        .selectFrom('unpublished_changes')
        .select((sub) => sub.fn.countAll<number>().as('open'))
        .where('plan_id', '=', before.id)
        .where('withdrawn_at', 'is', null),
    }))
    .where('id', '=', before.id)
    .returning(summaryColumns)
    .executeTakeFirstOrThrow()
  await appendEvents(trx, actor, [{ type, id: plan.id, data: plan, before, why }], now)
  return plan
}

/**
 * Takes unpublished changes back, or puts such ones back.
 * @param ids of the changes; all that are not withdrawn if null
 * @throws AppError `plan_not_found`, `version_conflict`, `plan_change_not_found`
 */
export async function withdrawChanges(
  trx: Trx,
  actor: Author,
  planId: string,
  { ids, isBack = false }: { ids: string[] | null; isBack?: boolean },
  seen: Seen,
  now: Date,
) {
  const before = await lockPlan(trx, actor.workspaceId, planId, seen)
  const kept = await readKept(trx, actor.workspaceId, planId)
  const able = kept.filter((change) => isOpen(change) !== isBack)
  const chosen = ids ? able.filter(({ id }) => ids.includes(id)) : able
  if (ids && chosen.length < new Set(ids).size) throw new AppError('plan_change_not_found')
  if (chosen.length) {
    await trx
      .updateTable('unpublished_changes')
      .set({ withdrawn_at: isBack ? null : now })
      .where('workspace_id', '=', actor.workspaceId)
      .where(
        'id',
        'in',
        chosen.map(({ id }) => id),
      )
      .execute()
    await count(trx, actor, before, { type: 'plan.change_withdrawn', why: saying(chosen, isBack) }, now)
  }
  return getUnpublished(trx, actor, planId, now)
}

function saying(changes: Kept[], isBack: boolean): string {
  const did = isBack ? 'Put back' : 'Took back'
  if (changes.length > 1) return `${did} ${changes.length} changes that were not published.`
  return `${did}, before it was published: ${changes[0]!.sentence}`
}

/**
 * Makes the unpublished changes that fit one change of the plan. What does not fit stays in the list.
 * @throws AppError `plan_not_found`, `version_conflict`, `nothing_to_publish`
 * @throws OutdatedReading
 */
export async function publish(
  trx: Trx,
  actor: Author,
  planId: string,
  { kept, replay, work }: PlanWithKept,
  seen: Seen,
  now: Date,
): Promise<UnpublishedResult> {
  const open = kept.filter(isOpen)
  const staying = open.filter(({ id }) => replay.failures.has(id))
  if (!open.some(({ id }) => !problemOf(open, replay, id)?.is_whole)) throw new AppError('nothing_to_publish')
  const { workspaceId } = actor
  const before = await lockAsRead(trx, workspaceId, work.read.plan, seen)
  const change = await savePlanChange(trx, actor, planId, { ...work, unpublished: staying.length }, seen, now)
  await trx
    .deleteFrom('unpublished_changes')
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', planId)
    .$if(staying.length > 0, (gone) =>
      gone.where(
        'id',
        'not in',
        staying.map(({ id }) => id),
      ),
    )
    .execute()
  for (const { id } of staying) {
    const steps = replay.failures.get(id)!.map(({ step }) => step)
    await trx
      .updateTable('unpublished_changes')
      .set({ steps: JSON.stringify(steps) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  }
  // Changes that cancel each other out change no route.
  if (change.id === null) {
    await count(
      trx,
      actor,
      before,
      { type: 'plan.change_withdrawn', why: 'Published changes that change nothing.' },
      now,
    )
  }
  return { ...(await getUnpublished(trx, actor, planId, now)), change }
}
