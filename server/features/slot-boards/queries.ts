import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BoardRoute } from '#solver/index.ts'
import { AppError } from '#domain/errors.ts'
import { inTransaction, inWorkspace, type Db, type Trx, type Within } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { planOf } from '../../engine/answer.ts'
import { boardThreads } from '../../engine/board-threads.ts'
import type { Engine } from '../../engine/engine.ts'
import { readDayToKeep, toKeep, type DayToKeep, type KeptRoutes } from '../slot-days/queries.ts'
import { offeredWindows, readOffering } from '../slot-settings/queries.ts'

export type KeptDay = {
  read: DayToKeep
  /** The name of its board in the engine; null if nobody works that day. */
  key: string | null
  routes: BoardRoute[]
  /** What fits on none of them. */
  leftOut: { id: number }[]
  /** Of a day without a plan. */
  kept: KeptRoutes | undefined
  /** How many stops were put in since the search. */
  inserted: number
  /** A search would do better by now. */
  isDue: boolean
}

type KeptWorkspace = {
  /** When somebody last asked, in milliseconds. */
  askedAt: number
  /** How far the event log was when its days were looked at. */
  position: number
  days: Map<string, KeptDay>
  /** What is under way: one reading at a time. */
  turn: Promise<unknown>
}

/** Days of the workspaces that were asked last, on this server. They are made again after a start. */
const keptOf = new WeakMap<Engine, Map<string, KeptWorkspace>>()

const mostWorkspaces = 200

/** A search for a day without a plan takes no longer. */
const searchSeconds = 1
/** And no longer than this while a buyer waits. */
const hurrySeconds = 0.2

/** A day is searched for anew once so many stops were put in, or as many as a fifth of it. */
const searchAgainAfter = 10

function keptFor(engine: Engine, workspaceId: string): KeptWorkspace {
  const all = keptOf.get(engine) ?? new Map<string, KeptWorkspace>()
  keptOf.set(engine, all)
  const own = all.get(workspaceId) ?? { askedAt: 0, position: -1, days: new Map(), turn: Promise.resolve() }
  all.delete(workspaceId)
  all.set(workspaceId, own)
  for (const id of all.keys()) if (all.size > mostWorkspaces) all.delete(id)
  return own
}

/** Events of these kinds may change any day. */
const changesAll = [
  'driver',
  'vehicle',
  'vehicle_check',
  'depot',
  'day_off',
  'territory',
  'planning_settings',
  'workspace',
]

const mostEvents = 2000

