import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import * as api from '#domain/api/positions.ts'
import { AppError } from '#domain/errors.ts'
import { driverOf, readReport } from '#domain/road/osmand.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { getDriver } from '../drivers/queries.ts'
import type { Intake } from '../positions/commands.ts'
import { createTracker, revokeTracker } from './commands.ts'
import { findTracker, listTrackers } from './queries.ts'
import { hashOfToken, trackerLink } from './rules.ts'

/** Serves trackers: those who manage them, and what they send. */
export function registerTrackers(app: FastifyInstance, deps: Deps, intake: Intake): void {
  const { now } = deps
  mount(app, deps, api.listTrackers, async ({ trx, actor: { workspaceId }, params: { id } }) => {
    await getDriver(trx, workspaceId, id)
    return { data: await listTrackers(trx, workspaceId, id) }
  })
  mount(app, deps, api.createTracker, async ({ trx, actor, params: { id }, body: { name } }) => {
    const driver = await getDriver(trx, actor.workspaceId, id)
    const { tracker, token } = await createTracker(trx, actor, driver, name, now())
    const url = `${deps.config.publicUrl}/traccar`
    const link = trackerLink(url, token)
    return { tracker, token, url, link, picture: renderSVG(link, { ecc: 'M', border: 2 }) }
  })
  mount(app, deps, api.revokeTracker, ({ trx, actor, params: { id } }) => revokeTracker(trx, actor, id, now()))
  openDoor(app, deps, intake)
}

// People type a slash at the end, and some gateways add one.
const doors = ['/traccar', '/traccar/', '/v1/traccar', '/v1/traccar/']
const mostBytes = 256 * 1024

/**
 * The protocol of Traccar Client and OsmAnd. Everything but 200 makes a client keep what it has and send it again, so that is
 * for what may still succeed: a server that is busy, and a token that may have been mistyped.
 */
function openDoor(app: FastifyInstance, deps: Deps, intake: Intake): void {
  void app.register(async (door) => {
    door.removeAllContentTypeParsers()
    // Some clients say a wrong type, or none.
    door.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: mostBytes },
      async (_: unknown, text: string) => text,
    )
    for (const url of doors) {
      door.route({
        method: ['GET', 'POST'],
        url,
        bodyLimit: mostBytes,
        // Trackers of a whole fleet may come from one address, so each token counts for itself.
        config: { limit: false },
        handler: (request, reply) => takeReport({ deps, intake }, request, reply),
      })
    }
  })
}

type Parts = { deps: Deps; intake: Intake }

async function takeReport({ deps, intake }: Parts, request: FastifyRequest, reply: FastifyReply) {
  const fields = fieldsOf(request)
  const { token, pings } = readReport(fields, deps.now())
  const hash = token === null ? undefined : hashOfToken(token)
  // Whoever tries tokens is counted by address, like all that the API refuses.
  if (!hash) {
    await deps.limiter.count('api', request, reply)
    throw new AppError('tracker_unknown')
  }
  await deps.limiter.count('trackers', request, reply, hash.toString('hex'))
  const tracker = await findTracker(deps.db, hash)
  if (!tracker) {
    await deps.limiter.count('api', request, reply)
    throw new AppError('tracker_unknown')
  }
  const { id: trackerId, workspace_id: workspaceId, driver_id: driverId, revoked_at } = tracker
  if (revoked_at) return reply.send({ accepted: 0, ignored: 'revoked' })
  const driver = driverOf(fields)
  // Somebody else drives the vehicle that the tracker is in.
  if (driver && driver !== driverId) return reply.send({ accepted: 0, ignored: 'other_driver' })
  deps.disk.checkRoom()
  const { accepted, hidden, ignored } = await intake.take({
    workspaceId,
    driverId,
    source: 'tracker',
    trackerId,
    pings: pings.slice(0, 500),
  })
  return reply.send({ accepted, hidden, ignored })
}

/** The fields of the query, of a form, or of JSON. Those of the body count before those of the query. */
function fieldsOf({ query, body }: FastifyRequest): Record<string, unknown> {
  const fields = { ...(query as Record<string, unknown>) }
  if (typeof body !== 'string' || !body.trim()) return fields
  if (!body.trimStart().startsWith('{')) return { ...fields, ...Object.fromEntries(new URLSearchParams(body)) }
  try {
    return { ...fields, ...(JSON.parse(body) as object) }
  } catch {
    throw new AppError('bad_json')
  }
}
