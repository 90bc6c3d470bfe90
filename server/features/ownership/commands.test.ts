import { expect, test } from 'vitest'
import * as api from '#domain/api/members.ts'
import type { Role } from '#domain/permissions.ts'
import { getMe } from '#domain/api/workspace.ts'
import { inSiteScope } from '../../db/connect.ts'
import { peopleOf } from '../../testing/people.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

let now = new Date()
const testing = await testApp(() => ({ now: () => now }))
const { as, deps, makeMember } = testing
const { anotherSession } = peopleOf(testing)

const later = (ms: number) => (now = new Date(now.getTime() + ms))
const day = 86_400_000

const offer = (by: TestMember, to: TestMember) => as(by).call(api.offerOwnership, { body: { to: to.userId } })
const accept = (by: TestMember, id: string) => as(by).call(api.acceptOwnership, { body: { id } })
const decline = (by: TestMember, id: string) => as(by).call(api.declineOwnership, { body: { id } })
const withdraw = (by: TestMember) => as(by).call(api.withdrawOwnershipOffer)
const shown = async (by: TestMember) => (await as(by).call(api.getOwnershipOffer)).body.offer
const roleOf = async (who: TestMember) => (await as(who).call(getMe)).body.role

const subjectsTo = ({ email }: TestMember) =>
  inSiteScope(deps.db, async (trx) => {
    const mails = trx.selectFrom('site.mails').select('subject').where('recipient', '=', email).orderBy('created_at')
    return (await mails.execute()).map(({ subject }) => subject)
  })

async function pair(role: Role) {
  now = new Date()
  const owner = await makeMember()
  return { owner, heir: await makeMember({ role, workspaceId: owner.workspaceId }) }
}

test('the member accepts: they are the owner, the former one an admin, and both are told by mail', async () => {
  // Somebody who sees nothing else of the workspace answers too.
  const { owner, heir } = await pair('driver')
  const made = await offer(owner, heir)
  expect(made).toMatchObject({ status: 200, body: { to: { user_id: heir.userId }, from: { user_id: owner.userId } } })
  expect(await shown(heir)).toEqual(made.body)
  expect((await accept(owner, made.body.id)).code).toBe('offer_not_open')
  const tabs = await Promise.all([accept(heir, made.body.id), accept(heir, made.body.id)])
  expect(tabs.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect([await roleOf(owner), await roleOf(heir)]).toEqual(['admin', 'owner'])
  expect(await shown(heir)).toBeNull()
  expect(await subjectsTo(owner)).toHaveLength(2)
  expect(await subjectsTo(heir)).toHaveLength(2)
})

test('an offer is declined, withdrawn, replaced by another one, or lapses after 7 days', async () => {
  const { owner, heir } = await pair('admin')
  const other = await makeMember({ role: 'viewer', workspaceId: owner.workspaceId })
  const declined = await offer(owner, heir)
  expect((await decline(heir, declined.body.id)).status).toBe(204)
  const replaced = await offer(owner, heir)
  const open = await offer(owner, other)
  expect((await accept(heir, replaced.body.id)).code).toBe('offer_not_open')
  expect(await shown(other)).toEqual(open.body)
  expect((await withdraw(owner)).status).toBe(204)
  expect((await withdraw(owner)).code).toBe('offer_not_open')
  expect(await subjectsTo(other)).toHaveLength(2)

  const lapsing = await offer(owner, other)
  later(7 * day)
  expect(await shown(other)).toBeNull()
  expect((await accept(other, lapsing.body.id)).code).toBe('offer_not_open')
  expect((await offer(await anotherSession(owner), heir)).status).toBe(200)
  expect(await roleOf(owner)).toBe('owner')
})

test('only an owner who just proved who they are offers, and only to an active member who is none', async () => {
  const { owner, heir } = await pair('admin')
  expect((await offer(heir, heir)).code).toBe('not_allowed')
  expect((await offer(owner, owner)).code).toBe('offer_not_possible')
  await as(owner).call(api.suspendMember, { params: { id: heir.userId } })
  expect((await offer(owner, heir)).code).toBe('offer_not_possible')
  await as(owner).call(api.resumeMember, { params: { id: heir.userId } })
  later(16 * 60_000)
  expect(await offer(owner, heir)).toMatchObject({ status: 403, code: 'recent_sign_in_required' })
})

test('an offer ends with the membership of either side', async () => {
  const { owner, heir } = await pair('admin')
  const made = await offer(owner, heir)
  await as(owner).call(api.suspendMember, { params: { id: heir.userId } })
  await as(owner).call(api.resumeMember, { params: { id: heir.userId } })
  expect((await accept(heir, made.body.id)).code).toBe('offer_not_open')
  expect(await shown(owner)).toBeNull()
})
