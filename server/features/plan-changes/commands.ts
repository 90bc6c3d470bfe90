import { sql, type Selectable } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { EditRoute } from '#domain/plan-change/edit-route.ts'
import { applyEdit, type SettledEdit } from '#domain/plan-change/edit.ts'
import { keepStep, type KeptStep } from '#domain/plan-change/replay.ts'
import { sentenceOf } from '#domain/plan-change/words.ts'
import { totalsOf } from '#domain/plan/totals.ts'
import type { PlanChangeResult, PlanEdit, PlanWarning } from '#domain/schema/plan-change.ts'
import type { PlanState, PlanSummary, RouteOutline } from '#domain/schema/plan.ts'
import type { Trx } from '../../db/connect.ts'
import type { RouteTable, StopTable } from '../../db/tables/plans.ts'
import { checkLicensed, checkNotWaiting } from '../../db/tiers.ts'
import { appendEvents, authorKind, type Author, type EventDraft } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { anySeen, type Seen } from '../../http/if-match.ts'
import { PrepareAgain } from '../../http/prepare.ts'
import {
  editable,
  factsOf,
  idsFrom,
  namedIn,
  readDeliveries,
  readPlanToChange,
  type Named,
  type PlanToChange,
  type WholeRoute,
} from '../changeable-plans/queries.ts'
import { writeToDriver } from '../messages/commands.ts'
import { moveWithPlan, type PlanMove } from '../delivery-moves/commands.ts'
import { putBackFields, type ReplacedFields } from '../deliveries/commands.ts'
import { settle, type Tools } from '../plan-places/queries.ts'
import { lockPlan } from '../planning/commands.ts'
import { outlinesOf, summaryColumns } from '../planning/queries.ts'
import { shown } from './queries.ts'
import {
  arrivalsOf,
  estimatedAfter,
  fingerprintOf,
  imageOf,
  leftOutAfter,
  lockedIn,
  namesOf,
  newDays,
  newWindows,
  outcome,
  withPlaces,
  withWindows,
  type WorkedOut,
} from './rules.ts'

/**
 * Works out what edits make of a plan, without a transaction: what costs time is done in the engine's threads.
 * @param changeId of a change that will be kept; what it creates gets ids that follow from it
 * @throws AppError as `applyEdit` does, and `delivery_on_route`, `delivery_state`, `no_position`, `fits_nowhere`
 */
export async function workOut(
  tools: Tools,
  read: PlanToChange,
  edits: PlanEdit[],
  changeId?: string,
): Promise<WorkedOut> {
  const day = withWindows(read, edits)
  const idsOf = (step: number) => (changeId ? idsFrom(`${changeId} ${step}`) : tools.newId)
  const names = namesOf(read)
  const original = editable(read)
  let routes = original
  const moved = new Set<string>()
  const steps: KeptStep[] = []
  const notes: PlanWarning[] = []
  const noting = { ...tools, note: (warning: PlanWarning) => void notes.push(warning) }
  for (const edit of edits) {
    for await (const settled of settle(noting, day, () => routes, edit)) {
      for (const id of lockedIn(routes, settled)) moved.add(id)
      routes = applyEdit(routes, settled, factsOf(read, idsOf(steps.length)))
      steps.push(keepStep(routes, settled, steps.length))
    }
  }
  const sentence = sentenceOf(edits, names)
  const work = outcome(tools.newId, read, { edits, sentence, original, routes, moved })
  return { ...work, warnings: [...notes, ...work.warnings], notes, steps }
}

/** Thrown if a plan is no longer as it was when the change was worked out. An endpoint works it out once more. */
export class OutdatedReading extends PrepareAgain {}

/**
 * Locks a plan for a change that was worked out on it.
 * @throws AppError `plan_not_found`, `version_conflict`
 * @throws OutdatedReading
 */
export async function lockAsRead(trx: Trx, workspaceId: string, read: PlanSummary, seen: Seen): Promise<PlanSummary> {
  const plan = await lockPlan(trx, workspaceId, read.id, seen)
  if (plan.version !== read.version) throw new OutdatedReading()
  return plan
}

/**
 * Stores a change that was worked out, with its events: all of it, or nothing.
 * @throws AppError `plan_not_found`, `version_conflict`, `delivery_state`, `driver_over_licenses`, `deliveries_wait`
 * @throws OutdatedReading
 */
