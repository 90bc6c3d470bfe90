import { expect, test } from 'vitest'
import { administrator } from '../../testing/administrator.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { admin, call, newClient, signedUp } = await administrator(testing)
type Entry = { payload: { action: string } }

test('the log can be paged and searched, newest first', async () => {
  const { user, email, client } = await signedUp()
  await client.auth.signOut()
  await newClient().auth.signInWithPassword({ email, password: 'wrong' })
  await admin.updateUserById(user.id, { ban_duration: '1h' })
  const read = async (query: string) => {
    const { body, headers } = await call('GET', `/admin/audit?query=${encodeURIComponent(query)}`)
    return { actions: body.map(({ payload }: Entry) => payload.action), first: body[0], headers }
  }
  const mine = await read(`user:${user.id}`)
  expect(mine.actions).toEqual(expect.arrayContaining(['user_modified', 'user_banned', 'login_failed', 'logout']))
  expect(mine.first).toMatchObject({
    id: expect.any(String),
    payload: { actor_username: 'service_role', user_id: user.id },
    created_at: expect.any(String),
    ip_address: '127.0.0.1',
  })
  expect(new Set((await read('action:login_failed')).actions)).toEqual(new Set(['login_failed']))
  expect((await read(`author:${email}`)).actions).toContain('logout')
  expect((await read("user:' or 1=1")).actions).toEqual([])
  expect((await read('no such thing')).actions).toEqual([])
  const page = await call('GET', '/admin/audit?page=1&per_page=2')
  expect(page.body).toHaveLength(2)
  expect(page.headers.link).toContain('</admin/audit?page=2&per_page=2>; rel="next"')
  expect((await call('GET', '/admin/audit?page=x')).status).toBe(400)
})
