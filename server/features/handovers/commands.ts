import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import { AppError } from '#domain/errors.ts'
import type { EventType } from '#domain/events/types.ts'
import type { Handover, RouteLink } from '#domain/schema/handover.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { isSandbox } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author, type EventDraft } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { sendMail } from '../../queue/mail.ts'
import { mailRoute } from '../../queue/tasks.ts'
import { readRouteToDrive } from '../my-route/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { findRouteLink, handoverColumns, handoverOf, readHandovers, readRoutes, type RouteToHand } from './queries.ts'
import { hashOf, linkExpiry, routeLink, routeMail, tokenOf } from './rules.ts'

type HandoverEvent = Extract<EventType, `handover.${string}`>

type Change = Partial<{
  had_stops: string | null
  given_at: Date | null
  given_by: string | null
  mailed_at: Date
  opened_at: Date
  seen_at: Date
  link_id: string | null
  link_hash: Buffer | null
  link_expires_at: Date | null
}>

/**
 * The routes of a dispatched plan.
 * @throws AppError `route_not_found`, `route_not_dispatched`
 */
async function dispatched(trx: Trx, workspaceId: string, routeIds: string[], planId?: string): Promise<RouteToHand[]> {
  const wanted = [...new Set(routeIds)]
  const routes = await readRoutes(trx, workspaceId, wanted)
  const isWhole = routes.length === wanted.length && routes.every((route) => !planId || route.plan_id === planId)
  if (!isWhole) throw new AppError('route_not_found')
  if (routes.some(({ state }) => state !== 'dispatched')) throw new AppError('route_not_dispatched')
  return routes
}

/** Notes something about routes, and tells so. */
async function note(
  trx: Trx,
  author: Author,
  type: HandoverEvent,
  changes: { route: RouteToHand; change: Change }[],
  now: Date,
): Promise<Handover[]> {
  const ids = changes.map(({ route }) => route.route_id)
  const known = new Map((await readHandovers(trx, author.workspaceId, ids)).map((row) => [row.id, handoverOf(row)]))
  const drafts: EventDraft[] = []
  const noted: Handover[] = []
  for (const { route, change } of changes) {
    const { workspaceId: workspace_id } = author
    const row = await trx
      .insertInto('route_handovers')
      .values({ id: route.route_id, workspace_id, plan_id: route.plan_id, ...change })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
      .returning(handoverColumns)
      .executeTakeFirstOrThrow()
    noted.push(row)
    const before = known.get(row.id)
    drafts.push({ type, id: row.id, data: row, ...(before && { before }), driverIds: [route.driver_id] })
  }
  await appendEvents(trx, author, drafts, now)
  return noted
}

/**
 * A dispatcher says that drivers have their routes, or that they do not after all.
 * @throws AppError `route_not_found`, `route_not_dispatched`
 */
export async function giveRoutes(
  trx: Trx,
  actor: Actor,
  { planId, routeIds, isGiven }: { planId: string; routeIds: string[]; isGiven: boolean },
  now: Date,
): Promise<Handover[]> {
  const routes = await dispatched(trx, actor.workspaceId, routeIds, planId)
  const changes = routes.map((route) => ({
    route,
    change: isGiven
      ? { given_at: now, given_by: actor.name, had_stops: route.stops }
      : { given_at: null, given_by: null, had_stops: null },
  }))
  return note(trx, actor, isGiven ? 'handover.given' : 'handover.not_given', changes, now)
}

type Linking = Pick<Deps, 'config' | 'keys' | 'now'>

/** The link of a route: the one that works, or a new one. */
async function linkOf(
  trx: Trx,
  { config, keys, now }: Linking,
  author: Author,
  route: RouteToHand,
): Promise<Omit<RouteLink, 'picture'>> {
  const [known] = await readHandovers(trx, author.workspaceId, [route.route_id])
  const linkId = known?.link_id ?? randomUUID()
  const token = tokenOf(keys.secretKey, linkId)
  const url = routeLink(config.publicUrl, token)
  const expiresAt = linkExpiry(route.ends_at, now())
  if (known?.link_expires_at && new Date(known.link_expires_at) >= expiresAt) {
    return { url, expires_at: known.link_expires_at }
  }
  const change = { link_id: linkId, link_hash: hashOf(token), link_expires_at: expiresAt }
  await note(trx, author, 'handover.linked', [{ route, change }], now())
  return { url, expires_at: expiresAt.toISOString() }
}

/** @throws AppError `route_not_found`, `route_not_dispatched` */
export async function makeRouteLink(trx: Trx, deps: Linking, actor: Actor, routeId: string): Promise<RouteLink> {
  const [route] = await dispatched(trx, actor.workspaceId, [routeId])
  const link = await linkOf(trx, deps, actor, route!)
  return { ...link, picture: renderSVG(link.url, { ecc: 'M', border: 2 }) }
}

