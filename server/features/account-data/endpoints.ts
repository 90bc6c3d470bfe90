import type { FastifyInstance } from 'fastify'
import { downloadAccountData } from '#domain/api/account.ts'
import type { Deps } from '../../deps.ts'
import { mountPerson } from '../../http/mount-person.ts'
import { readAccountData } from './queries.ts'
import { fileName } from './rules.ts'

/** What is kept about a person, for them to take away. */
export function registerAccountData(app: FastifyInstance, deps: Deps): void {
  mountPerson(
    app,
    deps,
    downloadAccountData,
    ({ trx, person }) => readAccountData(trx, person, deps),
    () => ({ 'content-disposition': `attachment; filename="${fileName(deps.now())}"` }),
  )
}
