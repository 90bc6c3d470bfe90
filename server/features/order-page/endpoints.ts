import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/order-page.ts'
import { AppError } from '#domain/errors.ts'
import type {
  NewOrderHold,
  OrderContact,
  OrderHold,
  OrderPage,
  OrderQuestion,
  OrderSlots,
  PlacedOrder,
} from '#domain/schema/order-page.ts'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import type { Author } from '../../events/append.ts'
import { takeAnswer } from '../../http/challenge.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { confirmSlot, holdSlot, releaseSlot, wishFrom } from '../slots/commands.ts'
import { readSlotSettings } from '../slot-settings/queries.ts'
import { slotsFor } from '../slots/queries.ts'
import { readTrackingLink } from '../tracking/queries.ts'
import { readOrderPage, workspaceOfPage } from './queries.ts'

type Named = { name: string }
type Held = Named & { id: string }

/** What an order on the page is like; the rest is as the workspace has it. */
const usual = {
  depot_id: null,
  volume_l: 0,
  units: 1,
  service_minutes: null,
  skills: [],
  temperature_min_c: null,
  temperature_max_c: null,
  delivery_id: null,
}

const limited = { limit: 'orders' as const }

/**
 * Serves the page on which customers of a workspace book a delivery, without signing in. They see no workspace, so all of it is
 * done in transactions of Karta, before the one of the call.
 */
export function registerOrderPage(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  const { db, keys, now, config, engine } = deps
  const author = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Order page' })
  const within = <T>(workspaceId: string, work: Parameters<typeof inWorkspace<T>>[2]) =>
    again(() => inWorkspace(db, workspaceId, work))

  mount(app, deps, api.getOrderPage, async ({ prepared }) => prepared as OrderPage, {
    ...limited,
    prepare: async ({ params }: PreparingCall<Named, undefined>) => {
      const workspaceId = await workspaceOfPage(db, params.name)
      return within(workspaceId, (trx) => readOrderPage(trx, workspaceId))
    },
  })
  mount(app, deps, api.findOrderSlots, async ({ prepared }) => prepared as OrderSlots, {
    ...limited,
    prepare: async ({ params, body }: PreparingCall<Named, OrderQuestion>) => {
      const workspaceId = await workspaceOfPage(db, params.name)
      const wish = await wishFrom(deps, workspaceId, { ...usual, ...body }, (work) => within(workspaceId, work))
      const { location, data } = await slotsFor(deps, workspaceId, wish)
      return {
        location,
        data: data.map(({ near_stops, added_cost: _, added_minutes: __, left: ___, ...slot }) => ({
          ...slot,
          is_near: near_stops > 0,
        })),
      }
    },
  })
  mount(app, deps, api.holdOrderSlot, async ({ prepared }) => prepared as OrderHold, {
    ...limited,
    prepare: async ({ params, body, inTransaction }: PreparingCall<Named, NewOrderHold>) => {
      const { challenge, answer, day, start, end, ...order } = body
      const workspaceId = await workspaceOfPage(db, params.name)
      await inTransaction((trx) => takeAnswer(trx, { challenge, answer }, keys.secretKey, now()))
      const wish = await wishFrom(deps, workspaceId, { ...usual, ...order }, (work) => within(workspaceId, work))
      const {
        state: _,
        delivery_id: __,
        created_at: ___,
        version: ____,
        ...held
      } = await holdSlot(deps, author(workspaceId), wish, { day, start, end })
      return held
    },
  })
  mount(app, deps, api.placeOrder, async ({ prepared }) => prepared as PlacedOrder, {
    ...limited,
    prepare: async ({ params, body }: PreparingCall<Held, OrderContact>) => {
      const workspaceId = await workspaceOfPage(db, params.name)
      const quotas = { limits: config.quotas, now: now() }
      const confirming = { source: 'order_page' as const, quotas, reroute, engine }
      return within(workspaceId, async (trx): Promise<PlacedOrder> => {
        const { order_page: takesOrders } = await readSlotSettings(trx, workspaceId)
        if (!takesOrders) throw new AppError('order_page_not_found')
        const who = { reference: null, ...body }
        const delivery = await confirmSlot(trx, author(workspaceId), params.id, who, confirming)
        const { number, scheduled_date, window_start, window_end } = delivery
        const { url: tracking_url } = await readTrackingLink(trx, deps, workspaceId, delivery.id)
        return { number, day: scheduled_date!, start: window_start!, end: window_end!, tracking_url }
      })
    },
  })
  mount(app, deps, api.releaseOrderSlot, async () => undefined, {
    ...limited,
    prepare: async ({ params }: PreparingCall<Held, undefined>) => {
      const workspaceId = await workspaceOfPage(db, params.name)
      await within(workspaceId, (trx) => releaseSlot(trx, author(workspaceId), params.id, now()))
    },
  })
}
