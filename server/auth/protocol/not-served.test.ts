import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../testing/test-app.ts'

// The built site has a route of its own for every path.
const site = mkdtempSync(join(tmpdir(), 'karta-site-'))
writeFileSync(join(site, 'index.html'), '<!doctype html><title>Karta</title>')
const { deps } = await testApp()
const app = await buildApp(deps, site)
afterAll(async () => {
  await app.close()
  rmSync(site, { recursive: true })
})

const paths = ['', '/', '/nothing', '/nothing/at/all.html', '/user/', '/%zz']
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

test.each(paths.flatMap((path) => methods.map((method) => [method, path] as const)))(
  '%s /auth/v1%s is answered in both formats of the sign-in service',
  async (method, path) => {
    const ask = (headers: Record<string, string>) => app.inject({ method, url: `/auth/v1${path}`, headers })
    const text = 'This server does not offer that endpoint'
    const initial = await ask({ accept: 'text/html' })
    expect([initial.statusCode, initial.headers['x-sb-error-code']]).toEqual([404, 'feature_disabled'])
    expect(initial.json()).toEqual({ code: 404, error_code: 'feature_disabled', msg: text })
    const named = await ask({ 'x-supabase-api-version': '2024-01-01' })
    expect([named.statusCode, named.headers['x-supabase-api-version']]).toEqual([404, '2024-01-01'])
    expect(named.json()).toEqual({ code: 'feature_disabled', message: text })
  },
)

test('an endpoint that is called with another method is not served either', async () => {
  for (const [method, path] of [
    ['GET', '/token'],
    ['POST', '/user'],
    ['DELETE', '/signup'],
  ] as const) {
    const reply = await app.inject({ method, url: `/auth/v1${path}` })
    expect(reply.json()).toMatchObject({ code: 404, error_code: 'feature_disabled' })
  }
})
