import { sql } from 'kysely'
import { estimate, type StopEta } from '#domain/eta/estimate.ts'
import { observedKinds, type ObservedKind } from '#domain/eta/kinds.ts'
import { fit, learn, type Learned, type Model, type Observation } from '#domain/eta/learn.ts'
import { fitWidths } from '#domain/eta/widths.ts'
import { isNews, judgeLateness } from '#domain/eta/lateness.ts'
import { timeOf } from '#domain/time.ts'
import { inOneStatement, inWorkspace, type Db, type Trx } from '../../db/connect.ts'
import { raiseAlert, settleAlert, type AlertDraft } from '../alerts/commands.ts'
import { readRoadSettings } from '../road-settings/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import {
  readLastSaid,
  readLateAlerts,
  readLearned,
  readModel,
  readObservations,
  readRoutes,
  readSaidWidths,
  readStops,
  readWidths,
  type RouteRow,
  type Silence,
  type StopRow,
} from './queries.ts'
import { arrivalOf, clockOf, dueOf, observationsOf, toWay, type Seen } from './rules.ts'

/** What was worked out for a route, for live maps. */
export type Estimated = { route_id: string; depot_id: string | null; etas: StopEta[] }

type Each = { route: RouteRow; stops: StopRow[]; etas: StopEta[] }
type Work = { trx: Trx; workspaceId: string; zone: string; now: Date }

/** Works out when drivers reach what is ahead on some routes of a workspace, learns from what is behind, and tells who is late. */
export async function estimateRoutes(
  trx: Trx,
  workspaceId: string,
  routeIds: string[],
  now: Date,
): Promise<Estimated[]> {
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const work = { trx, workspaceId, zone, now }
  const routes = await readRoutes(trx, workspaceId, routeIds)
  const rows = await readStops(trx, workspaceId, routeIds)
  const stopsOf = Map.groupBy(rows, ({ route_id }) => route_id)
  const model = await learnFrom(
    work,
    routes.map((route) => ({ route, stops: stopsOf.get(route.id) ?? [] })),
  )
  const widths = await readWidths(trx, workspaceId)
  const each = routes.map((route): Each => {
    const stops = stopsOf.get(route.id) ?? []
    const etas = estimate(toWay(route, stops, { now: now.getTime(), zone }), model, hourIn(zone), widths)
    return { route, stops, etas }
  })
  await writeEtas(work, routeIds, each)
  await keepSaid(work, each)
  await tellLate(work, routeIds, each)
  return each.map(({ route, etas }) => ({ route_id: route.id, depot_id: route.depot_id, etas }))
}

const hourIn = (zone: string) => (at: number) => Number(timeOf(new Date(at), zone).slice(0, 2))

