import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/push.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeChoices, sendTest, subscribe, unsubscribe } from './commands.ts'
import { readChoices } from '../alerts/queries.ts'
import { listSubscriptions } from './queries.ts'

/** Serves who gets notifications in which browsers, and of what. */
export function registerPush(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getPushKey, async () => ({ public_key: deps.push.publicKey }))
  mount(app, deps, api.listPushSubscriptions, async ({ trx, actor }) => ({ data: await listSubscriptions(trx, actor) }))
  mount(app, deps, api.createPushSubscription, ({ trx, actor, body }) => subscribe(trx, deps, actor, body))
  mount(app, deps, api.deletePushSubscription, ({ trx, actor, params }) => unsubscribe(trx, actor, params.id))
  mount(app, deps, api.testPushSubscription, ({ trx, actor, params }) => sendTest(trx, deps, actor, params.id))
  mount(app, deps, api.getAlertChoices, async ({ trx, actor }) => ({ choices: await readChoices(trx, actor) }))
  mount(app, deps, api.changeAlertChoices, async ({ trx, actor, body }) => ({
    choices: await changeChoices(trx, actor, body.choices),
  }))
}
