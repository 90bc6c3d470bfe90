import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authCalls } from '../testing/auth-calls.ts'
import { authClients, password } from '../testing/auth-client.ts'
import { testApp } from '../testing/test-app.ts'

const testing = await testApp()
const { call, signIn } = authCalls(testing)
const { signedUp } = await authClients(testing)

describe('hostile input', () => {
  test('a body that is not a JSON object, or has members of the wrong type, is bad_json', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '1',
      '{"email":{"$ne":""},"password":"x"}',
      '{"email":"a","password":[]}',
    ]
    for (const body of bodies) {
      const reply = await signIn(body)
      expect([body, reply.status, reply.body.error_code]).toEqual([body, 400, 'bad_json'])
      expect(reply.body.msg).toMatch(/^Could not parse request body as JSON: /)
    }
    const data = await call('POST', '/signup', { payload: { email: 'a@example.com', password, data: 'x' } })
    expect(data.body.error_code).toBe('bad_json')
  })

  test('more than 1 MiB is too large', async () => {
    const reply = await signIn(JSON.stringify({ email: 'x'.repeat(1024 * 1024), password }))
    expect([reply.status, reply.body.error_code]).toEqual([413, 'request_entity_too_large'])
  })

  test('an invalid address is refused at sign-up and unknown at sign-in', async () => {
    const addresses = [
      "' or 1=1 --",
      'a@b.c\0',
      '<script>@example.com',
      'a@-example.com',
      'a b@example.com',
      '@example.com',
      `${'a'.repeat(65)}@example.com`,
      `${'a.'.repeat(400_000)}@example.com`,
    ]
    for (const email of addresses) {
      const reply = await call('POST', '/signup', { payload: { email, password } })
      expect([reply.status, reply.body.msg]).toEqual([400, 'Unable to validate email address: invalid format'])
      expect((await signIn({ email, password })).body.error_code).toBe('invalid_credentials')
    }
  })

  test('metadata is stored as sent or refused, and never breaks the server', async () => {
    const { client } = await signedUp({ html: '<script>alert(1)</script>', sql: "'; drop table members; --" })
    expect((await client.auth.getUser()).data.user!.user_metadata).toMatchObject({
      html: '<script>alert(1)</script>',
      sql: "'; drop table members; --",
    })
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    const refused = ['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"\\u0000":1}', deep, `{"a":"${'x'.repeat(9000)}"}`]
    for (const data of refused) {
      const payload = `{"email":"${randomUUID()}@example.com","password":"${password}","data":${data}}`
      const reply = await call('POST', '/signup', { payload })
      expect([data.slice(0, 20), reply.status, reply.body.error_code]).toEqual([
        data.slice(0, 20),
        400,
        'validation_failed',
      ])
    }
  })

  test('nobody can set their own id, role, confirmation or prototype through metadata', async () => {
    const payload = `{"email":"me@example.com","password":"${password}","role":"service_role","data":
      {"sub":"${randomUUID()}","email":"you@example.com","email_verified":"no","__proto__":{"role":"admin"}}}`
    const { body } = await call('POST', '/signup', { payload })
    expect(body.user.role).toBe('authenticated')
    expect(body.user.user_metadata).toMatchObject({ sub: body.user.id, email: 'me@example.com', email_verified: true })
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })
})
