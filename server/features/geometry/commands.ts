import type { PlanGeometry } from '#domain/schema/travel.ts'
import { placeOfKey } from '#domain/travel/place-key.ts'
import type { Profile } from '#domain/travel/profiles.ts'
import { inWorkspace, type Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { inParallel } from '../../outside/travel/in-parallel.ts'
import { TravelUnavailable } from '../../outside/travel/unavailable.ts'
import { readWays, type readRoutesAlong, type RouteAlong } from './queries.ts'

type Needed = Pick<Deps, 'db' | 'travel' | 'now'>

/** How long a map waits for roads. What is not there by then is asked for by the next call. */
const wayPatienceMs = 4000
/** So many routes are asked for at the same time. */
const waysAtOnce = 4

type Along = Awaited<ReturnType<typeof readRoutesAlong>>
/** Polylines by profile and both places. Null is known not to exist. */
type Ways = Map<string, string | null>

const keyOf = (profile: Profile, from: number, to: number) => `${profile} ${from} ${to}`

/**
 * The roads along a plan's routes, asked for where they are not known, and kept. Legs that nobody knows are null; what is
 * not complete can be asked again.
 */
export async function waysAlong(deps: Needed, workspaceId: string, along: Along): Promise<PlanGeometry> {
  const ways = await knownWays(deps.db, workspaceId, along)
  const isComplete = await askForWays(deps, workspaceId, along, ways)
  return {
    is_complete: isComplete,
    routes: along.routes.map(({ route_id, profile, places }) => ({
      route_id,
      legs: legsOf(places).map(([from, to]) => (from === to ? '' : (ways.get(keyOf(profile, from, to)) ?? null))),
    })),
  }
}

async function knownWays(db: Db, workspaceId: string, { sources, routes }: Along): Promise<Ways> {
  const known: Ways = new Map()
  for (const [profile, source] of Object.entries(sources) as [Profile, string][]) {
    const legs = routes.filter((route) => route.profile === profile).flatMap(({ places }) => legsOf(places))
    const ways = await inWorkspace(db, workspaceId, (trx) => readWays(trx, workspaceId, source, legs))
    for (const [leg, way] of ways) known.set(`${profile} ${leg}`, way)
  }
  return known
}

/** Adds what the engine knows, and keeps it. Returns whether it was asked for everything in time. */
async function askForWays(deps: Needed, workspaceId: string, { sources, routes }: Along, ways: Ways): Promise<boolean> {
  const { db, travel: engine, now } = deps
  if (!engine) return true
  const missing = routes.filter(
    ({ profile, places }) =>
      engine.sourceOf(profile) === sources[profile] &&
      !legsOf(places).every(([from, to]) => from === to || ways.has(keyOf(profile, from, to))),
  )
  const ask = async ({ profile, places }: RouteAlong, over: AbortSignal) => {
    const found = await engine.wayAlong(profile, places.map(placeOfKey), over)
    const legs = legsOf(places).map(([from, to], leg) => ({ from, to, way: found[leg] ?? null }))
    for (const { from, to, way } of legs) ways.set(keyOf(profile, from, to), way)
    await keepWays(db, workspaceId, sources[profile]!, legs, now())
  }
  const signal = AbortSignal.timeout(wayPatienceMs)
  try {
    await inParallel(missing, waysAtOnce, ask, signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    // An engine that fails is not asked again soon.
    if (error instanceof TravelUnavailable) return true
    throw error
  }
}

const legsOf = (places: readonly number[]) => places.slice(1).map((to, leg) => [places[leg]!, to] as const)

type Leg = { from: number; to: number; way: string | null }

async function keepWays(db: Db, workspaceId: string, source: string, legs: readonly Leg[], now: Date): Promise<void> {
  const distinct = [...new Map(legs.map((leg) => [`${leg.from} ${leg.to}`, leg])).values()]
  const rows = distinct.map(({ from, to, way }) => ({
    workspace_id: workspaceId,
    source,
    origin: from,
    destination: to,
    way,
    asked_at: now,
  }))
  await inWorkspace(db, workspaceId, (trx) =>
    trx
      .insertInto('travel_ways')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
