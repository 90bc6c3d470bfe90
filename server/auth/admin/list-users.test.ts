import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { administrator } from '../../testing/administrator.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { admin, call, made, signedUp } = await administrator(testing)

describe('reading', () => {
  test('a user is read by id; unknown and malformed ids are refused', async () => {
    const { user } = await signedUp()
    expect((await admin.getUserById(user.id)).data.user).toEqual(user)
    expect((await admin.getUserById(randomUUID())).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
      message: 'User not found',
    })
    expect(await call('GET', '/admin/users/me')).toMatchObject({
      status: 404,
      body: { code: 'validation_failed', message: 'user_id must be an UUID' },
    })
  })

  test('the list comes in pages, with the total and the links that the client reads', async () => {
    const prefix = `page-${randomUUID()}`
    const ids: string[] = []
    for (let i = 0; i < 7; i++) ids.unshift((await made({ email: `${prefix}-${i}@example.com` })).id)
    const page = async (more: string) => call('GET', `/admin/users?${more}&filter=${prefix}`)
    const first = await page('page=1&per_page=3')
    expect(first.body.users.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 3))
    expect(first.body).toMatchObject({ aud: 'authenticated', users: [{ identities: [{ provider: 'email' }] }, {}, {}] })
    expect(first.headers).toMatchObject({
      'x-total-count': '7',
      link:
        `</admin/users?page=2&per_page=3&filter=${prefix}>; rel="next", ` +
        `</admin/users?page=3&per_page=3&filter=${prefix}>; rel="last"`,
    })
    const last = await page('page=3&per_page=3')
    expect(last.body.users.map(({ id }: { id: string }) => id)).toEqual(ids.slice(6))
    expect(last.headers.link).toBe(`</admin/users?page=3&per_page=3&filter=${prefix}>; rel="last"`)
    expect((await page('page=4&per_page=3')).body.users).toEqual([])

    const { data } = await admin.listUsers({ page: 1, perPage: 2 })
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 })
    expect((data as { total: number }).total).toBeGreaterThanOrEqual(7)
    expect((await admin.listUsers()).data.users.length).toBeGreaterThan(2)
  })

  test('the list can be sorted, and searched by address, number and name; wildcards count as letters', async () => {
    const name = `Zoë ${randomUUID()}`
    const one = await made({ email: `b-${randomUUID()}@example.com`, user_metadata: { full_name: name } })
    const two = await made({ email: `a-${randomUUID()}@example.com`, user_metadata: { full_name: name } })
    const found = async (query: string) => {
      const { status, body } = await call('GET', `/admin/users?${query}`)
      return status === 200 ? body.users.map(({ id }: { id: string }) => id) : body.message
    }
    const filter = `filter=${encodeURIComponent(name.toUpperCase())}`
    expect(await found(filter)).toEqual([two.id, one.id])
    expect(await found(`${filter}&sort=created_at%20asc`)).toEqual([one.id, two.id])
    expect(await found(`${filter}&sort=email+desc`)).toEqual([one.id, two.id])
    expect(await found(`${filter}&sort=email`)).toEqual([two.id, one.id])
    expect(await found('filter=%25')).toEqual([])
    expect(await found('filter=_')).toEqual([])
    expect(await found(`filter=${encodeURIComponent('\' or 1=1 --, ; "')}`)).toEqual([])
    expect(await found('filter=%00')).toContain('characters')
    expect(await found('sort=password_hash')).toContain('Bad Sort Parameters')
    expect(await found('sort=email;drop')).toContain('Bad Sort Parameters')
    const odd = await call('GET', '/admin/users?filter=a,b%3B%22')
    expect(odd.headers.link).toBe('</admin/users?page=1&per_page=50&filter=a%2Cb%3B%22>; rel="last"')
  })

  test.each(['page=-1', 'page=x', 'per_page=1.5', 'per_page=-2', 'page=9999999999', 'page=1&page=2'])(
    'pagination with %s is refused',
    async (query) => {
      const { status, body } = await call('GET', `/admin/users?${query}`)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
      expect(body.message).toMatch(/^Bad Pagination Parameters: /)
    },
  )

  test('empty pagination means the default, and no page is longer than 1000', async () => {
    expect((await call('GET', '/admin/users?page=&per_page=')).headers.link).toContain('page=1&per_page=50>')
    expect((await call('GET', '/admin/users?page=0&per_page=5000')).headers.link).toContain('page=1&per_page=1000>')
  })
})
