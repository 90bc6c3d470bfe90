import { sql } from 'kysely'
import type { VroomInput } from '#solver/index.ts'
import type { PlannerSettings } from '#domain/problem/settings.ts'
import type { PlanTravel } from '#domain/schema/travel.ts'
import { missingParts } from '#domain/travel/missing.ts'
import { placeKey, placeOfKey } from '#domain/travel/place-key.ts'
import { placesIn, profilesIn } from '#domain/travel/places-in.ts'
import type { Profile } from '#domain/travel/profiles.ts'
import { countUnmeasured, offRoad, placesWithout, type TravelTables } from '#domain/travel/tables.ts'
import { timedWith, type TimedWith } from '#domain/travel/timed-with.ts'
import { inOneStatement, inWorkspace, type Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { TravelEngine } from '../../outside/travel/engine.ts'
import type { Block } from '../../outside/travel/measure.ts'
import { TravelUnavailable } from '../../outside/travel/unavailable.ts'
import { readTravel, type KnownTravel } from './queries.ts'
import { fillTable, forgetRecent, nameSome, packBlock, remember, straightLines, typeSpeedsOf } from './rules.ts'

/** Travel tables for a problem, if its vehicles drive along roads, and what is to be said of them. */
export type Measured = { tables: TravelTables | null; travel: PlanTravel; timedWith: TimedWith }

type Needed = Pick<Deps, 'db' | 'travel' | 'now'>
type Asked = {
  problem: Pick<VroomInput, 'jobs' | 'shipments' | 'vehicles'>
  settings: PlannerSettings
  /** What a dispatcher calls the places of deliveries. */
  nameOf?: (place: number) => string | undefined
}

/** Of a car, and of whatever else drives. */
const sourcesOf = (engine: TravelEngine, wanted: readonly Profile[]): TimedWith['sources'] =>
  Object.fromEntries(
    engine.profiles
      .filter((each) => each === 'car' || wanted.includes(each))
      .map((each) => [each, engine.sourceOf(each)]),
  )

/**
 * Measures travel between all places of a problem, without a transaction. What was measured before is not asked again. If
 * the engine gives no answer, everything drives straight lines, so that the times of a plan are all of one kind.
 */
export async function measureTravel(
  deps: Needed,
  workspaceId: string,
  { problem, settings, nameOf }: Asked,
  signal: AbortSignal,
): Promise<Measured> {
  const { travel: engine } = deps
  if (!engine)
    return { tables: null, travel: { engine: 'great_circle', note: null }, timedWith: timedWith({}, settings) }
  const wanted = profilesIn(problem)
  const sources = sourcesOf(engine, wanted)
  const asked = { places: placesIn(problem), sources, typeSpeeds: typeSpeedsOf(settings) }
  const tables = await inWorkspace(deps.db, workspaceId, (trx) => readTravel(trx, workspaceId, asked))
  const unknown: Profile[] = []
  for (const profile of Object.keys(sources) as Profile[]) {
    if (profile === 'car' && !wanted.some((each) => !sources[each] || each === 'car')) {
      delete tables.profiles.car
      continue
    }
    try {
      await completeTable(deps, workspaceId, { engine, tables, profile }, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TravelUnavailable)) throw error
      if (error.why !== 'no profile' || profile === 'car') {
        return { tables: null, travel: straightLines(settings, error.message), timedWith: timedWith({}, settings) }
      }
      delete sources[profile]
      delete tables.profiles[profile]
      unknown.push(profile)
    }
  }
  for (const [profile, table] of Object.entries(tables.profiles)) {
    remember(workspaceId, sources[profile as Profile]!, tables.places, table)
  }
  const lost = new Set(placesWithout(offRoad, tables).map((place) => nameOf?.(place) ?? 'a depot'))
  const either = new Intl.ListFormat('en', { type: 'disjunction' })
  const notes = [
    unknown.length > 0 &&
      `${engine.name} knows no ${either.format(unknown.map((each) => `${each}s`))}, so they are timed as cars.`,
    lost.size > 0 && `No road was found near ${nameSome([...lost])}: drives there are straight lines.`,
  ]
  const note = notes.filter(Boolean).join(' ') || null
  return { tables, travel: { engine: engine.kind, note }, timedWith: timedWith(sources, settings) }
}

