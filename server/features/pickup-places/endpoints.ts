import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/pickup-places.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changePickupPlace, createPickupPlace } from './commands.ts'
import { getKitchenBoard, getPickupPlace, getPickupWaits, listPickupPlaces } from './queries.ts'

/** Serves the kitchens and shops where orders are picked up. */
export function registerPickupPlaces(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listPickupPlaces, ({ trx, actor, query }) => listPickupPlaces(trx, actor.workspaceId, query))
  mount(app, deps, api.getPickupPlace, ({ trx, actor, params }) => getPickupPlace(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createPickupPlace, ({ trx, actor, body }) => createPickupPlace(trx, actor, body, now()))
  mount(app, deps, api.changePickupPlace, ({ trx, actor, params, body, seen }) =>
    changePickupPlace(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.getKitchenBoard, ({ trx, actor, params, query }) =>
    getKitchenBoard(trx, actor.workspaceId, params.id, query, now()),
  )
  mount(app, deps, api.getPickupWaits, ({ trx, actor, params, query }) =>
    getPickupWaits(trx, actor.workspaceId, params.id, query, now()),
  )
}
