import { expect, test } from 'vitest'
import { askShop } from './ask-shop.ts'
import { startDouble } from './double-server.ts'

const ask = (url: string, publicOnly: boolean, timeoutMs = 5000) =>
  askShop({ method: 'GET', url: new URL(url), publicOnly, timeoutMs })

test('an address on this machine is never connected to, by IP address or by name', async () => {
  const double = await startDouble(() => ({ status: 200, body: {} }))
  const { port } = new URL(double.url)
  for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
    await expect(ask(`http://${host}:${port}/`, true), host).rejects.toMatchObject({ failure: 'not_public' })
  }
  expect(double.calls).toEqual([])
  expect(await ask(double.url, false)).toEqual({ status: 200, json: {} })
  await double.close()
})

test('a redirect is not followed', async () => {
  const double = await startDouble(() => ({ status: 302, headers: { location: '/inside' } }))
  expect(await ask(double.url, false)).toEqual({ status: 302, json: undefined })
  expect(double.calls.map((call) => call.url.pathname)).toEqual(['/'])
  await double.close()
})

test('a shop that is down, busy, silent, endless or missing is unreachable and worth another try', async () => {
  const endless = { status: 200, body: 'x'.repeat(3 * 1024 * 1024) }
  const double = await startDouble(({ url }) => {
    if (url.pathname === '/silent') return null
    return url.pathname === '/endless' ? endless : { status: Number(url.pathname.slice(1)) }
  })
  const unreachable = { failure: 'unreachable', isPassing: true }
  for (const path of ['/500', '/503', '/429', '/endless']) {
    await expect(ask(double.url + path, false), path).rejects.toMatchObject(unreachable)
  }
  await expect(ask(`${double.url}/silent`, false, 50)).rejects.toMatchObject(unreachable)
  await double.close()
  await expect(ask(double.url, false)).rejects.toMatchObject(unreachable)
})
