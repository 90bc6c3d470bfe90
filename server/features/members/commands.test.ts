import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as api from '#domain/api/members.ts'
import { createClient } from '#domain/api/clients.ts'
import { createDriver, getDriver } from '#domain/api/drivers.ts'
import { createApiKey, listApiKeys } from '#domain/api/api-keys.ts'
import { eventTypeNames } from '#domain/events/types.ts'
import { getMe } from '#domain/api/workspace.ts'
import { NewApiKey } from '#domain/schema/api-key.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { createApiKey as createKey } from '../api-keys/commands.ts'
import { readEvents } from '../../events/read.ts'
import { inWorkspace } from '../../db/connect.ts'
import { peopleOf } from '../../testing/people.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

const testing = await testApp()
const { as, deps, makeMember } = testing
const { addFactor, join } = peopleOf(testing)

const change = (by: TestMember, who: TestMember, body: object) =>
  as(by).call(api.changeMember, { params: { id: who.userId }, body })
const suspend = (by: TestMember, who: TestMember) => as(by).call(api.suspendMember, { params: { id: who.userId } })
const resume = (by: TestMember, who: TestMember) => as(by).call(api.resumeMember, { params: { id: who.userId } })
const remove = (by: TestMember, who: TestMember) => as(by).call(api.removeMember, { params: { id: who.userId } })
const leave = (who: TestMember) => as(who).call(api.leaveWorkspace)

/** An owner with a colleague of each of these roles. */
async function team<R extends 'owner' | 'admin' | 'dispatcher' | 'viewer' | 'driver'>(...roles: R[]) {
  const owner = await makeMember()
  const others: TestMember[] = []
  for (const role of roles) others.push(await makeMember({ role, workspaceId: owner.workspaceId }))
  return [owner, ...others] as [TestMember, TestMember, TestMember, TestMember]
}

const eventsOf = async ({ workspaceId }: TestMember) => {
  const { events } = await inWorkspace(deps.db, workspaceId, (trx) =>
    readEvents(trx, { workspaceId, after: 'oldest', limit: 200, types: eventTypeNames }),
  )
  return events.map(({ type }) => type)
}

test('owners and admins see accounts and second factors; others see names and roles', async () => {
  const [owner, admin, viewer, dispatcher] = await team('admin', 'viewer', 'dispatcher')
  await addFactor(dispatcher)
  const { body } = await as(admin).call(api.listMembers)
  expect(body.total).toBe(4)
  const seen = body.data.find(({ user_id }) => user_id === dispatcher.userId)
  expect(seen).toMatchObject({ email: dispatcher.email, has_second_factor: true, state: 'active', driver: null })
  const shown = (await as(viewer).call(api.getMember, { params: { id: owner.userId } })).body
  expect(shown).toMatchObject({ role: 'owner', email: null, has_second_factor: null, last_seen_at: null })
})

test('a request is noted as seen, at most once a minute, and that is no change', async () => {
  const [owner] = await team()
  const at = new Date('2026-03-01T10:00:00Z')
  const read = async () => (await as(owner).call(api.getMember, { params: { id: owner.userId } })).body
  deps.sightings.note(owner.workspaceId, owner.userId, at)
  deps.sightings.note(owner.workspaceId, owner.userId, new Date(at.getTime() + 59_000))
  await deps.sightings.flush(at)
  expect(await read()).toMatchObject({ last_seen_at: at.toISOString(), version: 1 })
})

test('a role changes at once, under If-Match, with an event', async () => {
  const [owner, admin, viewer] = await team('admin', 'viewer')
  const { status, body } = await change(admin, viewer, { role: 'dispatcher', name: 'Vera' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ role: 'dispatcher', name: 'Vera', version: 2 })
  expect((await as(viewer).call(getMe)).body.role).toBe('dispatcher')
  const late = { params: { id: viewer.userId }, body: { role: 'viewer' as const }, headers: { 'if-match': '"1"' } }
  expect((await as(owner).call(api.changeMember, late)).code).toBe('version_conflict')
  expect((await change(owner, viewer, { role: 'dispatcher' })).body.version).toBe(2)
  expect(await eventsOf(owner)).toEqual(['member.updated'])
})