export async function savePlanChange(
  trx: Trx,
  actor: Author,
  planId: string,
  given: WorkedOut,
  seen: Seen,
  now: Date,
): Promise<PlanChangeResult> {
  const { workspaceId } = actor
  const before = await lockAsRead(trx, workspaceId, given.read.plan, seen)
  const isTheSame = !given.after.length && !given.removed.length && !given.measured.length
  if (isTheSame) return shown(trx, workspaceId, before, given, null)

  await checkDeliveries(trx, workspaceId, given)
  await checkTier(trx, workspaceId, given, now)
  const put = given.putBack.length ? await putBack(trx, actor, planId, given, now) : given
  const changed = [...(await postpone(trx, actor, given, now)), ...(await giveWindows(trx, actor, given, now))]
  const work = { ...put, replaced: [...put.replaced, ...changed] }
  if (before.state === 'dispatched') promiseArrivals(work)
  const written = await writeRoutes(trx, workspaceId, planId, work)
  if (before.state !== 'draft') await moveWithPlan(trx, actor, movesOf(work, before.state), work.sentence, now)
  await removeRoutes(trx, workspaceId, work.removed)
  const plan = await updatePlan(trx, before, work, now)
  const id = await note(trx, actor, planId, work, now)
  await tell(trx, actor, { before, plan, written, work }, now)
  return shown(trx, workspaceId, plan, work, id)
}

/** Gives deliveries the fields back that a change replaced. Their stops are where they were before. */
async function putBack(trx: Trx, actor: Author, planId: string, work: WorkedOut, now: Date): Promise<WorkedOut> {
  const replaced: ReplacedFields[] = []
  for (const fields of work.putBack) replaced.push(await putBackFields(trx, actor, fields, now))
  const all = await readDeliveries(trx, actor.workspaceId, planId, [])
  const given = new Map(work.putBack.flatMap(({ id }) => (all.has(id) ? [[id, all.get(id)!] as const] : [])))
  return { ...work, replaced, after: withPlaces(work.after, given, work.read.settings.time_zone) }
}

/** Gives what was taken off for another day that day. Returns the days that it had. */
async function postpone(trx: Trx, actor: Author, { edits, read }: WorkedOut, now: Date): Promise<ReplacedFields[]> {
  const replaced: ReplacedFields[] = []
  for (const [id, scheduled_date] of newDays(edits)) {
    if (read.deliveries.get(id)?.scheduled_date === scheduled_date) continue
    replaced.push(await putBackFields(trx, actor, { id, scheduled_date }, now))
  }
  return replaced
}

/** Gives what is inserted with another window that window. Returns those that it had. */
async function giveWindows(trx: Trx, actor: Author, { edits, after }: WorkedOut, now: Date): Promise<ReplacedFields[]> {
  const replaced: ReplacedFields[] = []
  const placed = arrivalsOf(after)
  for (const [id, fields] of newWindows(edits)) {
    // One that found no place, or was taken off again, keeps its window.
    if (placed.has(id)) replaced.push(await putBackFields(trx, actor, { id, ...fields }, now))
  }
  return replaced
}

type OnRoute = { id: string; number: number; route_id: string; plan_id: string; driver_name: string }

type Timing = { newId: () => string; now: Date }

/**
 * Times the routes of deliveries again whose fields have just changed: each route once, as one change of each plan. Timing
 * a route takes a millisecond or two, so that is done within the transaction.
 */
