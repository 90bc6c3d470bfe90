import { expect, test } from 'vitest'
import * as audit from '#domain/api/audit.ts'
import { createApiKey, revokeApiKey } from '#domain/api/api-keys.ts'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { getMe } from '#domain/api/workspace.ts'
import { audit as noteSignIn } from '../../auth/audit.ts'
import { inAuthScope, inWorkspace } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

const { as, deps, makeMember } = await testApp()

async function listed(owner: TestMember, action: string) {
  await deps.attempts.flush(deps.now())
  return (await as(owner).call(audit.listAudit, { query: { action } })).body.data
}

test('a session is an entry once in each workspace where it works, whatever it calls first', async () => {
  const owner = await makeMember()
  const sari = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
  for (let time = 0; time < 3; time++) await as(sari).call(getMe)
  const began = async () => (await listed(owner, 'session.began')).filter(({ actor }) => actor.id === sari.userId)
  expect(await began()).toMatchObject([{ origin: { ip: '127.0.0.1' }, detail: { second_factor: false } }])
  await as(sari).call(listDeliveries)
  expect(await began()).toHaveLength(1)
})

test('refused attempts are entries: one at once, and then how many more there were', async () => {
  const owner = await makeMember()
  const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  const attempt = () => as(viewer).call(audit.listAudit, { query: { q: 'x'.repeat(200) } })
  expect(await attempt()).toMatchObject({ code: 'not_allowed' })
  for (let time = 0; time < 5; time++) await attempt()
  await deps.attempts.flush(deps.now())
  for (let time = 0; time < 4; time++) await attempt()
  expect(await listed(owner, 'access.refused')).toMatchObject([
    {
      actor: { id: viewer.userId },
      detail: { code: 'not_allowed', method: 'GET', path: '/v1/audit', times: 6 },
      sentence: `${viewer.email} was refused at GET /v1/audit: their role does not allow it (6 times).`,
    },
  ])
  await deps.attempts.flush(new Date(deps.now().getTime() + 11 * 60_000))
  expect((await listed(owner, 'access.refused')).map(({ detail }) => detail.times)).toEqual([4, 6])
})

test('keys that no longer work, and somebody who no longer belongs, are told; a stranger is not', async () => {
  const owner = await makeMember()
  const { body: key } = await as(owner).call(createApiKey, { body: { name: 'Shop', scopes: ['read'] } as never })
  await as(owner).call(revokeApiKey, { params: { id: key.id } })
  expect(await as({ ...owner, token: key.secret }).call(listDeliveries)).toMatchObject({ code: 'api_key_revoked' })
  const former = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  await as(former).call(getMe)
  await deps.attempts.flush(deps.now())
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx.deleteFrom('members').where('user_id', '=', former.userId).execute(),
  )
  const headers = { 'karta-workspace': owner.workspaceId }
  for (const person of [former, await makeMember()]) {
    expect(await as(person).call(getMe, { headers })).toMatchObject({ code: 'no_workspace' })
  }
  const refused = await listed(owner, 'access')
  expect(refused.map(({ actor, detail }) => [actor.kind, actor.name, detail.code])).toEqual([
    ['member', former.email, 'no_workspace'],
    ['api_key', 'Shop', 'api_key_revoked'],
  ])
})

test('whoever tries many things at once fills a hundred entries and no more', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const origin = { ip: null, userAgent: null, requestId: null }
  const who = { workspaceId, userId: owner.userId, name: 'Sari' }
  for (let path = 0; path < 1000; path++) {
    deps.attempts.refused({ who, code: 'not_allowed', method: 'GET', path: `/v1/${path}`, origin, at: deps.now() })
  }
  await deps.attempts.flush(deps.now())
  const entries = await inWorkspace(deps.db, workspaceId, (trx) =>
    trx.selectFrom('audit_entries').select('detail').where('action', '=', 'access.refused').execute(),
  )
  expect(entries).toHaveLength(101)
  expect(entries.at(-1)!.detail).toMatchObject({ path: 'many', times: 900 })
})

test('failed sign-ins are told in every workspace of the person, ten an hour', async () => {
  const owner = await makeMember()
  const other = await makeMember()
  await rig(deps.db, other.workspaceId, (trx) =>
    trx
      .insertInto('members')
      .values({ workspace_id: other.workspaceId, user_id: owner.userId, role: 'viewer', name: 'S' })
      .execute(),
  )
  for (let time = 0; time < 15; time++) {
    await inAuthScope(deps.db, (trx) =>
      noteSignIn(trx, {
        action: 'login_failed',
        userId: owner.userId,
        origin: { ip: '203.0.113.9', userAgent: 'Bot' },
        now: deps.now(),
      }),
    )
  }
  for (const member of [owner, other]) {
    const failed = await listed(member, 'sign_in.failed')
    expect(failed).toHaveLength(10)
    expect(failed[0]).toMatchObject({
      actor: { kind: 'nobody' },
      record: { kind: 'member', id: owner.userId, label: owner.email },
      origin: { ip: '203.0.113.9', user_agent: 'Bot' },
      detail: { note: expect.stringContaining('not listed') },
    })
  }
})
