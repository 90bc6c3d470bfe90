import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listDeliveries } from '#domain/api/deliveries.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { inWorkspace } from '../../db/connect.ts'
import { syncDepsOf, shopifyUnderTest } from '../../testing/shops/shopify.ts'
import type { ConnectedShop } from '../../testing/shops/acceptance.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { noteOnRoad } from '../delivery-moves/commands.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'
import { readOne } from '../shop-sync/tasks.ts'
import { tellAll } from './commands.ts'
import { spreadAll } from './tasks.ts'

const now = () => new Date()

const platforms = [await shopifyUnderTest(now)]

for (const under of platforms) {
  describe(`a shop at ${under.platform}`, async () => {
    const { as, deps, makeMember } = await testApp(({ config }) => ({ now, config: { ...config, shops: under.shops } }))
    const { store } = under
    afterAll(() => under.close())

    let member: TestMember
    let shop: ConnectedShop
    beforeEach(async () => {
      store.state.orders.clear()
      store.faults.mend()
      member = await makeMember()
      await rig(deps.db, member.workspaceId, (trx) =>
        trx.updateTable('workspaces').set({ currency: 'CAD' }).where('id', '=', member.workspaceId).execute(),
      )
      shop = await under.connect(deps, member.workspaceId)
    })

    /** An order that became a delivery. */
    async function taken(order: Parameters<typeof store.state.place>[0] = {}) {
      const { id } = store.state.place(order)
      await readOne(syncDepsOf(deps), shop, id)
      const [delivery] = (await as(member).call(listDeliveries)).body.data
      return { id, deliveryId: delivery!.id, number: delivery!.number }
    }
    const move = (deliveryId: string, ...states: DeliveryState[]) =>
      inWorkspace(deps.db, member.workspaceId, async (trx) => {
        const actor = { workspaceId: member.workspaceId, userId: null, name: 'Test' }
        for (const to of states) await setDeliveryStates(trx, { ids: [deliveryId], to, actor, now: now() })
      })
    const tell = async (deliveryId: string, isLast = false) => {
      await spreadAll(deps)
      await tellAll(deps, shop, deliveryId, isLast)
    }
    const outbox = () =>
      inWorkspace(deps.db, member.workspaceId, (trx) =>
        trx.selectFrom('shop_outbox').select(['kind', 'state', 'failure', 'attempts']).orderBy('number').execute(),
      )
    const lose = (deliveryId: string, index: number) =>
      rig(deps.db, member.workspaceId, (trx) =>
        trx
          .insertInto('parcel_progress')
          .values({
            workspace_id: member.workspaceId,
            delivery_id: deliveryId,
            index,
            loaded: 'missing',
            loaded_at: now(),
            ended: null,
            note: null,
          })
          .execute(),
      )

    test('a delivery is fulfilled with its tracking link when it is dispatched, and reported until it is there', async () => {
      const { id, deliveryId, number } = await taken()
      await move(deliveryId, 'planned')
      await tell(deliveryId)
      expect(store.state.get(id).fulfillments).toEqual([])
      await move(deliveryId, 'dispatched', 'in_transit', 'delivered')
      await tell(deliveryId)
      const [fulfillment, ...more] = store.state.get(id).fulfillments
      expect(more).toEqual([])
      expect(fulfillment!.tracking).toMatchObject({ number: `D-${number}`, url: expect.stringContaining('/t/') })
      expect(fulfillment!.events.map(({ status }) => status)).toEqual(['OUT_FOR_DELIVERY', 'DELIVERED'])
      const calls = store.calls.length
      await tell(deliveryId)
      expect(store.calls.length).toBe(calls)
    })

    test('what the shop did before its answer was lost is not done twice', async () => {
      const { id, deliveryId } = await taken()
      await move(deliveryId, 'planned', 'dispatched')
      await spreadAll(deps)
      store.faults.fail('half')
      await expect(tell(deliveryId)).rejects.toMatchObject({ isPassing: true })
      // The second time, the shop does it, and then this server dies before it can note so.
      await tell(deliveryId)
      await rig(deps.db, member.workspaceId, async (trx) => {
        await trx.updateTable('shop_deliveries').set({ remote: null }).where('delivery_id', '=', deliveryId).execute()
        await trx.updateTable('shop_outbox').set({ state: 'waiting' }).where('delivery_id', '=', deliveryId).execute()
      })
      await tell(deliveryId)
      expect(store.state.get(id).fulfillments).toHaveLength(1)
      expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 3 }])
    })

    test('what was not loaded is not fulfilled', async () => {
      const { id, deliveryId } = await taken({ lines: [{ sku: 'MILK1', quantity: 2 }, { sku: 'BREAD' }] })
      await move(deliveryId, 'planned', 'dispatched')
      await tell(deliveryId)
      await lose(deliveryId, 1)
      await move(deliveryId, 'in_transit')
      await tell(deliveryId)
      const order = store.state.get(id)
      const live = order.fulfillments.filter(({ isCanceled }) => !isCanceled)
      expect(live).toMatchObject([{ lines: [{ id: order.lines[0]!.id, quantity: 2 }] }])
    })

    test('after a failed attempt, the same fulfillment goes on; a cancelled delivery takes it back', async () => {
      const { id, deliveryId } = await taken()
      await move(deliveryId, 'planned', 'dispatched', 'in_transit', 'failed')
      await move(deliveryId, 'pending', 'planned', 'dispatched', 'in_transit')
      await tell(deliveryId)
      const [fulfillment, ...more] = store.state.get(id).fulfillments
      expect(more).toEqual([])
      expect(fulfillment!.events.map(({ status }) => status)).toEqual([
        'OUT_FOR_DELIVERY',
        'ATTEMPTED_DELIVERY',
        'IN_TRANSIT',
        'OUT_FOR_DELIVERY',
      ])
      await move(deliveryId, 'cancelled')
      await tell(deliveryId)
      expect(store.state.get(id).fulfillments).toMatchObject([{ isCanceled: true }])
    })

    test('a delivery that is back at the depot takes its fulfillment back, and the next dispatch makes another', async () => {
      const { id, deliveryId } = await taken()
      await move(deliveryId, 'planned', 'dispatched', 'in_transit', 'failed')
      await tell(deliveryId)
      expect(store.state.get(id).fulfillments).toMatchObject([{ isCanceled: false }])
      await inWorkspace(deps.db, member.workspaceId, (trx) => {
        const author = { workspaceId: member.workspaceId, userId: null, name: 'Test' }
        return noteOnRoad(trx, author, [{ delivery_id: deliveryId, kind: 'returned', detail: {} }], now())
      })
      await tell(deliveryId)
      const { fulfillments, lines } = store.state.get(id)
      expect(fulfillments).toMatchObject([{ isCanceled: true }])
      expect(store.state.remaining(store.state.get(id), lines[0]!)).toBe(2)
      await move(deliveryId, 'pending', 'planned', 'dispatched')
      await tell(deliveryId)
      expect(store.state.get(id).fulfillments).toMatchObject([{ isCanceled: true }, { isCanceled: false }])
      expect((await outbox()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
        'dispatched sent',
        'out_for_delivery sent',
        'attempted sent',
        'canceled sent',
        'dispatched sent',
      ])
    })

    test('two places of an order are fulfilled each for itself', async () => {
      const [here, there] = store.state.locations
      const { id } = store.state.place({
        lines: [
          { sku: 'MILK1', locationId: here!.id },
          { sku: 'BREAD', locationId: there!.id },
        ],
      })
      await readOne(syncDepsOf(deps), shop, id)
      const made = (await as(member).call(listDeliveries)).body.data
      const one = made.find(({ reference }) => reference === '#1001')!
      await move(one.id, 'planned', 'dispatched')
      await tell(one.id)
      expect(store.state.get(id).fulfillments).toMatchObject([{ locationId: here!.id }])
    })

    test('a shop that refuses, and one that is down for too long, say why; nothing else waits for them', async () => {
      const { deliveryId } = await taken()
      await move(deliveryId, 'planned', 'dispatched')
      store.faults.fail('user_errors', { only: 'fulfillmentCreate' })
      await tell(deliveryId)
      expect(await outbox()).toMatchObject([
        { kind: 'dispatched', state: 'failed', failure: 'The shop refused it: “The shop does not like this”.' },
      ])
      await move(deliveryId, 'in_transit')
      store.faults.fail('error')
      await expect(tell(deliveryId)).rejects.toMatchObject({ isPassing: true })
      expect((await outbox())[1]).toMatchObject({ state: 'waiting', attempts: 1 })
      store.faults.fail('error')
      await tell(deliveryId, true)
      expect((await outbox())[1]).toMatchObject({ state: 'failed', attempts: 2 })
    })

    test('news wait while the shop does not let Karta in', async () => {
      const { deliveryId } = await taken()
      await move(deliveryId, 'planned', 'dispatched')
      under.revoke()
      await tell(deliveryId)
      await tell(deliveryId)
      expect(await outbox()).toMatchObject([{ state: 'waiting', attempts: 2 }])
    })
  })
}
