import { sql } from 'kysely'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { tierInForce } from '#domain/tiers.ts'
import { formatsIn } from '#domain/formats.ts'
import { mostWaves, type NewWave, type Wave, type WaveChange, type WaveRun } from '#domain/schema/wave.ts'
import { planLimits } from '#domain/search-limits.ts'
import { isOver } from '#domain/start-of-day.ts'
import { dayOf } from '#domain/time.ts'
import { dueTime, frozenAt, plannedDay } from '#domain/waves/when.ts'
import type { Trx } from '../../db/connect.ts'
import { readScope } from '../../db/delivery-scopes.ts'
import type { Quotas } from '../../db/quotas.ts'
import { checkFeature, readLicenses } from '../../db/tiers.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { changeInBulk } from '../bulk/commands.ts'
import { createPlan } from '../planning/commands.ts'
import { readWorkingDays } from '../working-days/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { getWave, hasOwnDraft, lateOrders, lockWave, worksOn } from './queries.ts'

const duplicateName = { waves_name: 'duplicate_wave' } as const
const asKarta = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Karta' })

/**
 * Adds a set time at which plans are made.
 * @throws AppError `too_many_waves`, `duplicate_wave`, `driver_not_found`, `depot_not_found`, `depot_inactive`, `not_your_depot`,
 * `validation_failed`, `not_in_tier`
 */
