import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/workspace.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { loadSampleData } from './commands.ts'

/** Serves the sample data for an empty workspace. */
export function registerSampleData(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.loadSampleData, ({ trx, actor }) =>
    loadSampleData(trx, actor, { limits: deps.config.quotas, now: deps.now() }),
  )
}
