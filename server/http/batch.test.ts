import { expect, test } from 'vitest'
import { listAudit } from '#domain/api/audit.ts'
import { sendBatch, type BatchItem } from '#domain/api/batch.ts'
import { listClients } from '#domain/api/clients.ts'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { testApp } from '../testing/test-app.ts'

const { as, makeMember } = await testApp()

const client = (name: unknown): BatchItem => ({ method: 'POST', path: '/v1/clients', body: { name } })
const change = (id: string | null, body: object, if_match?: string): BatchItem => ({
  method: 'PATCH',
  path: `/v1/clients/${id}`,
  body,
  ...(if_match && { if_match }),
})

async function begin() {
  const member = await makeMember()
  const { call } = as(member)
  const send = async (items: unknown[], rest: object = {}, headers: Record<string, string> = {}) =>
    call(sendBatch, { body: { items, ...rest } as never, headers })
  const names = async () => (await call(listClients)).body.data.map(({ name }) => name)
  return { member, call, send, names }
}

test('every item has its own answer, and a bad one stops no other', async () => {
  const { send, names } = await begin()
  const { status, body } = await send([client('Sinar'), client('Sinar'), client(7), client('Maju'), 'text'])
  expect([status, body.done, body.refused]).toEqual([200, 2, 3])
  expect(body.results.map(({ index, status, problem }) => [index, status, problem?.code ?? null])).toEqual([
    [0, 201, null],
    [1, 409, 'duplicate_client'],
    [2, 400, 'validation_failed'],
    [3, 201, null],
    [4, 400, 'validation_failed'],
  ])
  expect(body.results[2]!.problem!.errors).toEqual([{ path: 'name', message: expect.any(String) }])
  expect(body.results[0]).toMatchObject({ id: expect.any(String), etag: '"1"', body: { name: 'Sinar' } })
  expect(await names()).toEqual(['Maju', 'Sinar'])

  const { id } = body.results[0]!
  const { body: later } = await send([
    change(id, { name: 'Sinar 1' }, '"1"'),
    change(id, { name: 'Sinar 2' }, '"1"'),
    change(id, { name: 'Sinar 3' }, 'seven'),
    { method: 'DELETE', path: `/v1/waves/${id}` },
  ])
  expect(later.results.map(({ status }) => status)).toEqual([200, 412, 400, 404])
  expect(later.results[1]!.problem).toMatchObject({ code: 'version_conflict', current: { name: 'Sinar 1' } })
})

test('all or nothing does nothing if one item is refused, and names it', async () => {
  const { send, names } = await begin()
  const whole = { all_or_nothing: true }
  const reply = await send([client('Sinar'), client('Maju'), client('')], whole)
  expect(reply).toMatchObject({ status: 409, code: 'batch_refused' })
  expect(reply.errors).toEqual([{ path: 'items.2.name', message: expect.any(String) }])
  expect(await names()).toEqual([])
  expect((await send([client('Sinar'), client('Maju')], whole)).body.done).toBe(2)
  expect(await names()).toEqual(['Maju', 'Sinar'])
})

test('a repeated batch with its Idempotency-Key does nothing twice', async () => {
  const { send, call } = await begin()
  const body = { delivery_address: 'Jl. Sudirman 1', scheduled_date: '2030-01-02' }
  const items = [{ method: 'POST', path: '/v1/deliveries', body }, client('Sinar')]
  for (const rest of [{}, { all_or_nothing: true }]) {
    const headers = { 'idempotency-key': JSON.stringify(rest) }
    const first = await send([items[0]], rest, headers)
    expect((await send([items[0]], rest, headers)).body).toEqual(first.body)
  }
  expect((await call(listDeliveries)).body.total).toBe(2)
})

test('an item needs the rights that it needs by itself, and its deed is in the audit log under its own name', async () => {
  const { member, send, call } = await begin()
  const viewer = as(await makeMember({ workspaceId: member.workspaceId, role: 'viewer' }))
  const { body } = await viewer.call(sendBatch, { body: { items: [client('Sinar')], all_or_nothing: false } })
  expect(body.results[0]).toMatchObject({ status: 403, problem: { code: 'not_allowed' } })
  const { body: mine } = await send([client('Sinar')])
  const other = as(await makeMember())
  const items = [change(mine.results[0]!.id, { name: 'Mine' })]
  expect((await other.call(sendBatch, { body: { items } })).body.results[0]!.problem!.code).toBe('client_not_found')
  const { data } = (await call(listAudit, { query: { record: mine.results[0]!.id! } as never })).body
  expect(data.map(({ action }) => action)).toEqual(['client.created'])
})

test('a batch has up to 500 items, none of which is a batch, a page, or something that waits', async () => {
  const { send } = await begin()
  const many = Array.from({ length: 501 }, (_, at) => client(`Client ${at}`))
  expect((await send(many)).errors).toEqual([{ path: 'items', message: 'Send at most 500 items in a call.' }])
  expect((await send([])).status).toBe(400)
  const paths = ['/v1/batch', '/v1/nothing', '/v1/clients/%zz', '/v1/optimize', '/v1/contact', '/v1/../auth/v1/signup']
  const { body } = await send(paths.map((path) => ({ method: 'POST', path, body: {} })))
  expect(body.results.map(({ problem }) => problem!.code)).toEqual(paths.map(() => 'not_in_batch'))
})
