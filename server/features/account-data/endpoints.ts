import type { FastifyInstance } from 'fastify'
import { downloadAccountData } from '#domain/api/account.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { readAccountData } from './queries.ts'
import { fileName } from './rules.ts'

/** Lets people download their data. */
export function registerAccountData(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, downloadAccountData, ({ trx, actor }) => readAccountData(trx, actor, deps), {
    headers: () => ({ 'content-disposition': `attachment; filename="${fileName(deps.now())}"` }),
  })
}
