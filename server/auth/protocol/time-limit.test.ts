import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { authClients } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { url } = await authClients(testing)

test('a call that never ends is answered in a way that makes the client try again', async () => {
  const stuck = request(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-length': 100, 'x-supabase-api-version': '2024-01-01' },
  })
  // The rest of the body never comes.
  stuck.write('{"email":')
  const [reply] = await once(stuck, 'response')
  expect(reply.statusCode).toBe(504)
  expect(await json(reply)).toEqual({
    code: 'request_timeout',
    message: 'Processing this request timed out, please retry after a moment.',
  })
  stuck.destroy()
  expect((await fetch(`${url}/auth/v1/health`)).status).toBe(200)
})