type Completing = { engine: TravelEngine; tables: TravelTables; profile: Profile }

/**
 * Asks for what is missing in a table, and keeps it, also if the engine dies on the way.
 * @throws TravelUnavailable
 */
async function completeTable(
  { db, now }: Needed,
  workspaceId: string,
  { engine, tables, profile }: Completing,
  signal: AbortSignal,
): Promise<void> {
  const table = tables.profiles[profile]!
  const { places } = tables
  const rowOf = new Map(places.map((key, row) => [key, row]))
  const at = (row: number) => placeOfKey(places[row]!)
  const blocks: Block[] = []
  try {
    for (const { rows, columns } of missingParts(table)) {
      const question = { profile, origins: rows.map(at), destinations: columns.map(at) }
      await engine.measure(question, (block) => void blocks.push(block), signal)
    }
  } finally {
    for (const { question, table: part } of blocks) {
      const [origins, destinations] = [question.origins.map(placeKey), question.destinations.map(placeKey)]
      fillTable(table, rowOf, { origins, destinations, table: part })
    }
    await keepBlocks(db, workspaceId, engine.sourceOf(profile), blocks, now())
  }
}

/** So many pairs are written at once. */
const pairsAtOnce = 500_000

async function keepBlocks(
  db: Db,
  workspaceId: string,
  source: string,
  blocks: readonly Block[],
  now: Date,
): Promise<void> {
  const rows = await Promise.all(
    blocks
      .filter(({ table }) => table.seconds.length > 0)
      .map(async ({ question, table }) => ({
        workspace_id: workspaceId,
        source,
        origins: question.origins.map(placeKey),
        destinations: question.destinations.map(placeKey),
        travel: await packBlock(table),
        asked_at: now,
      })),
  )
  for (let from = 0; from < rows.length;) {
    let [to, pairs] = [from, 0]
    while (to < rows.length && pairs < pairsAtOnce) pairs += rows[to]!.origins.length * rows[to++]!.destinations.length
    const some = rows.slice(from, to)
    await inWorkspace(db, workspaceId, (trx) => trx.insertInto('travel_blocks').values(some).execute())
    from = to
  }
}

/** How long a person who waits for an answer waits for the routing engine. */
const patienceMs = 1500
/** After an engine was slower than that, nobody waits for it for so long. */
const pauseMs = 60_000
const slowAt = new WeakMap<TravelEngine, number>()

/**
 * Asks for the pairs that a change of a plan needs and nobody has measured, for as long as a person waits for that. Those
 * that remain are estimated.
 */
export async function completeTravel(
  deps: Needed,
  workspaceId: string,
  known: KnownTravel | null,
  patience?: AbortSignal,
): Promise<void> {
  const { travel: engine, now } = deps
  if (!engine || !known?.unmeasured) return
  if (!patience && now().getTime() - (slowAt.get(engine) ?? -Infinity) < pauseMs) return
  const signal = patience ?? AbortSignal.timeout(patienceMs)
  const { tables, timedWith } = known
  try {
    for (const [profile, source] of Object.entries(timedWith.sources) as [Profile, string][]) {
      if (tables.profiles[profile] && engine.sourceOf(profile) === source) {
        await completeTable(deps, workspaceId, { engine, tables, profile }, signal)
      }
    }
  } catch (error) {
    if (!(error instanceof TravelUnavailable) && !signal.aborted) throw error
    if (signal.aborted) slowAt.set(engine, now().getTime())
  }
  known.unmeasured = countUnmeasured(tables)
}

/** At a time, so that nothing waits for long. */
const mostForgotten = 1000
/** What a workspace's part of the cache may take: about 50 million pairs. */
const mostBytes = 200 * 2 ** 20

/** Forgets what was measured longer ago than roads stay as they are, and the oldest of what is too much. */
export async function forgetTravel(db: Db, now: Date, keptDays: number): Promise<void> {
  forgetRecent()
  await sql`select forget_travel(${now}, ${keptDays}, ${mostBytes}, ${mostForgotten})`.execute(inOneStatement(db))
}