export async function rerouteDeliveries(
  trx: Trx,
  actor: Author,
  before: ReplacedFields[],
  timing: Timing,
): Promise<void> {
  if (!before.length) return
  const replaced = new Map(before.map((fields) => [fields.id, fields]))
  const on = await trx
    .selectFrom('deliveries')
    .innerJoin('routes', 'routes.id', 'deliveries.route_id')
    .select(['deliveries.id', 'deliveries.number', 'routes.id as route_id', 'routes.plan_id', 'routes.driver_name'])
    .where('deliveries.workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`deliveries.id = any(${[...replaced.keys()]}::uuid[])`)
    // Plans are locked in the same order by everybody.
    .orderBy('routes.plan_id')
    .orderBy('deliveries.number')
    .execute()
  if (on.length !== replaced.size) throw new AppError('delivery_on_route')
  for (const [planId, rows] of Map.groupBy(on, ({ plan_id }) => plan_id)) {
    const edits = [...new Set(rows.map(({ route_id }) => route_id))].map((route_id) => ({
      type: 'refresh' as const,
      route_id,
    }))
    const change = {
      editsOf: () => edits,
      sentence: sayRerouted(rows),
      replaced: rows.map(({ id }) => replaced.get(id)!),
    }
    await changeAtOnce(trx, actor, planId, change, timing)
  }
}

function sayRerouted(rows: OnRoute[]): string {
  const [{ number, driver_name }] = rows as [OnRoute]
  const routes = new Set(rows.map(({ route_id }) => route_id)).size
  const what = rows.length === 1 ? `delivery ${number}` : `${rows.length} deliveries`
  return `Changed ${what} on ${routes === 1 ? `${driver_name}’s route` : `${routes} routes`}.`
}

/**
 * Changes a plan within a transaction that has locked the workspace, by edits whose places are known. Timing the routes takes
 * a millisecond or two.
 * @param editsOf the edits, from the routes as they are
 * @throws AppError as `workOut` and `savePlanChange` do
 */
export async function editPlan(
  trx: Trx,
  actor: Author,
  planId: string,
  { added = [], drivers = [], editsOf }: { added?: string[]; drivers?: string[]; editsOf: EditsOf },
  timing: Timing,
): Promise<void> {
  const named = { deliveryIds: added, driverIds: drivers, vehicleIds: [] }
  await changeAtOnce(trx, actor, planId, { named, editsOf }, timing)
}

type EditsOf = (routes: EditRoute[]) => SettledEdit[]

/** An edit of a plan as it is found, with its own sentence or that of its edits. */
type ChangeAtOnce = { named?: Named; editsOf: EditsOf; sentence?: string; replaced?: ReplacedFields[] }

/** Reads, works out and stores a change within one transaction. */
async function changeAtOnce(
  trx: Trx,
  actor: Author,
  planId: string,
  { named = namedIn([]), editsOf, sentence, replaced = [] }: ChangeAtOnce,
  { newId, now }: Timing,
): Promise<void> {
  await trx.selectFrom('plans').select('id').where('id', '=', planId).forUpdate().execute()
  const attempt = async () => {
    const read = await readPlanToChange(trx, actor.workspaceId, planId, named, now)
    const original = editable(read)
    const edits = editsOf(original)
    const facts = factsOf(read, newId)
    const routes = edits.reduce<EditRoute[]>((edited, edit) => applyEdit(edited, edit, facts), original)
    const said = sentence ?? sentenceOf(edits, namesOf(read))
    const work = outcome(newId, read, { edits, sentence: said, original, routes, moved: new Set() })
    await savePlanChange(trx, actor, planId, { ...work, replaced }, anySeen(), now)
  }
  await attempt().catch((error: unknown) => {
    if (!(error instanceof OutdatedReading)) throw error
    // Somebody changed a delivery of the routes meanwhile. By now, all of them are locked.
    return attempt()
  })
}
/** An emergency as it was worked out: on which plan, and what the plan becomes. */
export type Emergency = { planId: string; work: WorkedOut }

/**
 * Stores that an emergency goes onto a route at once, and tells the driver.
 * @throws AppError as `savePlanChange` does
 */
export async function saveEmergency(
  trx: Trx,
  actor: Actor,
  deliveryId: string,
  { planId, work }: Emergency,
  now: Date,
): Promise<PlanChangeResult> {
  const result = await savePlanChange(trx, actor, planId, work, anySeen(), now)
  const stops = result.routes.flatMap(({ driver_id, stops }) => stops.map((stop) => ({ ...stop, driver_id })))
  const stop = stops.find(({ delivery_id, kind }) => delivery_id === deliveryId && kind === 'delivery')
  if (stop) {
    const text = `Emergency: delivery ${stop.delivery_number} is on your route now, as stop ${stop.sequence}.`
    await writeToDriver(trx, actor, stop.driver_id, text, now)
  }
  return result
}

/** Whoever changes a delivery in the meantime makes the reading old. */
async function checkDeliveries(trx: Trx, workspaceId: string, { read, before, after }: WorkedOut): Promise<void> {
  const ids = new Set(
    [...before, ...after].flatMap(({ stops }) => stops.flatMap(({ delivery_id }) => delivery_id ?? [])),
  )
  const rows = await trx
    .selectFrom('deliveries')
    .select(['id', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const isSame = rows.every(({ id, version }) => read.deliveries.get(id)?.version === version)
  const known = [...ids].filter((id) => read.deliveries.has(id))
  if (!isSame || rows.filter(({ id }) => read.deliveries.has(id)).length !== known.length) throw new OutdatedReading()
}

/** Whoever comes onto a dispatched route is promised the arrival, as everybody was when it was dispatched. */
function promiseArrivals({ read, after }: WorkedOut): void {
  for (const stop of after.flatMap(({ stops }) => stops)) {
    const delivery = read.deliveries.get(stop.delivery_id ?? '')
    // Whoever hands something over on the way is promised nothing.
    if (delivery && (stop.kind === 'delivery' || delivery.kind === 'return')) stop.promised_at ??= stop.arrival_at
  }
}

/**
 * Whoever gets a route, or more on it, needs a license, and what is added must not wait for the next month.
 * @throws AppError `driver_over_licenses`, `deliveries_wait`
 */
async function checkTier(trx: Trx, workspaceId: string, { before, after }: WorkedOut, now: Date): Promise<void> {
  const idsOn = ({ stops }: WholeRoute) => stops.flatMap(({ delivery_id }) => delivery_id ?? [])
  const had = new Map(before.map((whole) => [whole.route.driver_id, new Set(idsOn(whole))]))
  const getsMore = (whole: WholeRoute) => idsOn(whole).some((id) => !had.get(whole.route.driver_id)?.has(id))
  const drivers = after.filter(getsMore).flatMap(({ route }) => route.driver_id ?? [])
  await checkLicensed(trx, workspaceId, drivers, now)
  const planned = new Set(before.flatMap(idsOn))
  await checkNotWaiting(
    trx,
    workspaceId,
    [...new Set(after.flatMap(idsOn))].filter((id) => !planned.has(id)),
  )
}

type Written = { routes: RouteOutline[]; before: Map<string, RouteOutline> }

async function writeRoutes(trx: Trx, workspaceId: string, planId: string, work: WorkedOut): Promise<Written> {
  const { read, before, after } = work
  const stored = new Set(read.routes.map(({ route }) => route.id))
  let next = Math.max(-1, ...read.routes.map(({ route }) => route.position)) + 1
  const rows = after.map(({ route }) => ({
    ...route,
    position: stored.has(route.id) ? route.position : next++,
    workspace_id: workspaceId,
    plan_id: planId,
  }))
  // A stop keeps its id when it moves, so all go before any comes.
  const ids = before.map(({ route }) => route.id)
  if (ids.length)
    await trx.deleteFrom('stops').where('workspace_id', '=', workspaceId).where('route_id', 'in', ids).execute()
  const written: Selectable<RouteTable>[] = []
  for (const { id, ...row } of rows) {
    const route = stored.has(id)
      ? trx.updateTable('routes').set(row).where('workspace_id', '=', workspaceId).where('id', '=', id)
      : trx.insertInto('routes').values({ id, ...row })
    written.push(await route.returningAll().executeTakeFirstOrThrow())
  }
  const stops = after.flatMap(({ route, stops: all }) =>
    all.map((stop) => ({ ...stop, workspace_id: workspaceId, route_id: route.id })),
  )
  const inserted: Selectable<StopTable>[] = []
  // PostgreSQL accepts at most 65,535 values per statement.
  for (let from = 0; from < stops.length; from += 2000) {
    const some = trx.insertInto('stops').values(stops.slice(from, from + 2000))
    inserted.push(...(await some.returningAll().execute()))
  }
  return { routes: outlinesOf(written, inserted), before: outlinesBefore(workspaceId, planId, before) }
}

function outlinesBefore(workspace_id: string, plan_id: string, routes: WholeRoute[]): Map<string, RouteOutline> {
  const outlines = outlinesOf(
    routes.map(({ route }) => ({ ...route, workspace_id, plan_id })),
    routes.flatMap(({ route, stops }) => stops.map((stop) => ({ ...stop, workspace_id, route_id: route.id }))),
  )
  return new Map(outlines.map((outline) => [outline.id, outline]))
}

async function removeRoutes(trx: Trx, workspaceId: string, ids: string[]): Promise<void> {
  if (!ids.length) return
  await trx.deleteFrom('routes').where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute()
}

/** What becomes of the deliveries: those that left are pending, those that came are on the plan, and the others' times. */
function movesOf({ before, after }: WorkedOut, state: PlanState): PlanMove[] {
  const [was, is] = [arrivalsOf(before), arrivalsOf(after)]
  const to = state === 'approved' ? ('planned' as const) : ('dispatched' as const)
  const left = [...was.keys()].filter((id) => !is.has(id))
  const off = { driver_id: null, route_id: null, estimated_arrival: null }
  return [
    ...left.map((id): PlanMove => ({ id, to: 'pending', patch: off })),
    ...[...is].map(([id, patch]): PlanMove => ({ id, to: was.has(id) ? null : to, patch })),
  ]
}

async function updatePlan(trx: Trx, plan: PlanSummary, work: WorkedOut, now: Date): Promise<PlanSummary> {
  const { read, before, after, removed, edits } = work
  const changed = new Set([...removed, ...before.map(({ route }) => route.id)])
  const routes = [...read.routes.filter(({ route }) => !changed.has(route.id)), ...after]
  const [was, is] = [arrivalsOf(before), arrivalsOf(after)]
  const taken = [...was.keys()].filter((delivery) => !is.has(delivery))
  const { unassigned, groups } = leftOutAfter(read, { taken, placed: new Set(is.keys()), elsewhere: newDays(edits) })
  const estimated = estimatedAfter(work)
  return trx
    .updateTable('plans')
    .set((eb) => ({
      changes: eb('changes', '+', 1),
      estimated_routes: estimated,
      travel: plan.travel && JSON.stringify({ ...plan.travel, note: noteOf(plan.travel.note, estimated.length > 0) }),
      totals: JSON.stringify(
        totalsOf(
          routes.map(({ route, stops }) => ({ ...route, stops })),
          unassigned.length,
        ),
      ),
      unassigned: JSON.stringify(unassigned),
      unassigned_groups: groups && JSON.stringify(groups),
      updated_at: now,
      ...(work.unpublished !== undefined && { unpublished: work.unpublished }),
    }))
    .where('id', '=', plan.id)
    .returning(summaryColumns)
    .executeTakeFirstOrThrow()
}

const estimatedNote = 'Some drives are straight lines until the routing engine has measured them.'

function noteOf(before: string | null, isEstimatedNow: boolean): string | null {
  const others = before?.replace(estimatedNote, '').trim() ?? ''
  return [others, isEstimatedNow ? estimatedNote : ''].filter(Boolean).join(' ') || null
}

/** Whether a delivery was changed, and its route followed. */
const isOfDelivery = ({ edits, replaced }: WorkedOut) =>
  replaced.length > 0 && edits.every(({ type }) => type === 'refresh')

async function note(trx: Trx, actor: Author, planId: string, work: WorkedOut, now: Date): Promise<string> {
  const { before, after, removed, edits, sentence, effect, undoes } = work
  const { workspaceId, userId } = actor
  const fingerprints = Object.fromEntries([
    ...removed.map((id) => [id, null]),
    ...after.map((whole) => [whole.route.id, fingerprintOf(whole)]),
  ])
  const deliveryIds = new Set(
    [...before, ...after].flatMap(({ stops }) => stops.flatMap(({ delivery_id }) => delivery_id ?? [])),
  )
  const { id } = await trx
    .insertInto('plan_changes')
    .values((eb) => ({
      workspace_id: workspaceId,
      plan_id: planId,
      number: eb.selectFrom('plans').select('changes').where('id', '=', planId),
      at: now,
      actor_kind: authorKind(actor),
      actor_id: userId,
      sentence,
      types: undoes ? ['undo'] : isOfDelivery(work) ? ['delivery'] : [...new Set(edits.map(({ type }) => type))],
      edits: JSON.stringify(edits),
      effect: JSON.stringify(effect),
      route_ids: Object.keys(fingerprints),
      delivery_ids: [...deliveryIds],
      replaced: JSON.stringify(imageOf(before, work.replaced)),
      after: JSON.stringify(fingerprints),
      undoes,
      undone_by: null,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (undoes) await trx.updateTable('plan_changes').set({ undone_by: id }).where('id', '=', undoes).execute()
  return id
}

type Told = { before: PlanSummary; plan: PlanSummary; written: Written; work: WorkedOut }

async function tell(trx: Trx, actor: Author, { before, plan, written, work }: Told, now: Date): Promise<void> {
  const why = work.sentence
  const depotIds = plan.depot_id ? [plan.depot_id] : []
  const drivers = [...work.before, ...work.after].map(({ route }) => route.driver_id)
  const routes = written.routes.map((data): EventDraft => {
    const was = written.before.get(data.id)
    return was
      ? { type: 'route.changed', id: data.id, data, before: was, why, depotIds }
      : { type: 'route.created', id: data.id, data, why, depotIds }
  })
  const gone = work.removed.map((id): EventDraft => ({
    type: 'route.removed',
    id,
    data: written.before.get(id)!,
    why,
    depotIds,
  }))
  const changed: EventDraft = { type: 'plan.changed', id: plan.id, data: plan, before, why, driverIds: drivers }
  await appendEvents(trx, actor, [changed, ...routes, ...gone], now)
}