/** Which days may have changed since a position of the log; null for all of them. */
async function changedSince(trx: Trx, workspaceId: string, since: number) {
  const head = await trx
    .selectFrom('event_heads')
    .select(['position', 'forgotten_position'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  const position = head?.position ?? 0
  if (position === since) return { position, days: new Set<string>() }
  if (since < (head?.forgotten_position ?? 0)) return { position, days: null }
  const { rows } = await sql<{ kind: string; day: string | null; was: string | null }>`
    select e.subject_kind as kind, coalesce(e.data ->> 'scheduled_date', e.data ->> 'day') as day,
        e.previous ->> 'scheduled_date' as was
      from event_batches b join events e on e.workspace_id = b.workspace_id and e.batch_id = b.id
      where b.workspace_id = ${workspaceId} and b.position > ${since} and b.position <= ${position}
        and e.subject_kind = any(${[...changesAll, 'delivery', 'plan', 'holiday', 'slot_hold']})
      limit ${mostEvents}`.execute(trx)
  const isAll = rows.length === mostEvents || rows.some(({ kind }) => changesAll.includes(kind))
  return {
    position,
    days: isAll ? null : new Set(rows.flatMap(({ day, was }) => [day, was].filter((each) => each !== null))),
  }
}

/**
 * The days as they are by now. What changed since the last question is read again; the rest is as it was kept.
 * @throws AppError `no_depot`
 */
export async function syncDays(
  { engine, now }: Pick<Deps, 'engine' | 'now'>,
  workspaceId: string,
  days: readonly string[],
  within: Within,
): Promise<KeptDay[]> {
  const own = keptFor(engine, workspaceId)
  own.askedAt = now().getTime()
  await bringUpToDate(engine, workspaceId, own, { days, within, now })
  return days.map((day) => own.days.get(day)!)
}

type BringingUp = { days: readonly string[]; within: Within; now: () => Date }

async function bringUpToDate(
  engine: Engine,
  workspaceId: string,
  own: KeptWorkspace,
  { days, within, now }: BringingUp,
) {
  const work = async () => {
    const fresh = await within(async (trx) => {
      const { position, days: changed } = await changedSince(trx, workspaceId, own.position)
      const reading: { day: string; read: DayToKeep; before: KeptDay | undefined }[] = []
      const isStale = (day: string) => {
        const kept = own.days.get(day)
        return !kept || changed === null || changed.has(day) || kept.read.until <= now().getTime()
      }
      const stale = [...new Set([...days, ...own.days.keys()])].filter((day) => isStale(day))
      for (const day of stale) {
        const before = own.days.get(day)
        if (!days.includes(day)) own.days.delete(day)
        else {
          const read = await readDayToKeep(trx, workspaceId, day, { now: now(), kept: before?.kept })
          reading.push({ day, read, before })
        }
      }
      own.position = position
      return reading
    })
    // As many at the same time as the engine makes ready.
    const keepLane = async (lane: number) => {
      for (const { day, read, before } of fresh.filter((_, at) => at % boardThreads === lane)) {
        own.days.set(day, await keepDay(engine, workspaceId, read, before))
      }
    }
    await Promise.all(Array.from({ length: boardThreads }, (_, lane) => keepLane(lane)))
  }
  // Whoever comes meanwhile waits, and finds the days kept.
  const turn = own.turn.then(work)
  own.turn = turn.catch(() => own.days.clear())
  await turn
}

/** How many workspaces have their days made ready at a start. */
const mostAtStart = 20

/** Days of a workspace are kept up to date for so long after somebody asked. */
const wantedMinutes = 15

/** The workspaces that offer slots, those that sold one last first. Their buyers may ask next. */
export async function workspacesWithSlots(db: Db): Promise<string[]> {
  const { rows } = await inTransaction(db, (trx) =>
    sql<{ id: string }>`select workspaces_with_slots(${mostAtStart}) as id`.execute(trx),
  )
  return rows.map(({ id }) => id)
}

/** The workspaces that were asked in the last minutes. */
export function workspacesAsked({ engine, now }: Pick<Deps, 'engine' | 'now'>): string[] {
  const since = now().getTime() - wantedMinutes * 60_000
  return [...(keptOf.get(engine) ?? [])].flatMap(([id, { askedAt }]) => (askedAt >= since ? [id] : []))
}

/**
 * Makes the days of a workspace ready for questions. New ones follow one after the other, so that whoever asks meanwhile waits for
 * one of them only. Then those are searched that were kept in a hurry.
 */
export async function makeReady(
  { db, engine, now }: Pick<Deps, 'db' | 'engine' | 'now'>,
  workspaceId: string,
  stop: AbortSignal,
): Promise<void> {
  const within: Within = (work) => inWorkspace(db, workspaceId, work)
  const offering = await within((trx) => readOffering(trx, workspaceId, now()))
  const own = keptFor(engine, workspaceId)
  const days = new Set(offeredWindows({ ...offering, now: now() }).map(({ day }) => day))
  const known = () => [...days].filter((day) => own.days.has(day))
  await bringUpToDate(engine, workspaceId, own, { days: known(), within, now })
  for (const day of days) {
    if (stop.aborted) return
    if (own.days.has(day)) continue
    await bringUpToDate(engine, workspaceId, own, { days: [...known(), day], within, now })
  }
  for (const day of days) {
    if (stop.aborted) return
    await improve(engine, workspaceId, own, day)
  }
}

/**
 * Gives a day to the engine. One without a plan goes on from the routes that it was kept on, with each new stop where it costs least:
 * a search would keep a buyer waiting. Only if more is left out than before, it is searched in a hurry: what is sold stays sold.
 */
async function keepDay(
  engine: Engine,
  workspaceId: string,
  read: DayToKeep,
  before: KeptDay | undefined,
): Promise<KeptDay> {
  const { problem, straight, hasPlan } = read
  if (!problem) return { read, key: null, routes: [], leftOut: [], kept: undefined, inserted: 0, isDue: false }
  const given = read.routes ?? []
  const opened = await openBoard(engine, workspaceId, { problem, straight, routes: given, replaces: before?.key })
  if (hasPlan) return { read, ...opened, kept: undefined, inserted: 0, isDue: false }
  const count = countStops(opened.routes)
  const inserted = (before?.inserted ?? 0) + count - countStops(given)
  const isRough = !read.routes || before?.isDue || inserted >= Math.max(searchAgainAfter, count / 5)
  const kept = { read, ...opened, kept: toKeep(read, opened.routes), inserted, isDue: isRough && count > 0 }
  const isFuller = opened.leftOut.length > (before?.leftOut.length ?? 0)
  if (!isFuller) return kept
  return { ...(await searched(engine, workspaceId, kept, await search(engine, problem, hurrySeconds))), isDue: true }
}

/** A day on the routes of a search, unless they leave out more. */
async function searched(engine: Engine, workspaceId: string, day: KeptDay, found: Found): Promise<KeptDay> {
  const { read, key } = day
  const isBetter = found.leftOut <= day.leftOut.length
  const { problem, straight } = read
  const opening = { problem: problem!, straight, routes: found.routes, replaces: key }
  const { routes, ...opened } = isBetter ? await openBoard(engine, workspaceId, opening) : day
  return { ...day, ...opened, routes, kept: toKeep(read, routes), inserted: 0, isDue: false }
}

/** Searches for better routes of a day that was kept in a hurry. Buyers ask meanwhile; what changed by then is searched next time. */
async function improve(engine: Engine, workspaceId: string, own: KeptWorkspace, day: string): Promise<void> {
  const before = own.days.get(day)
  if (!before?.isDue) return
  const found = await search(engine, before.read.problem!)
  const turn = own.turn.then(async () => {
    if (own.days.get(day) === before) own.days.set(day, await searched(engine, workspaceId, before, found))
  })
  own.turn = turn.catch(() => own.days.clear())
  await turn
}

const countStops = (routes: readonly BoardRoute[]) => routes.reduce((sum, { steps }) => sum + steps.length, 0)

type Found = { routes: BoardRoute[]; leftOut: number }

async function search(
  engine: Engine,
  problem: NonNullable<DayToKeep['problem']>,
  timeLimitSeconds = searchSeconds,
): Promise<Found> {
  if (!problem.jobs.length && !problem.shipments?.length) return { routes: [], leftOut: 0 }
  const request = { problem, timeLimitSeconds, untilSettled: true, seed: 1 }
  const { routes, unassigned } = planOf(await engine.solve(request))
  return {
    leftOut: unassigned.length,
    routes: routes.map(({ vehicle, steps }): BoardRoute => ({
      vehicle,
      steps: steps.flatMap(({ type, id }) =>
        type === 'job' || type === 'pickup' || type === 'delivery' ? [{ type, id: id! }] : [],
      ),
    })),
  }
}

type Opening = Pick<DayToKeep, 'straight'> & {
  problem: NonNullable<DayToKeep['problem']>
  routes: BoardRoute[]
  replaces?: string | null | undefined
}

export async function openBoard(engine: Engine, workspaceId: string, { replaces, ...request }: Opening) {
  const key = randomUUID()
  const opened = await engine.openBoard({ key, replaces: replaces ?? undefined, ...request }, workspaceId)
  if (opened.kind === 'refused') throw new AppError('plan_outdated', { detail: opened.message })
  return { key, routes: opened.routes, leftOut: opened.leftOut }
}
