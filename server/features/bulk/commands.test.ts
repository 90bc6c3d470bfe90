import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as api from '#domain/api/bulk.ts'
import {
  changeDelivery,
  createDelivery,
  eraseDelivery,
  getDelivery,
  listDeliveries,
  listDeliveryEvents,
} from '#domain/api/deliveries.ts'
import { changeDriver, createDriver } from '#domain/api/drivers.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { inWorkspace } from '../../db/connect.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'

const { makeMember, as, deps } = await testApp()

const day = '2026-03-15'
const nextDay = '2026-03-16'

/** A workspace with deliveries, one for each of these sets of fields. */
async function start(...fields: object[]) {
  const member = await makeMember()
  const { call } = as(member)
  const ids: string[] = []
  for (const given of fields) {
    const body = { delivery_address: 'Jl. Thamrin 1', scheduled_date: day, ...given }
    ids.push((await call(createDelivery, { body })).body.id)
  }
  const stored = async () => {
    const { data } = (await call(listDeliveries, { query: { order: 'asc' } })).body
    return data
  }
  return { member, call, ids, stored }
}

/** Moves deliveries to a state, as planning and drivers do. */
function move(member: TestMember, ids: string[], ...states: DeliveryState[]) {
  return inWorkspace(deps.db, member.workspaceId, async (trx) => {
    for (const to of states) {
      await setDeliveryStates(trx, { ids, to, actor: { ...member, name: 'Planner' }, now: deps.now() })
    }
  })
}

const eventsOf = (result: { changed: { event_id: string }[] }) => result.changed.map(({ event_id }) => event_id)

test('each delivery that may move is moved; the others are named with the reason', async () => {
  const { member, call, ids, stored } = await start({}, {}, {}, { scheduled_date: nextDay }, {})
  await move(member, [ids[1]!], 'planned', 'dispatched', 'in_transit')
  await move(member, [ids[4]!], 'planned', 'dispatched', 'in_transit', 'delivered')
  const { status, body } = await call(api.changeInBulk, { body: { ids, change: { scheduled_date: nextDay } } })
  expect(status).toBe(200)
  expect(body.changed.map(({ number }) => number)).toEqual([1, 3])
  expect(body.unchanged).toEqual([{ id: ids[3], number: 4 }])
  expect(body.refused).toHaveLength(2)
  expect(body.refused).toEqual(
    expect.arrayContaining([
      {
        id: ids[1],
        number: 2,
        status: 'in_transit',
        code: 'delivery_on_route',
        reason: 'It is already on the way.',
      },
      { id: ids[4], number: 5, status: 'delivered', code: 'delivery_state', reason: 'It is already delivered.' },
    ]),
  )
  expect((await stored()).map((each) => each.scheduled_date)).toEqual([nextDay, day, nextDay, nextDay, day])

  const { body: history } = await call(listDeliveryEvents, { params: { id: ids[0]! } })
  expect(history.chain_intact).toBe(true)
  expect(history.data.at(-1)).toMatchObject({
    id: body.changed[0]!.event_id,
    kind: 'updated',
    actor_name: member.email,
    detail: { scheduled_date: { from: day, to: nextDay } },
  })
})

test('undo gives every delivery its own previous value back', async () => {
  const { call, ids, stored } = await start({ priority: 1 }, { priority: 3 }, { scheduled_date: nextDay, priority: 2 })
  const before = await stored()
  const { body: first } = await call(api.changeInBulk, { body: { ids, change: { scheduled_date: '2026-04-01' } } })
  const { body: second } = await call(api.changeInBulk, { body: { ids, change: { priority: 2 } } })
  expect(second.changed).toHaveLength(2)
  expect((await stored()).map(({ priority }) => priority)).toEqual([2, 2, 2])

  await call(api.undoInBulk, { body: { event_ids: eventsOf(second) } })
  expect((await stored()).map(({ priority }) => priority)).toEqual([1, 3, 2])
  // The first change is no longer the last one, except where the second changed nothing.
  const { body: late } = await call(api.undoInBulk, { body: { event_ids: eventsOf(first) } })
  expect(late.changed.map(({ number }) => number)).toEqual([3])
  expect(late.refused.map(({ number, code }) => [number, code]).sort()).toEqual([
    [1, 'cannot_undo'],
    [2, 'cannot_undo'],
  ])
  expect((await stored())[2]).toEqual({ ...before[2], updated_at: expect.any(String) as string, version: 3 })
})

