import type { FastifyInstance } from 'fastify'
import { listQuotas } from '#domain/api/quotas.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { readQuotas } from './queries.ts'

/** Serves the quotas of a workspace. */
export function registerQuotas(app: FastifyInstance, deps: Deps): void {
  const { config, now } = deps
  mount(app, deps, listQuotas, async ({ trx, actor }) => ({
    data: await readQuotas(trx, actor.workspaceId, { limits: config.quotas, now: now() }),
  }))
}
