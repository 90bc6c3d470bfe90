import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/slots.ts'
import { AppError } from '#domain/errors.ts'
import type { NewSlotHold, SlotHold, SlotQuestion, Slots } from '#domain/schema/slots.ts'
import type { Deps } from '../../deps.ts'
import { isProgram, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { changeSlotSettings, confirmSlot, holdSlot, releaseSlot, wishFrom, withUrl } from './commands.ts'
import { readSlotSettings } from '../slot-settings/queries.ts'
import { getSlotHold, slotsFor } from './queries.ts'

/**
 * Serves delivery slots. What is worked out takes transactions of its own, before the one of the call: whoever asks need not see
 * the plans that it depends on.
 */
export function registerSlots(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  const { now, config, engine } = deps
  mount(app, deps, api.getSlotSettings, async ({ trx, actor }) =>
    withUrl(await readSlotSettings(trx, actor.workspaceId), config),
  )
  mount(app, deps, api.changeSlotSettings, ({ trx, actor, body, seen }) =>
    changeSlotSettings(trx, actor, body, seen, deps),
  )
  mount(app, deps, api.findSlots, async ({ prepared }) => prepared as Slots, {
    prepare: async ({ actor, body, inTransaction }: PreparingCall<object, SlotQuestion>) => {
      const { first_day, days, ...asked } = ofDepot(actor, body)
      const wish = await wishFrom(deps, actor.workspaceId, asked, inTransaction)
      return slotsFor(deps, actor.workspaceId, wish, { first_day, days })
    },
  })
  mount(app, deps, api.holdSlot, async ({ prepared }) => prepared as SlotHold, {
    prepare: async ({ actor, body, inTransaction }: PreparingCall<object, NewSlotHold>) => {
      const { day, start, end, ...asked } = ofDepot(actor, body)
      const wish = await wishFrom(deps, actor.workspaceId, asked, inTransaction)
      return holdSlot(deps, actor, wish, { day, start, end })
    },
  })
  mount(app, deps, api.getSlotHold, ({ trx, actor, params }) => getSlotHold(trx, actor.workspaceId, params.id))
  mount(app, deps, api.confirmSlot, ({ trx, actor, params, body }) =>
    confirmSlot(trx, actor, params.id, body, {
      source: isProgram(actor) ? 'api' : 'manual',
      quotas: { limits: config.quotas, now: now() },
      reroute,
      engine,
    }),
  )
  mount(app, deps, api.releaseSlot, ({ trx, actor, params }) => releaseSlot(trx, actor, params.id, now()))
}

/**
 * Whoever is limited to some depots books for these.
 * @throws AppError `not_your_depot`
 */
function ofDepot<A extends { depot_id: string | null }>({ depotIds }: Actor, asked: A): A {
  if (!depotIds) return asked
  const depot_id = asked.depot_id ?? depotIds[0] ?? null
  if (depot_id === null || !depotIds.includes(depot_id)) throw new AppError('not_your_depot')
  return { ...asked, depot_id }
}