test('a delivery that somebody changed since keeps that change', async () => {
  const { call, ids, stored } = await start({}, {})
  const { body } = await call(api.changeInBulk, { body: { ids, change: { scheduled_date: nextDay } } })
  await call(changeDelivery, { params: { id: ids[0]! }, body: { notes: 'Ring twice' } })
  const { body: undone } = await call(api.undoInBulk, { body: { event_ids: eventsOf(body) } })
  expect(undone.refused).toMatchObject([{ number: 1, code: 'cannot_undo' }])
  expect((await stored()).map((each) => each.scheduled_date)).toEqual([nextDay, day])
})

test('a driver is assigned and taken away by name, and undo assigns the earlier one again', async () => {
  const { call, ids, stored } = await start({}, {})
  const drivers = []
  for (const name of ['Budi', 'Sari', 'Gone']) drivers.push((await call(createDriver, { body: { name } })).body.id)
  const [budi, sari, gone] = drivers as [string, string, string]
  await call(changeDelivery, { params: { id: ids[0]! }, body: { wanted_driver_id: budi } })
  await call(changeDriver, { params: { id: gone }, body: { active: false } })
  const assign = (id: string | null) => call(api.changeInBulk, { body: { ids, change: { wanted_driver_id: id } } })
  const { body } = await assign(sari)
  expect((await stored()).map((each) => each.wanted_driver_name)).toEqual(['Sari', 'Sari'])
  await call(api.undoInBulk, { body: { event_ids: eventsOf(body) } })
  expect((await stored()).map((each) => each.wanted_driver_name)).toEqual(['Budi', null])
  const { body: history } = await call(listDeliveryEvents, { params: { id: ids[0]! } })
  expect(history.data.at(-1)!.detail).toEqual({
    wanted_driver_id: { from: sari, to: budi },
    wanted_driver_name: { from: 'Sari', to: 'Budi' },
  })
  expect((await assign(null)).body.changed.map(({ number }) => number)).toEqual([1])
  expect(await assign(gone)).toMatchObject({ status: 409, code: 'driver_inactive' })
  expect(await assign(randomUUID())).toMatchObject({ status: 404, code: 'driver_not_found' })
})

test('cancelling spares what is delivered, and undo returns each to its own state', async () => {
  const { member, call, ids, stored } = await start({}, {}, {}, {})
  await move(member, [ids[1]!], 'planned', 'dispatched', 'failed')
  await move(member, [ids[2]!], 'planned', 'dispatched', 'in_transit', 'delivered')
  await move(member, [ids[3]!], 'cancelled')
  const { body } = await call(api.changeInBulk, { body: { ids, change: { status: 'cancelled' } } })
  expect(body.changed.map(({ number }) => number)).toEqual([1, 2])
  expect(body.unchanged.map(({ number }) => number)).toEqual([4])
  expect(body.refused).toMatchObject([{ number: 3, code: 'delivery_state' }])
  await call(api.undoInBulk, { body: { event_ids: eventsOf(body) } })
  expect((await stored()).map((each) => each.status)).toEqual(['pending', 'failed', 'delivered', 'cancelled'])
})

test('a cancelled delivery does not return to a route that is no longer there', async () => {
  const { member, call, ids, stored } = await start({})
  await move(member, ids, 'planned')
  const { body } = await call(api.changeInBulk, { body: { ids, change: { status: 'cancelled' } } })
  const { body: undone } = await call(api.undoInBulk, { body: { event_ids: eventsOf(body) } })
  expect(undone.refused).toMatchObject([{ number: 1, code: 'cannot_undo', status: 'cancelled' }])
  expect(undone.refused[0]!.reason).toContain('taken back')
  expect((await stored())[0]!.status).toBe('cancelled')
})

test('deleting spares what is on a route, and undo restores', async () => {
  const { member, call, ids, stored } = await start({ reference: 'A' }, { reference: 'B' }, {})
  await move(member, [ids[1]!], 'planned')
  const remove = () => call(api.changeInBulk, { body: { ids, change: { deleted: true } } })
  const { body } = await remove()
  expect(body.changed.map(({ number }) => number)).toEqual([1, 3])
  expect(body.refused).toMatchObject([{ number: 2, code: 'delivery_on_route', reason: 'It is on a planned route.' }])
  expect((await stored()).map(({ number }) => number)).toEqual([2])
  expect(await call(getDelivery, { params: { id: ids[0]! } })).toMatchObject({ code: 'delivery_not_found' })
  expect((await remove()).body.unchanged.map(({ number }) => number).sort()).toEqual([1, 3])
  // A deleted delivery can only be restored.
  const { body: moved } = await call(api.changeInBulk, { body: { ids: [ids[0]!], change: { priority: 1 } } })
  expect(moved.refused).toMatchObject([{ number: null, status: null, code: 'delivery_not_found' }])

  await call(createDelivery, { body: { delivery_address: 'Kemang', scheduled_date: day, reference: 'A' } })
  const { body: undone } = await call(api.undoInBulk, { body: { event_ids: eventsOf(body) } })
  expect(undone.changed.map(({ number }) => number)).toEqual([3])
  expect(undone.refused).toMatchObject([{ number: 1, code: 'duplicate_reference' }])
  const { body: history } = await call(listDeliveryEvents, { params: { id: ids[2]! } })
  expect(history.data.map(({ kind }) => kind)).toEqual(['created', 'deleted', 'restored'])
  expect(history.chain_intact).toBe(true)
})

