import type { FastifyInstance } from 'fastify'
import { reportLeakedKey } from '#domain/api/api-keys.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { reportLeak } from './commands.ts'

/** Serves reports of keys that somebody found. */
export function registerLeakedKeys(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, reportLeakedKey, async ({ trx, body }) => ({ ended: await reportLeak(trx, deps, body.key) }))
}
