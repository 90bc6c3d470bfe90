import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/shipping.ts'
import type { RateQuestion, Rates } from '#domain/schema/shipping.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { changeShippingSettings } from './commands.ts'
import { ratesFor, readShippingSettings } from './queries.ts'

/** Serves shipping rules, and what a checkout shows by them. */
export function registerShipping(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getShippingSettings, ({ trx, actor }) => readShippingSettings(trx, actor.workspaceId))
  mount(app, deps, api.changeShippingSettings, ({ trx, actor, body, seen }) =>
    changeShippingSettings(trx, actor, body, seen, deps.now()),
  )
  mount(app, deps, api.findRates, async ({ prepared }) => prepared as Rates, {
    prepare: ({ actor, body }: PreparingCall<object, RateQuestion>) => ratesFor(deps, actor.workspaceId, body),
  })
}