test('all that match a filter are changed, however many', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ recipient_name: index % 3 ? 'Adi' : 'Budi' }))
  const { call, stored } = await start(...many)
  const filter = { q: 'adi', status: 'pending', date_from: day, date_to: day }
  const { body } = await call(api.changeInBulk, { body: { filter, change: { scheduled_date: nextDay } } })
  expect(body.changed).toHaveLength(20)
  const moved = (await stored()).filter((each) => each.scheduled_date === nextDay)
  expect(new Set(moved.map((each) => each.recipient_name))).toEqual(new Set(['Adi']))
  await call(api.undoInBulk, { body: { event_ids: eventsOf(body) } })
  expect((await stored()).every((each) => each.scheduled_date === day)).toBe(true)
})

test('a delivery named twice is changed once', async () => {
  const { call, ids } = await start({})
  const named = [ids[0]!, ids[0]!.toUpperCase(), ids[0]!]
  const { body } = await call(api.changeInBulk, { body: { ids: named, change: { priority: 1 } } })
  expect(body.changed).toHaveLength(1)
  const event_ids = [...eventsOf(body), ...eventsOf(body)]
  expect((await call(api.undoInBulk, { body: { event_ids } })).body.changed).toHaveLength(1)
  const { body: history } = await call(listDeliveryEvents, { params: { id: ids[0]! } })
  expect(history.data).toHaveLength(3)
})

test('another workspace cannot be changed, nor its changes undone', async () => {
  const mine = await start({})
  const theirs = await start({})
  const change = { scheduled_date: nextDay }
  const { body } = await mine.call(api.changeInBulk, { body: { ids: [...theirs.ids, ...mine.ids], change } })
  expect(body.changed.map(({ id }) => id)).toEqual(mine.ids)
  expect(body.refused).toEqual([
    {
      id: theirs.ids[0],
      number: null,
      status: null,
      code: 'delivery_not_found',
      reason: 'That delivery does not exist in this workspace.',
    },
  ])
  const foreign = await theirs.call(api.undoInBulk, { body: { event_ids: eventsOf(body) } })
  expect(foreign.body).toEqual({ changed: [], unchanged: [], refused: [] })
  expect((await mine.stored())[0]!.scheduled_date).toBe(nextDay)
  expect((await theirs.stored())[0]!.scheduled_date).toBe(day)
})

test('copies are new deliveries for each day, without references and codes, and deleting them undoes it', async () => {
  const parcels = [{ code: 'P1', weight_kg: 2, length_cm: 30, width_cm: 20, height_cm: 10 }]
  const position = { delivery_location: { lat: -6.2, lng: 106.8 } }
  const { member, call, ids, stored } = await start({ reference: 'A', parcels, tags: ['vip'], ...position }, {})
  await move(member, [ids[0]!], 'planned', 'dispatched', 'delivered')
  const [original] = await stored()
  const body = { ids: [...ids, ids[0]!], days: [nextDay, null], times: 2 }
  const { body: made, status } = await call(api.duplicateInBulk, { body })
  expect(status).toBe(200)
  expect(made.refused).toEqual([])
  expect(
    made.created.map(({ number, copy_of, scheduled_date }) => [number, ids.indexOf(copy_of), scheduled_date]),
  ).toEqual([
    [3, 0, nextDay],
    [4, 1, nextDay],
    [5, 0, nextDay],
    [6, 1, nextDay],
    [7, 0, null],
    [8, 1, null],
    [9, 0, null],
    [10, 1, null],
  ])
  const copy = (await call(getDelivery, { params: { id: made.created[0]!.id } })).body
  const { tags, delivery_location, location_source, weight_kg } = original!
  expect(copy).toMatchObject({
    tags,
    delivery_location,
    location_source,
    weight_kg,
    reference: null,
    status: 'pending',
  })
  expect(copy).toMatchObject({ source: 'manual', driver_id: null, parcels: [{ ...original!.parcels[0], code: null }] })
  const { body: history } = await call(listDeliveryEvents, { params: { id: copy.id } })
  expect([history.chain_intact, history.data.map(({ kind }) => kind)]).toEqual([true, ['created']])

  await call(changeDelivery, { params: { id: copy.id }, body: { notes: 'Ring twice' } })
  const seen = made.created.map(({ id }) => ({ id, version: 1 }))
  const { body: undone } = await call(api.changeInBulk, { body: { seen, change: { deleted: true } } })
  expect([undone.changed.length, undone.refused.map(({ number }) => number)]).toEqual([7, [3]])
  expect(await stored()).toHaveLength(3)
})

