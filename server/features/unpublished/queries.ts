import { AppError } from '#domain/errors.ts'
import { replay, type KeptChange, type KeptStep, type Replay } from '#domain/plan-change/replay.ts'
import type { PlanEdit, PlanWarning } from '#domain/schema/plan-change.ts'
import type { KeptProblem, UnpublishedChanges } from '#domain/schema/unpublished.ts'
import type { Trx } from '../../db/connect.ts'
import { planAfter, shown, workOutReplay, type WorkedOut } from '../plan-changes/queries.ts'
import {
  editable,
  factsOf,
  idsFrom,
  namedIn,
  readPlanToChange,
  type Named,
  type PlanToChange,
} from '../changeable-plans/queries.ts'
import { checkEdit } from '../plan-places/queries.ts'
import { getPlanSummary } from '../planning/queries.ts'

/** A change that drivers do not see yet, as it is kept. */
export type Kept = KeptChange & {
  at: string
  by: string
  actor_id: string | null
  sentence: string
  edits: PlanEdit[]
  steps: KeptStep[]
  notes: PlanWarning[]
  withdrawn_at: string | null
}

/** A plan as drivers see it, the changes that are kept, and the plan as it will be. */
export type PlanWithKept = {
  published: PlanToChange
  kept: Kept[]
  replay: Replay
  work: WorkedOut
  /** The plan with the changes, to be changed further. */
  next: PlanToChange
}

/** The changes of a plan that are kept, in their order. Withdrawn ones are among them. */
export async function readKept(trx: Trx, workspaceId: string, planId: string): Promise<Kept[]> {
  const rows = await trx
    .selectFrom('unpublished_changes as u')
    .leftJoin('members as m', (join) =>
      join.onRef('m.user_id', '=', 'u.actor_id').onRef('m.workspace_id', '=', 'u.workspace_id'),
    )
    .leftJoin('api_keys as k', 'k.id', 'u.actor_id')
    .select([
      'u.id',
      'u.at',
      'u.sentence',
      'u.edits',
      'u.steps',
      'u.notes',
      'u.withdrawn_at',
      'u.actor_kind',
      'u.actor_id',
    ])
    .select(['m.name as member_name', 'k.name as key_name'])
    .where('u.workspace_id', '=', workspaceId)
    .where('u.plan_id', '=', planId)
    .orderBy('u.number')
    .execute()
  return rows.map(({ member_name, key_name, actor_kind, ...row }) => ({
    ...row,
    by: member_name ?? key_name ?? (actor_kind === 'system' ? 'Karta' : 'Somebody who left'),
  }))
}

export const isOpen = ({ withdrawn_at }: Kept) => withdrawn_at === null

/**
 * Reads a plan with the changes that are not published, which `withKept` makes on it.
 * @param more whatever else is wanted of it
 * @throws AppError as `readPlanToChange` does
 */
export async function readToKeep(
  trx: Trx,
  workspaceId: string,
  planId: string,
  more: Named,
  now: Date,
): Promise<Pick<PlanWithKept, 'published' | 'kept'>> {
  const kept = await readKept(trx, workspaceId, planId)
  const open = kept.filter(isOpen)
  const own = namedIn(open.flatMap((change) => [...change.edits, ...change.steps.map(({ edit }) => edit)]))
  const named = {
    deliveryIds: [...own.deliveryIds, ...more.deliveryIds],
    driverIds: [...own.driverIds, ...more.driverIds],
    vehicleIds: [...own.vehicleIds, ...more.vehicleIds],
  }
  return { published: await readPlanToChange(trx, workspaceId, planId, named, now), kept }
}

/** The same with the changes made. What is not measured yet is as the crow flies. */
export async function readWithKept(...asked: Parameters<typeof readToKeep>): Promise<PlanWithKept> {
  const { published, kept } = await readToKeep(...asked)
  return withKept(published, kept)
}

