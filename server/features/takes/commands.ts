import { AppError } from '#domain/errors.ts'
import { groupsOf, withoutRoutes } from '#domain/plan-change/proposal.ts'
import { applyEdit, type SettledEdit } from '#domain/plan-change/edit.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { PlanDiff, Take, Taken } from '#domain/schema/plan-diff.ts'
import type { Trx } from '../../db/connect.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { anySeen, type Seen } from '../../http/if-match.ts'
import { savePlanChange, workOut } from '../plan-changes/commands.ts'
import { shown, type WorkedOut } from '../plan-changes/queries.ts'
import { editable, factsOf } from '../changeable-plans/queries.ts'
import type { Tools } from '../plan-places/queries.ts'
import { changeScenario, lockPlan, setState } from '../planning/commands.ts'
import { keepChange } from '../unpublished/commands.ts'
import { checkOpen, timedGroups, type Revising } from './queries.ts'
import { aloneOf, arrangementOf, conflictOf, figuresOf, proposalAfter, showGroup, type TimedGroup } from './rules.ts'

/** A take that has been worked out. */
export type WorkedTake = {
  revising: Revising
  work: WorkedOut
  keys: Set<string>
  /** Of the change that is kept until it is published, if the plan is dispatched. */
  keptId: string | undefined
}

/**
 * Works out what taking a revision or a part of it does.
 * @throws AppError `revision_conflict`, and as `workOut` does
 */
export async function workOutTake(tools: Tools, revising: Revising, chosen: Take): Promise<WorkedTake> {
  const keys = chosenRoutes(revising, chosen)
  const edits = editsOf(tools, revising, { keys, ids: chosen.delivery_ids ?? [] })
  const keptId = revising.read.plan.state === 'dispatched' ? tools.newId() : undefined
  const work = await workOut(tools, revising.read, edits, keptId)
  return {
    revising,
    keys,
    keptId,
    work: { ...work, sentence: edits.length ? asOptimized(work.sentence) : 'Changes nothing.' },
  }
}

const asOptimized = (sentence: string) => sentence.replace(/^Rearranged/, 'Optimized')

/** The keys of the routes to be taken whole. */
function chosenRoutes({ proposal, read }: Revising, { groups, delivery_ids }: Take): Set<string> {
  const all = groupsOf(proposal)
  const wanted = groups ? all.filter(({ id }) => groups.includes(id)) : delivery_ids ? [] : all
  if (groups && wanted.length < new Set(groups).size) {
    throw new AppError('revision_conflict', { detail: 'Some of these changes are not offered any more.' })
  }
  const routes = editable(read)
  const conflicts = wanted.flatMap((group) => conflictOf(read, routes, proposal, group) ?? [])
  if (conflicts.length) throw new AppError('revision_conflict', { detail: conflicts.join(' ') })
  return new Set(wanted.flatMap((group) => group.routes))
}

function editsOf(
  { newId }: Tools,
  { proposal, read }: Revising,
  { keys, ids }: { keys: Set<string>; ids: string[] },
): PlanEdit[] {
  const facts = factsOf(read, newId)
  let routes = editable(read)
  const edits: PlanEdit[] = []
  const add = (edit: PlanEdit) => {
    edits.push(edit)
    routes = applyEdit(routes, edit as SettledEdit, facts)
  }
  if (keys.size) add(arrangementOf(read, routes, proposal, keys))
  for (const id of ids) {
    const edit = aloneOf(read, routes, proposal, id)
    if (!edit) throw new AppError('revision_conflict', { detail: 'One of these deliveries cannot be taken alone.' })
    add(edit)
  }
  return edits
}

/**
 * Stores a take that was worked out: one change of the plan, which drivers see once it is published. The revision is over once nothing of it is left.
 * @throws AppError `plan_not_found`, `version_conflict`, `revision_over`, and as `savePlanChange` does
 */
export async function saveTake(
  trx: Trx,
  actor: Actor,
  { revising, work, keys, keptId }: WorkedTake,
  seen: Seen,
  now: Date,
): Promise<Taken> {
  const before = await lockPlan(trx, actor.workspaceId, revising.revision.id, seen)
  checkOpen(before)
  const planId = revising.read.plan.id
  const change = keptId
    ? (await keepChange(trx, actor, planId, { id: keptId, work }, anySeen(), now)).change
    : await savePlanChange(trx, actor, planId, work, anySeen(), now)
  const left = proposalAfter(withoutRoutes(revising.proposal, keys), revising.read, work.after)
  await trx
    .updateTable('plans')
    .set({ proposal: JSON.stringify(left) })
    .where('id', '=', before.id)
    .execute()
  const isOver = !groupsOf(left).length
  const revision = isOver ? await setState(trx, actor, before, { state: 'taken', type: 'plan.taken' }, now) : before
  return { revision, change }
}

/**
 * Makes a scenario of a day without a plan the day's ordinary draft.
 * @throws AppError `plan_not_found`, `version_conflict`, `plan_not_revision`, `plan_running`, `revision_over`
 */
export async function useScenario(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<Taken> {
  const before = await lockPlan(trx, actor.workspaceId, id, seen)
  checkOpen(before)
  return { revision: await changeScenario(trx, actor, before, null, now), change: null }
}

/** A diff that has been worked out, before its routes are shown. */
export type WorkedDiff = WorkedTake & { groups: TimedGroup[]; fine: TimedGroup[] }

/** Works out what a revision would change of the plan that it revises, as that one is now. */
export async function workOutDiff(tools: Tools, revising: Revising): Promise<WorkedDiff> {
  const groups = timedGroups(revising, tools.newId)
  const fine = groups.filter(({ conflict }) => conflict === null)
  return { ...(await workOutTake(tools, revising, { groups: fine.map(({ id }) => id) })), groups, fine }
}

/** A diff as the API shows it. */
export async function showDiff(
  trx: Trx,
  workspaceId: string,
  { revising, work, groups, fine }: WorkedDiff,
): Promise<PlanDiff> {
  const { revision, proposal, read } = revising
  const changing = new Set(fine.flatMap((group) => group.routes))
  const others = read.routes.filter(({ route }) => !changing.has(route.id))
  const result = await shown(trx, workspaceId, read.plan, work, null)
  return {
    revision,
    base: read.plan,
    before: figuresOf(read, [...others, ...fine.flatMap((group) => group.before)], read.unassigned.length),
    after: figuresOf(read, [...others, ...fine.flatMap((group) => group.after)], unassignedAfter(revising, fine)),
    groups: groups.map((group) => showGroup(read, proposal, group)),
    kept: proposal.kept,
    result,
  }
}

function unassignedAfter({ read, proposal }: Revising, groups: { routes: string[] }[]): number {
  const keys = new Set(groups.flatMap((group) => group.routes))
  const { routes, remove } = arrangementOf(read, editable(read), proposal, keys)
  const placed = new Set(routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  return read.unassigned.filter(({ delivery_id }) => !placed.has(delivery_id)).length + remove.length
}