test('an order that is copied is an order again each time, and one delivery of it is not', async () => {
  const order = { order_reference: 'SET' }
  const { call, ids } = await start({ ...order, order_step: 1 }, { ...order, order_step: 2 })
  const copy = async (chosen: string[], times: number) => {
    const { body } = await call(api.duplicateInBulk, { body: { ids: chosen, days: [day], times } })
    const made = await Promise.all(body.created.map(({ id }) => call(getDelivery, { params: { id } })))
    return made.map((each) => [each.body.order_reference, each.body.order_step])
  }
  expect(await copy(ids, 2)).toEqual([
    ['O-3', 1],
    ['O-3', 2],
    ['O-5', 1],
    ['O-5', 2],
  ])
  expect(await copy([ids[1]!], 1)).toEqual([[null, null]])
})

test('what cannot be copied is named, and too many copies are refused whole', async () => {
  const { member, call, ids, stored } = await start({ recipient_name: 'Adi' }, { recipient_name: 'Budi' }, {})
  const theirs = await start({})
  const driver = (await call(createDriver, { body: { name: 'Sari' } })).body.id
  await call(changeDelivery, { params: { id: ids[0]! }, body: { wanted_driver_id: driver } })
  await call(changeDriver, { params: { id: driver }, body: { active: false } })
  await call(api.changeInBulk, { body: { ids: [ids[1]!], change: { status: 'cancelled' } } })
  await call(eraseDelivery, { params: { id: ids[1]! } })
  await call(api.changeInBulk, { body: { ids: [ids[2]!], change: { deleted: true } } })
  const all = [...ids, ...theirs.ids]
  const { body } = await call(api.duplicateInBulk, { body: { ids: all, days: [nextDay] } })
  expect(body.created.map(({ copy_of }) => copy_of)).toEqual([ids[0]])
  expect(body.refused.map(({ code }) => code)).toEqual(['delivery_erased', 'delivery_not_found', 'delivery_not_found'])
  expect((await stored()).at(-1)).toMatchObject({ recipient_name: 'Adi', wanted_driver_id: null })

  const days = Array.from({ length: 28 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`)
  const tooMany = await call(api.duplicateInBulk, { body: { filter: {}, days, times: 50 } })
  expect(tooMany).toMatchObject({ status: 422, code: 'too_many_copies' })
  for (const bad of [{ days: [] }, { days: [day, day] }, { days: [day], times: 51 }, { days: [day], filter: {} }]) {
    expect(await call(api.duplicateInBulk, { body: { ids, ...bad } }), JSON.stringify(bad)).toMatchObject({
      status: 400,
    })
  }
  const viewer = as(await makeMember({ workspaceId: member.workspaceId, role: 'viewer' }))
  expect(await viewer.call(api.duplicateInBulk, { body: { ids, days } })).toMatchObject({ code: 'not_allowed' })
  expect((await stored()).length).toBe(3)
})

test('bad input is refused whole', async () => {
  const { call, ids, stored } = await start({})
  const before = await stored()
  const tooMany = Array.from({ length: 501 }, () => randomUUID())
  const change = { priority: 1 }
  for (const body of [
    { change },
    { ids: [], change },
    { ids: tooMany, change },
    { ids: ['x'], change },
    { ids, filter: {}, change },
    { ids },
    { ids, change: {} },
    { ids, change: { priority: 1, deleted: true } },
    { ids, change: { priority: 4 } },
    { ids, change: { status: 'delivered' } },
    { ids, change: { deleted: false } },
    { ids, change: { scheduled_date: '2026-02-30' } },
    { ids, change: { delivery_address: 'Elsewhere' } },
    { filter: { status: 'lost' }, change },
    { filter: { surprise: 1 }, change },
    [],
    null,
  ]) {
    const reply = await call(api.changeInBulk, { body: body as never })
    expect(reply, JSON.stringify(body).slice(0, 200)).toMatchObject({ status: 400 })
  }
  expect(await call(api.undoInBulk, { body: { event_ids: [] } })).toMatchObject({ status: 400 })
  expect(await stored()).toEqual(before)
})

test('a viewer may not change many, as it may not change one', async () => {
  const { member, ids } = await start({})
  const viewer = as(await makeMember({ workspaceId: member.workspaceId, role: 'viewer' }))
  const notAllowed = { status: 403, code: 'not_allowed' }
  expect(await viewer.call(api.changeInBulk, { body: { ids, change: { priority: 1 } } })).toMatchObject(notAllowed)
  expect(await viewer.call(api.undoInBulk, { body: { event_ids: ids } })).toMatchObject(notAllowed)
})

test('of deliveries that somebody changed meanwhile, only those changed in the same respect stay as they are', async () => {
  const { member, call, ids, stored } = await start({}, {}, {}, {})
  const seen = ids.map((id) => ({ id, version: 1 }))
  const ana = await makeMember({ workspaceId: member.workspaceId, role: 'dispatcher' })
  const change = (index: number, body: object) =>
    as(ana).call(changeDelivery, { params: { id: ids[index]! }, body: body as never })
  await change(0, { scheduled_date: '2026-04-01' })
  await change(1, { notes: 'Ring twice' })
  await change(2, { priority: 1 })
  await change(2, { notes: 'x' })

  const { body: moved } = await call(api.changeInBulk, { body: { seen, change: { scheduled_date: nextDay } } })
  expect(moved.changed.map(({ number }) => number)).toEqual([2, 3, 4])
  const reason = `${ana.email} changed its day after you opened the list.`
  expect(moved.refused).toEqual([{ id: ids[0], number: 1, status: 'pending', code: 'version_conflict', reason }])
  expect((await stored()).map(({ scheduled_date, notes }) => [scheduled_date, notes])).toEqual([
    ['2026-04-01', null],
    [nextDay, 'Ring twice'],
    [nextDay, 'x'],
    [nextDay, null],
  ])

  const { body: gone } = await call(api.changeInBulk, { body: { seen, change: { deleted: true } } })
  expect(gone.changed).toEqual([])
  expect(gone.refused.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'version_conflict'))
  const now = (await stored()).map(({ id, version }) => ({ id, version }))
  const { body: done } = await call(api.changeInBulk, { body: { seen: now, change: { deleted: true } } })
  expect(done.changed).toHaveLength(4)
})

test('several fields are edited at once, what does not fit is named, and undo brings back each one', async () => {
  const { call } = as(await makeMember())
  const add = async (fields: object) =>
    (await call(createDelivery, { body: { delivery_address: 'A', scheduled_date: '2099-03-15', ...fields } })).body
  const plain = await add({ tags: ['vip'], notes: 'old' })
  const late = await add({ window_start: '13:00', window_end: '15:00' })
  const ids = [plain.id, late.id]
  const edit = {
    window_end: '12:00',
    add_tags: ['Fragile'],
    remove_tags: ['vip'],
    notes: 'Ring twice',
    requirements: ['age' as const],
  }
  const { body } = await call(api.changeInBulk, { body: { ids, change: { edit } } })
  expect(body.changed.map(({ number }) => number)).toEqual([plain.number])
  expect(body.refused).toMatchObject([{ number: late.number, reason: expect.stringMatching(/ends before it starts/) }])
  const read = async () => (await call(getDelivery, { params: { id: plain.id } })).body
  expect(await read()).toMatchObject({ window_end: '12:00', tags: ['fragile'], notes: 'Ring twice', minimum_age: 18 })
  expect((await call(api.changeInBulk, { body: { ids: [plain.id], change: { edit } } })).body.unchanged).toHaveLength(1)
  const undone = await call(api.undoInBulk, { body: { event_ids: body.changed.map(({ event_id }) => event_id) } })
  expect(undone.body.refused).toEqual([])
  expect(await read()).toMatchObject({
    window_end: null,
    tags: ['vip'],
    notes: 'old',
    requirements: [],
    minimum_age: null,
  })
})

test('an order of several deliveries moves to another day as one', async () => {
  const order_reference = 'SO-1'
  const { call, ids, stored } = await start({ order_reference }, { order_reference }, {})
  const { body } = await call(api.changeInBulk, { body: { ids: [ids[0]!], change: { scheduled_date: nextDay } } })
  expect(body.changed.map(({ id }) => id).toSorted()).toEqual([ids[0]!, ids[1]!].toSorted())
  expect((await stored()).map((each) => each.scheduled_date)).toEqual([nextDay, nextDay, day])
})