async function learnFrom(
  { trx, workspaceId, zone }: Work,
  routes: { route: RouteRow; stops: StopRow[] }[],
): Promise<Model> {
  const model = await readModel(trx, workspaceId)
  const arrived = routes.flatMap(({ stops }) => stops.filter((stop) => arrivalOf(stop) !== null).map(({ id }) => id))
  const known = await readLearned(trx, workspaceId, arrived)
  const seen = routes
    .flatMap(({ route, stops }) => observationsOf(route, stops, hourIn(zone), zone))
    .filter(({ kind, stop_id }) => !known.has(`${kind} ${stop_id}`))
  if (!seen.length) return model
  const added = await trx
    .insertInto('eta_observations')
    .values(seen.map(({ driver, day: _, ...each }) => ({ workspace_id: workspaceId, driver_id: driver, ...each })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['stop_id', 'kind'])
    .execute()
  const isNew = new Set(added.map(({ kind, stop_id }) => `${kind} ${stop_id}`))
  for (const kind of observedKinds) {
    const own = seen.filter((each) => each.kind === kind && isNew.has(`${kind} ${each.stop_id}`))
    if (!own.length) continue
    model[kind] = own.reduce<Learned>((learned, each: Seen) => learn(learned, each), model[kind])
    await writeModel(trx, workspaceId, kind, model[kind], own)
  }
  return model
}

/** @param of only the groups of these observations changed; all if left out */
async function writeModel(
  trx: Trx,
  workspaceId: string,
  kind: ObservedKind,
  { effects, spread }: Learned,
  of?: Observation[],
): Promise<void> {
  const changed =
    of && new Set(of.flatMap(({ driver, cell, hour }) => ['all ', `driver ${driver}`, `cell ${cell}`, `hour ${hour}`]))
  const rows = [...effects]
    .filter(([name]) => !changed || changed.has(name))
    .map(([name, effect]) => ({
      scope: name.slice(0, name.indexOf(' ')),
      key: name.slice(name.indexOf(' ') + 1),
      ...effect,
    }))
  const { ofDay, ...counted } = spread
  rows.push({ scope: 'spread', key: '', ...counted, effect: ofDay })
  const column = <T>(read: (row: (typeof rows)[number]) => T) => rows.map(read)
  // In one order, so that two servers that learn at the same time do not wait for each other.
  await sql`insert into eta_effects (workspace_id, kind, scope, key, observations, total, effect)
    select ${workspaceId}, ${kind}, r.* from unnest(${column(({ scope }) => scope)}::text[],
      ${column(({ key }) => key)}::text[], ${column(({ observations }) => observations)}::integer[],
      ${column(({ total }) => total)}::double precision[], ${column(({ effect }) => effect)}::double precision[])
      as r (scope, key, observations, total, effect) order by r.scope, r.key
    on conflict (workspace_id, kind, scope, key) do update
      set observations = excluded.observations, total = excluded.total, effect = excluded.effect`.execute(trx)
}

const iso = (at: number) => new Date(at).toISOString()
const rangeOf = ({ p10, p50, p90 }: StopEta) => ({ p10_at: iso(p10), p50_at: iso(p50), p90_at: iso(p90) })

async function writeEtas({ trx, workspaceId, zone, now }: Work, routeIds: string[], each: Each[]): Promise<void> {
  const rows = each.flatMap(({ route, stops, etas }) => {
    const clock = clockOf(route, zone)
    return etas.map((eta) => {
      const stop = stops.find(({ id }) => id === eta.id)!
      const due = dueOf(stop, clock)
      const late_seconds = due === null ? null : Math.round((eta.p50 - due) / 1000)
      return {
        workspace_id: workspaceId,
        stop_id: eta.id,
        route_id: route.id,
        delivery_id: stop.delivery_id,
        ...rangeOf(eta),
        basis: eta.basis,
        computed_at: now,
        late_seconds,
      }
    })
  })
  await trx
    .deleteFrom('stop_etas')
    .where('workspace_id', '=', workspaceId)
    .where(
      sql<boolean>`(route_id = any(${routeIds}::uuid[]) or stop_id = any(${rows.map(({ stop_id }) => stop_id)}::uuid[]))`,
    )
    .execute()
  if (rows.length) await trx.insertInto('stop_etas').values(rows).execute()
  for (const { route } of each) {
    await trx
      .updateTable('route_etas')
      .set({ position_at: route.recorded_at })
      .where('workspace_id', '=', workspaceId)
      .where('route_id', '=', route.id)
      .execute()
  }
}

/** Keeps what was said, so that it can be judged once the driver has come. */
async function keepSaid({ trx, workspaceId, now }: Work, each: Each[]): Promise<void> {
  const visits = each.flatMap(({ route, stops, etas }) =>
    etas.flatMap((eta) => {
      const stop = stops.find(({ id }) => id === eta.id)!
      return stop.delivery_id === null ? [] : [{ route, stop, eta }]
    }),
  )
  const said = await readLastSaid(
    trx,
    workspaceId,
    visits.map(({ stop }) => stop.id),
  )
  const news = visits.filter(({ stop, eta }) => {
    const last = said.get(stop.id)
    const at = (instant: string) => Date.parse(instant)
    const before = last && {
      p10: at(last.p10_at),
      p50: at(last.p50_at),
      p90: at(last.p90_at),
      said_at: at(last.said_at),
    }
    return isNews(before, { ...eta, said_at: now.getTime() })
  })
  if (news.length) {
    await trx
      .insertInto('eta_history')
      .values(
        news.map(({ route, stop, eta }) => ({
          workspace_id: workspaceId,
          stop_id: stop.id,
          said_at: now,
          route_id: route.id,
          driver_id: route.driver_id,
          delivery_id: stop.delivery_id,
          basis: eta.basis,
          ...rangeOf(eta),
          early_width: eta.width.early,
          late_width: eta.width.late,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const arrivals = each.flatMap(({ stops }) =>
    stops.flatMap((stop) => {
      const at = arrivalOf(stop)
      return at === null ? [] : [{ id: stop.id, at: iso(at) }]
    }),
  )
  if (!arrivals.length) return
  await sql`update eta_history h set arrived_at = a.at
    from unnest(${arrivals.map(({ id }) => id)}::uuid[], ${arrivals.map(({ at }) => at)}::timestamptz[]) as a (id, at)
    where h.workspace_id = ${workspaceId} and h.stop_id = a.id and h.arrived_at is distinct from a.at`.execute(trx)
}

const lateKey = (routeId: string) => `late:${routeId}`

/** Tells of routes that are going to be late, one alert for each, before it happens. */
async function tellLate(work: Work, routeIds: string[], each: Each[]): Promise<void> {
  const { trx, workspaceId, zone, now } = work
  const { late_after_minutes } = await readRoadSettings(trx, workspaceId)
  const alerts = await readLateAlerts(trx, workspaceId, routeIds)
  for (const { route, stops, etas } of each) {
    const clock = clockOf(route, zone)
    const due = etas.flatMap((eta) => {
      const stop = stops.find(({ id }) => id === eta.id)!
      const at = stop.delivery_id === null ? null : dueOf(stop, clock)
      return at === null ? [] : [{ stop, at, late: (eta.p50 - at) / 1000 }]
    })
    const alert = alerts.get(route.id)
    const before = !alert ? 'on_time' : alert.severity === 'high' ? 'very_late' : 'late'
    const worst = due.length ? Math.max(...due.map(({ late }) => late)) : null
    const judged = judgeLateness(worst, late_after_minutes, before)
    const first =
      due.find(({ stop }) => stop.id === alert?.stop_id) ?? due.find(({ late }) => late > late_after_minutes * 30)
    const isOver = alert && !due.some(({ stop }) => stop.id === alert.stop_id)
    if (judged === 'on_time' || !first || isOver) await settleAlert(trx, workspaceId, lateKey(route.id), now)
    if (judged === 'on_time' || !first) continue
    const sentence = `${route.driver_name} will probably be late: delivery ${first.stop.number} is due by ${timeOf(new Date(first.at), zone)}.`
    const severity = judged === 'very_late' ? 'high' : 'medium'
    const about = {
      driver_id: route.driver_id,
      route_id: route.id,
      stop_id: first.stop.id,
      delivery_id: first.stop.delivery_id,
    }
    await raiseAlert(
      trx,
      workspaceId,
      { kind: 'late_expected', severity, sentence, key: lateKey(route.id), ...about },
      now,
    )
  }
  const gone = routeIds.filter((id) => !each.some(({ route }) => route.id === id))
  for (const id of gone) await settleAlert(trx, workspaceId, lateKey(id), now)
}

/** Tells of a driver who has become silent, or is silent no more. */
export async function tellSilence(
  trx: Trx,
  { workspace_id, driver_id, route_id, since, is_silent }: Silence,
  now: Date,
) {
  const key = `silent:${driver_id}`
  if (!is_silent) return settleAlert(trx, workspace_id, key, now)
  const driver = await trx
    .selectFrom('drivers')
    .select('name')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', driver_id)
    .executeTakeFirst()
  if (!driver || since === null) return
  const { time_zone } = await readWorkspace(trx, workspace_id)
  const sentence = `Nothing has been heard of ${driver.name} since ${timeOf(new Date(since), time_zone)}.`
  const draft: AlertDraft = { kind: 'driver_silent', severity: 'high', sentence, key, driver_id, route_id }
  await raiseAlert(trx, workspace_id, draft, now)
}

/** So many of the newest tell enough of each kind. */
const mostObservations = 20_000

/** What was said longer ago than this may have been said by another model. */
const widthsDays = 30

/**
 * Learns anew from everything that was observed, so that no group counts what another one explains, and how wide ranges
 * have to be from those that were said.
 */
export async function fitWorkspace(db: Db, workspaceId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - widthsDays * 86_400_000)
  const { said, ...observations } = await inWorkspace(db, workspaceId, async (trx) => {
    const { time_zone: zone } = await readWorkspace(trx, workspaceId)
    const newest = (kind: ObservedKind) => readObservations(trx, workspaceId, { kind, zone, most: mostObservations })
    return {
      drive: await newest('drive'),
      service: await newest('service'),
      said: await readSaidWidths(trx, workspaceId, { since, zone }),
    }
  })
  const model = { drive: fit(observations.drive), service: fit(observations.service) }
  const fitted = { fitted_at: now, widths: JSON.stringify(fitWidths(said)) }
  await inWorkspace(db, workspaceId, async (trx) => {
    await trx.deleteFrom('eta_effects').where('workspace_id', '=', workspaceId).execute()
    for (const kind of observedKinds) await writeModel(trx, workspaceId, kind, model[kind])
    await trx
      .insertInto('eta_fits')
      .values({ workspace_id: workspaceId, ...fitted })
      .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(fitted))
      .execute()
  })
}

/** At a time, so that nothing waits for long. */
const mostForgotten = 10_000

/** Forgets what nobody learns from any more, and where drivers were expected longer ago than positions are kept. */
export async function forgetFigures(db: Db, now: Date, keptDays: number): Promise<void> {
  await sql`select forget_road_figures(${now}, ${keptDays}, ${mostForgotten})`.execute(inOneStatement(db))
}
