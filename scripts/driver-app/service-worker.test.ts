import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('../../web/driver/service-worker/service-worker.ts', import.meta.url), 'utf8')
const wasm = '/driver/assets/reader.wasm'

type Phone = { connection?: object; formats?: string[]; kept?: Record<string, string[]>; isOffline?: boolean }

/** Runs the service worker in a browser that is made of what it touches. */
function start({ connection, formats, kept = {}, isOffline = false }: Phone) {
  const stores = new Map(Object.entries(kept).map(([name, paths]) => [name, new Set(paths)]))
  const asked: string[] = []
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Set<string>()
    stores.set(name, store)
    return {
      match: async (path: string) => (store.has(path) ? path : undefined),
      put: async (path: string) => void store.add(path),
      addAll: async (paths: string[]) => {
        asked.push(...paths)
        if (isOffline) throw new TypeError('Failed to fetch')
        for (const path of paths) store.add(path)
      },
    }
  }
  const handlers = new Map<string, (event: object) => void>()
  let clock = 0
  const self = {
    location: { origin: 'https://karta.test' },
    navigator: { onLine: true, connection },
    clients: { claim: async () => undefined },
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    ...(formats && { BarcodeDetector: { getSupportedFormats: async () => formats } }),
  }
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (path: string) => ([...stores.values()].some((store) => store.has(path)) ? path : undefined),
  }
  const head = `const version = 'new'\nconst files = []\nconst later = ['${wasm}']\n`
  runInNewContext(head + stripTypeScriptTypes(source), {
    self,
    caches,
    URL,
    fetch: async () => ({ status: 200 }),
    performance: { now: () => clock },
  })
  const waits: Promise<unknown>[] = []
  return {
    asked,
    stores,
    pass: (ms: number) => (clock += ms),
    dispatch: async (name: string, event: object = {}) => {
      handlers.get(name)!({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work), respondWith: () => {} })
      await Promise.all(waits)
    },
  }
}

const request = { request: { method: 'GET', mode: 'cors', url: 'https://karta.test/v1/driver/day' } }

test('what reads codes is fetched in the background, once, so that the first scan works without a network', async () => {
  const phone = start({ formats: ['ean_13'] })
  await phone.dispatch('fetch', request)
  expect(phone.stores.get('karta-driver-new')).toEqual(new Set([wasm]))
  phone.pass(3_600_000)
  await phone.dispatch('fetch', request)
  expect(phone.asked).toEqual([wasm])
})

test.each([
  ['the phone saves data', { connection: { saveData: true } }],
  ['the network is slow', { connection: { effectiveType: '3g' } }],
  ['the browser reads our labels by itself', { formats: ['qr_code', 'code_128'] }],
])('what reads codes is not fetched if %s', async (_, how) => {
  const phone = start(how)
  await phone.dispatch('fetch', request)
  expect(phone.asked).toEqual([])
})

test('what could not be fetched is asked for again, but not at every call', async () => {
  const phone = start({ isOffline: true })
  for (let i = 0; i < 3; i++) await phone.dispatch('fetch', request)
  expect(phone.asked).toEqual([wasm])
  phone.pass(300_000)
  await phone.dispatch('fetch', request)
  expect(phone.asked).toEqual([wasm, wasm])
})

test('a new version of the app takes over what reads codes from the version before', async () => {
  const phone = start({ kept: { 'karta-driver-old': [wasm, '/driver/assets/app-old.js'] } })
  await phone.dispatch('activate')
  expect([...phone.stores]).toEqual([['karta-driver-new', new Set([wasm])]])
})