test('an admin leaves owners alone, nobody changes their own role, and nobody is made an owner', async () => {
  const [owner, admin, viewer] = await team('admin', 'viewer')
  for (const act of [change(admin, owner, { role: 'viewer' }), suspend(admin, owner), remove(admin, owner)]) {
    expect(await act).toMatchObject({ status: 403, code: 'owner_only' })
  }
  expect(await change(admin, admin, { role: 'viewer' })).toMatchObject({ status: 409, code: 'own_role' })
  expect(await suspend(admin, admin)).toMatchObject({ status: 409, code: 'own_membership' })
  expect(await remove(admin, admin)).toMatchObject({ status: 409, code: 'own_membership' })
  expect(await change(owner, viewer, { role: 'owner' })).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(await change(viewer, admin, { role: 'viewer' })).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('a suspended member gets no further, is told by whom, and their keys are revoked', async () => {
  const [owner, admin] = await team('admin')
  const made = await as(admin).call(createApiKey, { body: { name: 'Shop', scopes: ['read'] } })
  expect((await suspend(owner, admin)).body).toMatchObject({ state: 'suspended', suspended_by: owner.email })
  expect((await suspend(owner, admin)).status).toBe(200)
  const refused = await as(admin).call(getMe)
  expect(refused).toMatchObject({ status: 403, code: 'member_suspended' })
  expect(refused.body).toMatchObject({
    workspace: { id: owner.workspaceId },
    suspended_by: owner.email,
    ask: [owner.email],
  })
  const withKey = { ...admin, token: made.body.secret }
  expect((await as(withKey).call(api.listMembers)).code).toBe('api_key_revoked')
  expect((await as(owner).call(listApiKeys)).body.data[0]!.revoked_at).not.toBeNull()

  expect((await resume(owner, admin)).body).toMatchObject({ state: 'active', suspended_at: null })
  expect((await as(admin).call(getMe)).status).toBe(200)
  expect(await eventsOf(owner)).toEqual(['api_key.created', 'member.suspended', 'api_key.revoked', 'member.resumed'])
})

test('a key that a suspended member was about to create is refused', async () => {
  const [owner, admin] = await team('admin')
  await suspend(owner, admin)
  const wanted = NewApiKey.parse({ name: 'Late', scopes: ['read'] })
  const actor = { ...admin, name: 'Ani', role: 'admin', isApiKey: false } as unknown as Actor
  const late = inWorkspace(deps.db, owner.workspaceId, (trx) =>
    createKey(trx, actor, wanted, { limits: deps.config.quotas, now: deps.now() }),
  )
  await expect(late).rejects.toMatchObject({ code: 'role_changed' })
})

test('whoever is suspended in one workspace is let into another', async () => {
  const [owner, viewer] = await team('viewer')
  const other = await makeMember()
  await join(viewer, other.workspaceId, 'viewer', new Date(Date.now() + 60_000))
  await suspend(owner, viewer)
  expect((await as(viewer).call(getMe)).body.workspace.id).toBe(other.workspaceId)
})

test('of two owners who leave at once one stays, and the only owner cannot leave in any tab', async () => {
  const [owner, second] = await team('owner')
  const both = await Promise.all([leave(owner), leave(second)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const staying = both[0].status === 409 ? owner : second
  const tabs = await Promise.all([leave(staying), leave(staying)])
  expect(tabs.map(({ code }) => code)).toEqual(['last_owner', 'last_owner'])
})

test('two admins who demote each other at once: one wins, and the other is told why', async () => {
  const [owner, one, other] = await team('admin', 'admin')
  const replies = await Promise.all([change(one, other, { role: 'viewer' }), change(other, one, { role: 'viewer' })])
  const loser = replies.find(({ status }) => status !== 200)!
  // Whoever came too late was already a viewer, or found out while waiting.
  expect(['role_changed', 'not_allowed']).toContain(loser.code)
  const { data } = (await as(owner).call(api.listMembers)).body
  expect(data.map(({ role }) => role).toSorted()).toEqual(['admin', 'owner', 'viewer'])
})

test('a client’s member sees one client, and another role takes that away', async () => {
  const [owner, viewer] = await team('viewer')
  const shipper = (await as(owner).call(createClient, { body: { name: 'Toko Satu' } })).body
  expect(await change(owner, viewer, { role: 'client' })).toMatchObject({
    status: 400,
    errors: [{ path: 'client_id' }],
  })
  const unknown = await change(owner, viewer, { role: 'client', client_id: randomUUID() })
  expect(unknown.code).toBe('client_not_found')
  const asleep = (await as(owner).call(createClient, { body: { name: 'Toko Dua', active: false } })).body
  const refused = await change(owner, viewer, { role: 'client', client_id: asleep.id })
  expect(refused).toMatchObject({ status: 409, code: 'client_inactive' })
  const made = await change(owner, viewer, { role: 'client', client_id: shipper.id })
  expect(made.body).toMatchObject({ role: 'client', client_id: shipper.id, depot_ids: null })
  expect((await change(owner, viewer, { role: 'viewer' })).body).toMatchObject({ role: 'viewer', client_id: null })
})

test('a member tied to a driver’s record has the driver’s rights too, until they are removed', async () => {
  const [owner, viewer] = await team('viewer')
  const driver = (await as(owner).call(createDriver, { body: { name: 'Rina', user_id: viewer.userId } })).body
  expect((await as(viewer).call(getMe)).body).toMatchObject({ role: 'viewer', driver_id: driver.id })
  const { body } = await as(owner).call(api.getMember, { params: { id: viewer.userId } })
  expect(body.driver).toEqual({ id: driver.id, name: 'Rina', active: true })
  expect((await remove(owner, viewer)).status).toBe(204)
  expect((await as(viewer).call(getMe)).code).toBe('no_workspace')
  expect((await as(owner).call(getDriver, { params: { id: driver.id } })).body.user_id).toBeNull()
  expect(await eventsOf(owner)).toEqual(['driver.created', 'driver.updated', 'member.removed'])
})