export async function createWave(trx: Trx, actor: Actor, wave: NewWave, now: Date): Promise<Wave> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const { count } = await trx
    .selectFrom('waves')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  if (count >= mostWaves) throw new AppError('too_many_waves')
  await checkFeature(trx, workspaceId, 'planning_by_itself', now)
  await checkNamed(trx, actor, wave)
  const insert = trx
    .insertInto('waves')
    .values({ ...wave, workspace_id: workspaceId, armed_at: now, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(duplicateName, insert)
  const created = await getWave(trx, workspaceId, id, now)
  await appendEvents(trx, actor, [{ type: 'wave.created', id, data: told(created) }], now)
  return created
}

/** Events say nothing of times to come: these follow from the calendar, too. */
const told = ({ next_run: _, ...wave }: Wave) => wave

/** What says when a wave plans: a change of it counts from now on. */
const timing = ['plan_at', 'weekdays', 'active'] as const

/**
 * Changes a wave.
 * @throws AppError `wave_not_found`, `version_conflict`, and as `createWave` does
 */
export async function changeWave(
  trx: Trx,
  actor: Actor,
  id: string,
  change: WaveChange,
  seen: Seen,
  now: Date,
): Promise<Wave> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getWave(trx, workspaceId, id, now)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  await checkNamed(trx, actor, change)
  const isRetimed = timing.some(
    (field) => change[field] !== undefined && JSON.stringify(change[field]) !== JSON.stringify(before[field]),
  )
  const update = trx
    .updateTable('waves')
    .set({ ...change, ...(isRetimed && { armed_at: now, last_day: null }), updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await orConflict(duplicateName, update)
  const after = await getWave(trx, workspaceId, id, now)
  await appendEvents(trx, actor, [{ type: 'wave.updated', id, data: told(after), before: told(before) }], now)
  return after
}

/**
 * Deletes a wave. Its plans stay.
 * @throws AppError `wave_not_found`, `version_conflict`
 */
export async function deleteWave(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getWave(trx, workspaceId, id, now)
  await checkSeen(seen, before, () => ({ current: before }))
  await trx.deleteFrom('waves').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await settleAlert(trx, workspaceId, missedKey(id), now)
  await appendEvents(trx, actor, [{ type: 'wave.deleted', id, data: told(before) }], now)
}

type Named = { depot_id?: string | null | undefined; driver_ids?: string[] | null | undefined }

/** Whoever is limited to some depots plans for one of them. Lists of ids have no foreign keys, so this checks the drivers. */
async function checkNamed(trx: Trx, { workspaceId, depotIds }: Actor, { depot_id, driver_ids }: Named): Promise<void> {
  if (depot_id) await readScope(trx, workspaceId, { depot_id })
  if (depot_id === null && depotIds) {
    throw new AppError('validation_failed', { errors: [{ path: 'depot_id', message: 'Choose one of your depots.' }] })
  }
  if (!driver_ids) return
  const { count } = await trx
    .selectFrom('drivers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${driver_ids}::uuid[])`)
    .executeTakeFirstOrThrow()
  if (count !== driver_ids.length) throw new AppError('driver_not_found')
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockWave>>>
type Due = { wave: Locked; runDay: string; works: (day: string) => boolean; zone: string }

/**
 * Plans what a wave has to plan by now, once: whoever comes later finds that it has run. Undefined if there is nothing to do.
 * @throws AppError `too_many_plans` if the workspace already calculates as many as it may; then it is tried again
 */
export async function runWave(trx: Trx, workspaceId: string, id: string, quotas: Quotas): Promise<WaveRun | undefined> {
  const { now } = quotas
  await lockWorkspace(trx, workspaceId)
  const wave = await lockWave(trx, workspaceId, id)
  if (!wave) return undefined
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const works = await worksOn(trx, workspaceId, wave, dayOf(now, zone))
  const due = dueTime(wave, now, zone, works)
  if (!due) return undefined
  const run = await plan(trx, workspaceId, { wave, runDay: due.runDay, works, zone }, quotas)
  await note(trx, workspaceId, wave, { run, runDay: due.runDay }, now)
  return run
}

async function plan(
  trx: Trx,
  workspaceId: string,
  { wave, runDay, works, zone }: Due,
  quotas: Quotas,
): Promise<WaveRun> {
  const { now } = quotas
  const day = plannedDay(wave, runDay, works) ?? null
  const none = { at: now.toISOString(), day, plan_id: null, moved: 0 }
  const refused = (code: ErrorCode, detail?: string): WaveRun => ({
    ...none,
    problem: { code, sentence: detail ?? new AppError(code).message },
  })
  if (day === null) return refused('no_drivers', 'No driver works in the next two weeks.')
  if (isOver(day, now, zone)) {
    return refused('day_over', `Karta was not running at ${wave.plan_at}, and the day it was to plan is over.`)
  }
  const which = { day, depot_id: wave.depot_id }
  if (await hasOwnDraft(trx, workspaceId, which)) {
    return refused('plan_running', 'Somebody had begun a plan for the day, so none was added beside it.')
  }
  const moved = wave.moves_late_orders ? await joinLate(trx, workspaceId, which, now) : 0
  const working = await driversOf(trx, workspaceId, wave, day)
  if (!working.length) return { ...refused('no_drivers', 'None of its drivers works that day.'), moved }
  const { licensed } = await readLicenses(trx, workspaceId, now)
  const driver_ids = working.filter((driver) => licensed.has(driver))
  if (!driver_ids.length) return { ...refused('driver_over_licenses'), moved }
  const { seconds } = planLimits[tierInForce(await readWorkspace(trx, workspaceId), now)]
  const orders_until = frozenAt(wave, runDay, zone)?.toISOString() ?? null
  const time_limit_seconds = Math.min(wave.time_limit_seconds, seconds)
  try {
    await checkFeature(trx, workspaceId, 'planning_by_itself', now)
    const wish = { ...which, driver_ids, time_limit_seconds }
    const { id } = await createPlan(trx, asKarta(workspaceId), wish, quotas, { orders_until })
    return { ...none, plan_id: id, moved, problem: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'too_many_plans') throw error
    const { detail } = error.detail
    return { ...refused(error.code, typeof detail === 'string' ? `${error.message} ${detail}` : undefined), moved }
  }
}

/** The drivers of the wave who work on the day. */
async function driversOf(trx: Trx, workspaceId: string, wave: Locked, day: string): Promise<string[]> {
  const [working] = await readWorkingDays(trx, workspaceId, { from: day, to: day, depot_id: wave.depot_id })
  const { driver_ids } = wave
  return (working?.driverIds ?? []).filter((id) => driver_ids === null || driver_ids.includes(id)).slice(0, 500)
}

/** Orders that came too late for the waves of earlier days join this one. */
async function joinLate(
  trx: Trx,
  workspaceId: string,
  { day, depot_id }: { day: string; depot_id: string | null },
  now: Date,
): Promise<number> {
  const ids = await lateOrders(trx, workspaceId, { day, depot_id })
  if (!ids.length) return 0
  // None of them is on a route.
  const untimed = () => Promise.resolve()
  const why = 'It came after the orders of its day were frozen'
  const asked = { ids, change: { scheduled_date: day } }
  const { changed } = await changeInBulk(trx, asKarta(workspaceId), asked, now, untimed, why)
  return changed.length
}

const missedKey = (waveId: string) => `wave:${waveId}`

/** Notes that the wave has run, and tells dispatchers if it planned nothing. That a draft is there is told when it is. */
async function note(
  trx: Trx,
  workspaceId: string,
  wave: Locked,
  { run, runDay }: { run: WaveRun; runDay: string },
  now: Date,
): Promise<void> {
  const before = told(await getWave(trx, workspaceId, wave.id, now))
  await trx
    .updateTable('waves')
    .set({ last_day: runDay, last_run: JSON.stringify(run), updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', wave.id)
    .execute()
  const data = told(await getWave(trx, workspaceId, wave.id, now))
  await appendEvents(trx, asKarta(workspaceId), [{ type: 'wave.ran', id: wave.id, data, before }], now)
  await settleAlert(trx, workspaceId, missedKey(wave.id), now)
  if (!run.problem) return
  const isQuiet = run.problem.code === 'nothing_to_plan'
  const { language } = await readWorkspace(trx, workspaceId)
  const day = run.day === null ? '' : ` for ${formatsIn(language).formatDay(run.day)}`
  const sentence = `${wave.name}: no plan was made by itself${day}. ${run.problem.sentence}`
  const severity = isQuiet ? 'low' : 'medium'
  await raiseAlert(trx, workspaceId, { kind: 'plan_not_made', severity, sentence, key: missedKey(wave.id) }, now)
}
