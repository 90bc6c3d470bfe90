import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/bulk.ts'
import { importDeliveries as importEndpoint } from '#domain/api/deliveries.ts'
import type { NewDelivery } from '#domain/schema/delivery.ts'
import type { Deps } from '../../deps.ts'
import { isProgram, requireAction } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { byRow } from '../../http/rows.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import { importDeliveries, type Reroute } from '../deliveries/commands.ts'
import { cancelLacking, cancelMissing, changeInBulk, duplicateInBulk, undoInBulk } from './commands.ts'

const lacksPlace = ({ delivery_location, pickup_address, pickup_location }: Partial<NewDelivery>) =>
  !delivery_location || Boolean(pickup_address && !pickup_location)

/** Serves changes of many deliveries at once. */
export function registerBulk(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  mount(app, deps, api.changeInBulk, ({ trx, actor, body }) => changeInBulk(trx, actor, body, deps.now(), reroute))
  mount(app, deps, api.cancelMissing, ({ trx, actor, body }) => cancelMissing(trx, actor, body, deps.now()))
  mount(app, deps, importEndpoint, async ({ trx, actor, body }) => {
    if (body.mode === 'sync') requireAction(actor, 'change_deliveries')
    const quotas = { limits: deps.config.quotas, now: deps.now() }
    const { source, import: part, dry_run: isDryRun } = body
    const mode = body.mode === 'sync' ? 'replace' : body.mode
    const new_day = body.mode === 'merge' ? body.new_day : undefined
    const done = await byRow({ deliveries: body.deliveries }, body.all_or_nothing, (deliveries, at) =>
      importDeliveries(trx, actor, { source, mode, deliveries, at, new_day, part, isDryRun }, quotas, reroute),
    )
    if (!isDryRun && deps.geocoder && body.deliveries.some(lacksPlace))
      await deps.queue.add(trx, locateDeliveries, { workspaceId: actor.workspaceId })
    return body.mode === 'sync' ? { ...done, missing: await cancelLacking(trx, actor, body, quotas.now) } : done
  })
  mount(app, deps, api.duplicateInBulk, async ({ trx, actor, body }) => {
    const quotas = { limits: deps.config.quotas, now: deps.now() }
    const source = isProgram(actor) ? 'api' : 'manual'
    const { hasUnknownPlaces, ...done } = await duplicateInBulk(trx, actor, source, body, quotas)
    if (hasUnknownPlaces && deps.geocoder) {
      await deps.queue.add(trx, locateDeliveries, { workspaceId: actor.workspaceId })
    }
    return done
  })
  mount(app, deps, api.undoInBulk, ({ trx, actor, body }) =>
    undoInBulk(trx, actor, body.event_ids, { limits: deps.config.quotas, now: deps.now() }, reroute),
  )
}
