import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { changeDelivery, createDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import { disconnectShop } from '#domain/api/integrations.ts'
import { getShop } from '#domain/api/shops.ts'
import { inSiteScope, inWorkspace } from '../../db/connect.ts'
import { ordersIn, type ConnectedShop } from '../../testing/shops/acceptance.ts'
import { round, shopifyUnderTest, syncDepsOf } from '../../testing/shops/shopify.ts'
import { wixUnderTest } from '../../testing/shops/wix.ts'
import { woocommerceUnderTest } from '../../testing/shops/woocommerce.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { rig } from '../../testing/rig.ts'
import { readOne } from './tasks.ts'

const clock = { aheadMs: 0 }
const now = () => new Date(Date.now() + clock.aheadMs)
const platforms = [await shopifyUnderTest(now), await woocommerceUnderTest(now), await wixUnderTest(now)]

for (const of of platforms) {
  describe(`a shop at ${of.platform}`, async () => {
    const { app, as, deps, makeMember } = await testApp(({ config }) => ({
      now,
      config: { ...config, shops: of.shops },
    }))
    const { store } = of
    /** Where shops reach the app. */
    const address = async () => {
      if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
    }
    const number = (nth: number) => `${of.platform === 'shopify' ? '#' : ''}${1000 + nth}`
    afterAll(() => of.close())

    let member: TestMember
    let shop: ConnectedShop
    beforeEach(async () => {
      clock.aheadMs = 0
      store.state.orders.clear()
      store.state.hooks = []
      store.state.rateUrl = null
      store.faults.mend()
      store.hooks.mood = 'well'
      member = await makeMember()
      await rig(deps.db, member.workspaceId, (trx) =>
        trx
          .updateTable('workspaces')
          .set({ time_zone: 'Asia/Jakarta', currency: 'CAD' })
          .where('id', '=', member.workspaceId)
          .execute(),
      )
      shop = await of.connect(deps, member.workspaceId)
    })

    const deliveries = async () => (await as(member).call(listDeliveries)).body.data
    const orders = () =>
      inWorkspace(deps.db, member.workspaceId, (trx) =>
        trx.selectFrom('shop_orders').selectAll().orderBy('number').execute(),
      )
    const read = (id: string) => readOne(syncDepsOf(deps), shop, id)
    const setRules = (rules: object) =>
      rig(deps.db, member.workspaceId, (trx) =>
        trx
          .updateTable('integrations')
          .set({ rules: JSON.stringify(rules) })
          .where('id', '=', shop.integrationId)
          .execute(),
      )
    const setStatus = (id: string, status: string) =>
      rig(deps.db, member.workspaceId, (trx) =>
        trx
          .updateTable('deliveries')
          .set({ status: status as never })
          .where('id', '=', id)
          .execute(),
      )

    test.each(ordersIn.filter(({ not }) => !not?.includes(of.platform)))(
      '$name',
      async ({ order, delivery, waits, skipped, rules }) => {
        if (rules) await setRules(rules)
        await read(store.state.place(order).id)
        const [made] = await deliveries()
        const [known] = await orders()
        if (delivery) expect(made).toMatchObject({ source: of.platform, ...delivery })
        else expect(made).toBeUndefined()
        expect(known!.state).toBe(delivery ? 'taken' : waits ? 'waiting' : 'skipped')
        if (waits ?? skipped) expect(known!.reason).toMatch((waits ?? skipped)!)
      },
    )

    test('a first round takes every page, and a second one changes nothing', async () => {
      for (let i = 0; i < 60; i++) store.state.place({ address: { line1: `${i + 1} Elgin St` } })
      store.state.place({ method: 'pickup' })
      await round(deps, shop)
      const taken = async () => (await as(member).call(listDeliveries, { query: { limit: 200 } })).body.data
      expect(await taken()).toHaveLength(60)
      await round(deps, shop)
      expect(await taken()).toHaveLength(60)
      expect(await orders()).toHaveLength(61)
    })

    test('a round that was interrupted goes on where it was', async () => {
      for (let i = 0; i < 60; i++) store.state.place({ updatedAt: new Date(Date.now() + i).toISOString() })
      await round(deps, shop)
      // WooCommerce knows whole seconds only.
      const updatedAt = new Date(Date.now() + 5000).toISOString()
      for (const { id } of store.state.orders.values()) store.state.change(id, { note: 'Ring twice', updatedAt })
      const before = store.calls.length
      store.faults.fail('error', { only: of.listsBy })
      await expect(round(deps, shop)).rejects.toThrow('unreachable')
      await round(deps, shop)
      expect((await deliveries()).every(({ notes }) => notes === 'Ring twice')).toBe(true)
      expect(store.calls.length - before).toBeGreaterThan(1)
    })

    test('what people changed in Karta stays when the shop changes something else', async () => {
      const { id } = store.state.place()
      await read(id)
      const [made] = await deliveries()
      const fixed = { delivery_address: '1 Mended Rd', delivery_location: { lat: 45.5, lng: -75.6 } }
      await as(member).call(changeDelivery, { params: { id: made!.id }, body: fixed })
      store.state.change(id, { note: 'Ring twice' })
      await read(id)
      expect((await deliveries())[0]).toMatchObject({ delivery_address: '1 Mended Rd', notes: 'Ring twice' })
    })

    test('an edited order, and a partial refund, change the delivery; a refund of all cancels it', async () => {
      const { id, address } = store.state.place({ lines: [{ sku: 'MILK1', quantity: 3 }] })
      await read(id)
      store.state.refund(id, 'MILK1', 1)
      store.state.change(id, { address: { ...address!, line1: '9 Bank St' } })
      await read(id)
      const [made] = await deliveries()
      expect(made!.delivery_address).toContain('9 Bank St')
      expect(made!.parcels.map(({ description }) => description)).toEqual(['2 × Milk, 1 L'])
      store.state.refund(id, 'MILK1', 2)
      await read(id)
      expect((await deliveries())[0]!.status).toBe('cancelled')
    })

    test.runIf(of.platform === 'shopify')('an order of two places is two deliveries', async () => {
      const [here, there] = store.state.locations
      const { id } = store.state.place({
        lines: [
          { sku: 'MILK1', locationId: here!.id },
          { sku: 'BREAD', locationId: there!.id },
        ],
      })
      await read(id)
      expect((await deliveries()).map(({ reference }) => reference).toSorted()).toEqual(['#1001', '#1001/2'])
    })

    test('a cancelled order is cancelled, and after dispatch a dispatcher is told instead', async () => {
      const [one, other] = [store.state.place(), store.state.place()]
      await read(one.id)
      await read(other.id)
      const made = Object.fromEntries((await deliveries()).map((each) => [each.reference, each]))
      await setStatus(made[number(2)]!.id, 'in_transit')
      for (const { id } of [one, other]) {
        store.state.cancel(id)
        await read(id)
      }
      const after = Object.fromEntries((await deliveries()).map((each) => [each.reference, each.status]))
      expect(after).toEqual({ [number(1)]: 'cancelled', [number(2)]: 'in_transit' })
      const alerts = (await as(member).call(listAlerts)).body.data
      expect(alerts).toMatchObject([{ kind: 'shop', severity: 'high', delivery_id: made[number(2)]!.id }])
    })

    test('an older answer changes nothing, and a second ID of the same order waits', async () => {
      const order = store.state.place({ note: 'New' })
      await read(order.id)
      store.state.change(order.id, { note: 'Old', updatedAt: '2020-01-01T00:00:00Z' })
      await read(order.id)
      expect((await deliveries())[0]!.notes).toBe('New')
      store.state.place({ id: '77', number: order.number })
      await read('77')
      expect(await deliveries()).toHaveLength(1)
      expect((await orders()).find(({ external_id }) => external_id === '77')).toMatchObject({
        state: 'waiting',
        reason: expect.stringContaining('the shop sent it twice'),
      })
    })

    test('an order that waits is taken once the shop has what it lacks', async () => {
      await setRules({ needs_postcode: true })
      const { id, address } = store.state.place({ address: { postcode: null } })
      await read(id)
      expect(await deliveries()).toEqual([])
      store.state.change(id, { address: { ...address!, postcode: 'K1A' } })
      await read(id)
      expect(await deliveries()).toHaveLength(1)
      expect(await orders()).toMatchObject([{ state: 'taken', reason: null }])
    })

    test('webhooks are taken once, verified over their bytes', async () => {
      await round(deps, shop)
      of.hookTo(`${await address()}/v1/hooks/${of.platform}/${shop.integrationId}`)
      const order = store.state.place()
      const kept = () =>
        inWorkspace(deps.db, member.workspaceId, (trx) => trx.selectFrom('shop_events').select(['order_id']).execute())
      expect(await store.hooks.emit('created', order)).toEqual([200])
      expect(await store.hooks.replay(store.hooks.sent.at(-1)!)).toBe(200)
      expect(await kept()).toEqual([{ order_id: order.id }])
      for (const [mood, status] of [
        ['wrong signature', 401],
        ['altered', 401],
        ['not text', 401],
        ['huge', 401],
        ['doubled', 200],
      ] as const) {
        store.hooks.mood = mood
        const answers = await store.hooks.emit('updated', order)
        expect([...new Set(answers)], mood).toEqual([status])
      }
      expect(await kept()).toHaveLength(2)
      // Now that a webhook was genuine, they use up no calls of others.
      const { url, headers, body } = store.hooks.sent.at(-1)!
      const send = (path: string) => app.inject({ method: 'POST', url: path, headers, payload: body })
      const path = new URL(url).pathname
      expect((await send(path)).headers['ratelimit-policy']).toContain('"shops"')
      const other = await send(path.replace(shop.integrationId, randomUUID()))
      expect(other.headers['ratelimit-policy']).toContain('"api"')
    })

    test('what lost webhooks said is found by the next round, which also makes webhooks again that are gone', async () => {
      const [kept, gone] = [store.state.place(), store.state.place()]
      await round(deps, shop)
      of.hookTo(`${await address()}/v1/hooks/${of.platform}/${shop.integrationId}`)
      store.hooks.mood = 'lost'
      // In the second in which it was read: WooCommerce knows whole seconds only.
      const patch = { note: 'Ring twice', updatedAt: kept.updatedAt }
      const said = [
        await store.hooks.emit('updated', store.state.change(kept.id, patch)),
        await store.hooks.emit('canceled', store.state.cancel(gone.id)),
        await store.hooks.emit('created', store.state.place({ note: 'While nobody listened' })),
      ]
      expect(said).toEqual([[], [], []])
      store.state.hooks = []
      store.faults.fail('too_many', { only: of.listsBy })
      await round(deps, shop)
      const found = (await deliveries()).map(({ reference, notes, status }) => [reference, notes, status])
      expect(found.toSorted()).toEqual([
        [number(1), 'Ring twice', 'pending'],
        [number(2), null, 'cancelled'],
        [number(3), 'While nobody listened', 'pending'],
      ])
      // Those of Wix are of the app.
      if (of.platform !== 'wix') expect(of.hookCount()).toBeGreaterThan(0)
    })

    test.each([
      ['a day late', 86_400_000],
      ['from the future', -86_400_000],
    ])('webhooks that come %s and in the wrong order change nothing but what the shop says now', async (_, aheadMs) => {
      const { id } = store.state.place()
      await read(id)
      await round(deps, shop)
      of.hookTo(`${await address()}/v1/hooks/${of.platform}/${shop.integrationId}`)
      store.hooks.mood = 'late'
      for (const [second, note] of ['Old', 'New'].entries()) {
        // WooCommerce knows whole seconds only.
        const updatedAt = new Date(Date.now() + 1000 * (second + 1)).toISOString()
        await store.hooks.emit('updated', store.state.change(id, { note, updatedAt }))
      }
      clock.aheadMs = aheadMs
      const answers = await store.hooks.release()
      // What Wix signs ends after some minutes.
      const isOver = of.platform === 'wix' && aheadMs > 0
      expect(answers).toEqual(isOver ? [401, 401] : [200, 200])
      for (let time = 0; time < answers.length; time++) await read(id)
      clock.aheadMs = 0
      expect((await deliveries()).map(({ notes }) => notes)).toEqual(['New'])
    })

    test.skipIf(of.platform === 'wix')(
      'a shop that is disconnected sends no more webhooks, and need not answer for it',
      async () => {
        const params = { platform: of.platform }
        await round(deps, shop)
        expect(of.hookCount()).toBeGreaterThan(0)
        expect((await as(member).call(disconnectShop, { params })).status).toBe(204)
        await expect.poll(() => of.hookCount()).toBe(0)
        await expect.poll(() => store.state.rateUrl).toBeNull()
        const other = await makeMember()
        await round(deps, await of.connect(deps, other.workspaceId))
        store.faults.fail('timeout', { times: 100 })
        expect((await as(other).call(disconnectShop, { params })).status).toBe(204)
        expect(of.hookCount()).toBeGreaterThan(0)
      },
    )

    test.skipIf(of.platform !== 'shopify')(
      'a shop whose plan has no rates of others says why, and is kept in step',
      async () => {
        const state = async () => (await as(member).call(getShop, { params: { platform: of.platform } })).body
        store.faults.fail('user_errors', { only: 'KartaAddRates' })
        await round(deps, shop)
        expect(await state()).toMatchObject({
          checkout_failure: expect.stringMatching(/refused it: “.+[^.]”\.$/),
          failure: null,
        })
        await round(deps, shop)
        expect(await state()).toMatchObject({ checkout_failure: null })
      },
    )

    test.skipIf(of.platform === 'woocommerce')(
      'an app that is removed in the shop is disconnected, and its keys are gone',
      async () => {
        await round(deps, shop)
        of.hookTo(`${await address()}/v1/hooks/${of.platform}/${shop.integrationId}`)
        expect(await store.hooks.emit('uninstalled', null)).toEqual([200])
        const row = await inWorkspace(deps.db, member.workspaceId, (trx) =>
          trx.selectFrom('integrations').select(['state', 'credentials']).executeTakeFirstOrThrow(),
        )
        expect(row).toEqual({ state: 'not_connected', credentials: null })
        expect(await store.hooks.emit('uninstalled', null)).toEqual([401])
      },
    )

    test.each([
      ['access_lost', () => of.revoke()],
      ['access_too_narrow', () => store.faults.fail('no_scope', { times: 9 })],
    ] as const)(
      'that a shop lets Karta in no more is said, once, with a mail to the owner: %s',
      async (problem, lock) => {
        const { id } = store.state.place()
        lock()
        await expect(read(id)).rejects.toMatchObject({ failure: problem })
        await read(id)
        const row = await inWorkspace(deps.db, member.workspaceId, (trx) =>
          trx.selectFrom('integrations').select(['state', 'problem']).executeTakeFirstOrThrow(),
        )
        expect(row).toEqual({ state: 'connected', problem })
        const mails = await inSiteScope(deps.db, (trx) =>
          trx.selectFrom('site.mails').select('subject').where('recipient', '=', member.email).execute(),
        )
        expect(mails).toEqual([{ subject: 'A shop has to be connected again' }])
      },
    )

    test.each(['error', 'html', 'half'] as const)(
      'an order is not lost when the shop answers with: %s',
      async (fault) => {
        const { id } = store.state.place()
        store.faults.fail(fault)
        await expect(read(id)).rejects.toMatchObject({ isPassing: true })
        await read(id)
        expect(await deliveries()).toHaveLength(1)
      },
    )

    test('an order of another workspace, and one that was entered by hand, stay apart', async () => {
      const order = store.state.place()
      const stranger = await makeMember()
      await as(stranger).call(createDelivery, {
        body: { delivery_address: 'A', scheduled_date: '2030-01-01', reference: order.number },
      })
      await read(order.id)
      expect(await deliveries()).toHaveLength(1)
    })
  })
}