/** @throws AppError `route_not_found` */
export async function withdrawRouteLink(trx: Trx, actor: Actor, routeId: string, now: Date): Promise<Handover> {
  const [route] = await readRoutes(trx, actor.workspaceId, [routeId])
  if (!route) throw new AppError('route_not_found')
  const change = { link_id: null, link_hash: null, link_expires_at: null }
  const [noted] = await note(trx, actor, 'handover.link_withdrawn', [{ route, change }], now)
  return noted!
}

/**
 * Mails drivers their routes, once the transaction has committed. Those without an address are left out.
 * @throws AppError `route_not_found`, `route_not_dispatched`, `sandbox_closed`
 */
export async function mailRoutes(
  trx: Trx,
  { queue, now }: Pick<Deps, 'queue' | 'now'>,
  actor: Actor,
  { planId, routeIds }: { planId: string; routeIds: string[] },
) {
  const { workspaceId } = actor
  if (await isSandbox(trx, workspaceId)) throw new AppError('sandbox_closed')
  const routes = await dispatched(trx, workspaceId, routeIds, planId)
  const [reached, others] = [
    routes.filter(({ driver_email }) => driver_email !== null),
    routes.filter(({ driver_email }) => driver_email === null),
  ]
  for (const { route_id: routeId } of reached) await queue.add(trx, mailRoute, { workspaceId, routeId })
  const changes = reached.map((route) => ({ route, change: { mailed_at: now() } }))
  return {
    data: await note(trx, actor, 'handover.mailed', changes, now()),
    without_address: others.map(({ route_id, driver_name }) => ({ route_id, driver_name })),
  }
}

/** The mail with a route, unless it was taken back since. */
export async function writeRouteMail(
  trx: Trx,
  deps: Linking & Pick<Deps, 'mailer' | 'queue'>,
  { workspaceId, routeId, sheet }: { workspaceId: string; routeId: string; sheet: Buffer },
): Promise<void> {
  const [route] = await readRoutes(trx, workspaceId, [routeId])
  if (route?.state !== 'dispatched' || !route.driver_email) return
  const { name: workspace, language } = await readWorkspace(trx, workspaceId)
  const { url: link } = await linkOf(trx, deps, { workspaceId, userId: null, name: 'Karta' }, route)
  const { driver_email: to, driver_name: driver, day, stop_count: stops } = route
  await sendMail(trx, deps, routeMail({ to, workspace, driver, day, language, stops, link, sheet }))
}

/** A driver, signed in, sees the own routes. Others are left out. */
export async function noteSeen(
  trx: Trx,
  actor: Author & { driverId: string | null },
  routeIds: string[],
  now: Date,
): Promise<void> {
  const { workspaceId } = actor
  // Drivers write nothing themselves.
  await setWorkspace(trx, workspaceId)
  const routes = await readRoutes(trx, workspaceId, routeIds)
  const own = routes.filter(({ driver_id, state }) => driver_id === actor.driverId && state === 'dispatched')
  await noteHad(trx, actor, 'handover.seen', own, now)
}

/** Notes it once for each state of a route, so that a page that looks again writes nothing. */
async function noteHad(
  trx: Trx,
  author: Author,
  type: 'handover.seen' | 'handover.opened',
  routes: RouteToHand[],
  now: Date,
): Promise<void> {
  const ids = routes.map(({ route_id }) => route_id)
  const known = new Map((await readHandovers(trx, author.workspaceId, ids)).map((row) => [row.id, row]))
  const field = type === 'handover.seen' ? 'seen_at' : 'opened_at'
  const changes = routes
    .filter(({ route_id, stops }) => !known.get(route_id)?.[field] || known.get(route_id)!.had_stops !== stops)
    .map((route) => ({ route, change: { [field]: now, had_stops: route.stops } }))
  if (changes.length) await note(trx, author, type, changes, now)
}

/**
 * The route behind a link, for whoever has it. The first look, and each one after a change, is noted.
 * @throws AppError `route_link_ended`
 */
export async function openRouteLink(trx: Trx, token: string, now: Date) {
  const found = await findRouteLink(trx, hashOf(token))
  if (!found || new Date(found.expires_at) <= now) throw new AppError('route_link_ended')
  const { workspace_id: workspaceId } = found
  await setWorkspace(trx, workspaceId)
  const [route] = await readRoutes(trx, workspaceId, [found.id])
  if (route?.state !== 'dispatched') throw new AppError('route_link_ended')
  const author: Author = { workspaceId, userId: null, name: route.driver_name }
  await noteHad(trx, author, 'handover.opened', [route], now)
  const { name: workspace, language, time_zone } = await readWorkspace(trx, workspaceId)
  const shown = await readRouteToDrive(trx, workspaceId, found.id, time_zone)
  return { workspace, language, time_zone, driver_name: route.driver_name, route: shown }
}
