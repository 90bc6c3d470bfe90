import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/sandbox.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { resetSandbox } from './commands.ts'
import { readSandbox } from './queries.ts'

/** Serves the sandbox of a workspace, in which its test keys work. */
export function registerSandbox(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getSandbox, async ({ trx }) => ({ sandbox: await readSandbox(trx) }))
  mount(app, deps, api.resetSandbox, async ({ trx, actor }) => ({
    sandbox: await resetSandbox(trx, actor, { limits: deps.config.quotas, now: deps.now() }),
  }))
}
