import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/day-facts.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { getDayFacts } from './queries.ts'

/** Serves what waits for a decision. */
export function registerDayFacts(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getDayFacts, ({ trx, actor }) => getDayFacts(trx, actor.workspaceId, deps.now()))
}