/** A plan with the changes that fit it. */
export function withKept(published: PlanToChange, kept: Kept[]): PlanWithKept {
  const open = kept.filter(isOpen)
  const replay = replayOn(published, open)
  const fitting = open.filter(({ id }) => !problemOf(open, replay, id)?.is_whole)
  const work = workOutReplay(published, replay, {
    sentence: sentenceOf(fitting),
    edits: fitting.flatMap(({ edits }) => edits),
    // What follows from the changes, such as breaks, keeps its id from reading to reading.
    newId: idsFrom(`${published.plan.id} ${published.plan.version}`),
  })
  const notes = fitting.flatMap((change) => change.notes)
  return { published, kept, replay, work: { ...work, warnings: [...notes, ...work.warnings] }, next: planAfter(work) }
}

/** Makes changes that were kept once more, on a plan as it is by now. */
function replayOn(day: PlanToChange, changes: readonly KeptChange[]): Replay {
  return replay(editable(day), changes, {
    factsOf: (changeId, step) => factsOf(day, idsFrom(`${changeId} ${step}`)),
    check: (routes, edit) => checkEdit(day, routes, edit),
    isGone: (routes, id) => {
      const isHere = routes.some(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))
      return !isHere && day.deliveries.get(id)?.status !== 'pending'
    },
  })
}

const mostTold = 3

function sentenceOf(changes: readonly Kept[]): string {
  const told = changes.slice(0, mostTold).map(({ sentence }) => sentence.replace(/\.$/, ''))
  const more = changes.length - mostTold
  return `${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

/** Why a change does not fit, or not as a whole. */
export function problemOf(kept: readonly Kept[], { failures }: Replay, id: string): KeptProblem | null {
  const failed = failures.get(id)
  if (!failed) return null
  const { code, message, detail } = failed[0]!.error
  const more = typeof detail.detail === 'string' ? ` ${detail.detail}` : ''
  const { steps } = kept.find((change) => change.id === id)!
  return { code, sentence: `${message}${more}`, is_whole: failed.length === steps.length }
}

/** Who asks. */
type Asker = { workspaceId: string; userId: string | null }

/** The changes of a plan that are not published, and what publishing them would do. */
export async function showUnpublished(
  trx: Trx,
  { workspaceId, userId }: Asker,
  { published, kept, replay, work }: PlanWithKept,
): Promise<UnpublishedChanges> {
  const open = kept.filter(isOpen)
  const isNothing = !work.after.length && !work.removed.length && !open.length
  return {
    plan: published.plan,
    ...listed(kept, userId, (id) => problemOf(open, replay, id)),
    result: isNothing ? null : await shown(trx, workspaceId, published.plan, work, null),
  }
}

function listed(kept: readonly Kept[], userId: string | null, problem: (id: string) => KeptProblem | null) {
  const changes = kept.filter(isOpen).map(({ id, at, by, actor_id, sentence, edits }) => ({
    id,
    at,
    by,
    is_yours: actor_id === userId,
    sentence,
    edits,
    problem: problem(id),
  }))
  const withdrawn = kept
    .filter((change) => !isOpen(change))
    .toSorted((a, b) => b.withdrawn_at!.localeCompare(a.withdrawn_at!))
    .map(({ id, at, by, actor_id, sentence }) => ({ id, at, by, is_yours: actor_id === userId, sentence }))
  return { changes, withdrawn }
}

/**
 * What is not published of a plan. Of one that can be changed no more, nothing fits.
 * @throws AppError `plan_not_found`
 */
export async function getUnpublished(
  trx: Trx,
  { workspaceId, userId }: Asker,
  planId: string,
  now: Date,
): Promise<UnpublishedChanges> {
  const plan = await getPlanSummary(trx, workspaceId, planId)
  const kept = await readKept(trx, workspaceId, planId)
  if (!kept.some(isOpen)) return { plan, ...listed(kept, userId, () => null), result: null }
  try {
    return await showUnpublished(
      trx,
      { workspaceId, userId },
      await readWithKept(trx, workspaceId, planId, namedIn([]), now),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problem = { code: error.code, sentence: error.message, is_whole: true }
    return { plan, ...listed(kept, userId, () => problem), result: null }
  }
}
