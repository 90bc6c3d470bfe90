import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/addresses.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { changeAddress, createAddress, deleteAddress, locateAgain, searchPlaces, setPosition } from './commands.ts'
import { getAddress, listAddresses, reviewAddresses } from './queries.ts'

/** Serves the address book, the review of positions and the search for addresses. */
export function registerAddresses(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  const { now } = deps
  mount(app, deps, api.listAddresses, ({ trx, actor, query }) => listAddresses(trx, actor.workspaceId, query))
  mount(
    app,
    deps,
    api.searchAddresses,
    async ({ query, actor, reply }) => reply.send(await searchPlaces(deps, actor.workspaceId, query)),
    { waits: true },
  )
  mount(app, deps, api.reviewAddresses, ({ trx, actor, query }) =>
    reviewAddresses(trx, actor.workspaceId, query, now()),
  )
  mount(app, deps, api.locateAgain, async ({ trx, actor, body }) => {
    const deliveries = await locateAgain(trx, actor, body.day, now())
    if (deps.geocoder) await deps.queue.add(trx, locateDeliveries, { workspaceId: actor.workspaceId })
    return { deliveries }
  })
  mount(app, deps, api.getAddress, ({ trx, actor, params }) => getAddress(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createAddress, ({ trx, actor, body }) => createAddress(trx, actor, body, now()))
  mount(app, deps, api.changeAddress, ({ trx, actor, params, body, seen }) =>
    changeAddress(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.deleteAddress, ({ trx, actor, params, seen }) =>
    deleteAddress(trx, actor, params.id, seen, now()),
  )
  mount(app, deps, api.setPosition, ({ trx, actor, params, body, seen }) =>
    setPosition(trx, actor, params.id, body, seen, now(), reroute),
  )
}
