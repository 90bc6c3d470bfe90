import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionFailures } from '#domain/connection-failures.ts'
import type { ShopMembers, ShopStanding } from './shop-members.ts'
import { ShopConnection } from './shop-connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const standing = (state: ShopStanding['state'], change: Partial<ShopStanding> = {}): ShopStanding => ({
  state,
  shop: null,
  failure: null,
  version: 1,
  ...change,
})

async function openPage(options: Parameters<typeof page>[0] = {}) {
  const made = page(options)
  await made.open()
  return made
}

function page({ search = '', members = {} as Partial<ShopMembers>, isMember = true } = {}) {
  const went: string[] = []
  const asked: string[] = []
  const all: ShopMembers = {
    read: async () => standing('open'),
    start: async (platform, shop) => `https://shop.test/approve?${platform}=${shop}`,
    confirm: async () => standing('checking'),
    disconnect: async () => {},
    sentenceOf: (error) => (error as Error).message,
    ...members,
  }
  let query = new URLSearchParams(search)
  const connection = new ShopConnection('woocommerce', {
    loadMembers: async () => {
      asked.push('members')
      return all
    },
    go: (url) => went.push(url),
    takeQuery: () => {
      const taken = query
      query = new URLSearchParams()
      return taken
    },
  })
  return { connection, open: () => connection.open(isMember), went, asked, state: () => connection.read().state }
}

test('a guest connects in exactly 1500 ms, without a call', async () => {
  const { connection, asked, went, state } = await openPage({ isMember: false })
  expect(state()).toBe('not connected')
  void connection.connect()
  expect(state()).toBe('connecting')
  vi.advanceTimersByTime(1499)
  expect(state()).toBe('connecting')
  vi.advanceTimersByTime(1)
  expect(connection.read()).toEqual({ state: 'connected', shop: null, error: null })
  expect([asked, went]).toEqual([[], []])
})

test('a guest’s connection is kept nowhere, and leaving the page ends it', async () => {
  const { connection, state } = await openPage({ isMember: false })
  void connection.connect()
  connection.close()
  vi.advanceTimersByTime(5000)
  expect(state()).toBe('connecting')
  await connection.open(false)
  expect(state()).toBe('not connected')
})

test('a second press while connecting does nothing', async () => {
  const { connection, went } = await openPage()
  await Promise.all([connection.connect('shop.test'), connection.connect('other.test')])
  expect(went).toEqual(['https://shop.test/approve?woocommerce=shop.test'])
})

test('a member goes to the shop, and a refusal is said', async () => {
  const { connection, state } = await openPage({ members: { start: () => Promise.reject(new Error('No such shop.')) } })
  await connection.connect('x')
  expect(connection.read()).toMatchObject({ state: 'not connected', error: 'No such shop.' })
  const good = await openPage()
  await good.connection.connect('shop.test')
  expect(good.state()).toBe('connecting')
  expect(state()).toBe('not connected')
})

test('back from the shop, the page waits for the check and then says connected', async () => {
  const reads = [standing('checking'), standing('connected', { shop: 'https://shop.test' })]
  const confirmed: string[] = []
  const { connection, state } = await openPage({
    search: 'connection=returned&attempt=abc',
    members: {
      confirm: async (_platform, attempt) => {
        confirmed.push(attempt)
        return standing('checking')
      },
      read: async () => reads.shift()!,
    },
  })
  expect(state()).toBe('connecting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(state()).toBe('connecting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(connection.read()).toEqual({ state: 'connected', shop: 'https://shop.test', error: null })
  expect(confirmed).toEqual(['abc'])
})

test('a check that fails says why', async () => {
  const failure = 'woocommerce_too_old'
  const { connection } = await openPage({
    search: 'connection=returned&attempt=abc',
    members: { read: async () => standing('open', { failure }) },
  })
  await vi.advanceTimersByTimeAsync(1000)
  expect(connection.read()).toMatchObject({ state: 'not connected', error: connectionFailures[failure] })
})

test.each([
  ['denied', connectionFailures.denied],
  ['<b>You won</b>', connectionFailures.expired],
  ['constructor', connectionFailures.expired],
  ['', connectionFailures.expired],
])('the reason "%s" in the address becomes a sentence of ours', async (reason, sentence) => {
  const query = new URLSearchParams({ connection: 'failed', reason })
  for (const isMember of [true, false]) {
    const { connection } = await openPage({ search: String(query), isMember })
    expect(connection.read()).toEqual({ state: 'not connected', shop: null, error: sentence })
  }
})

test('what the shop answered survives that the page learns only then that somebody is signed in', async () => {
  const denied = page({ search: 'connection=failed&reason=denied', isMember: false })
  await denied.connection.open(false)
  await denied.connection.open(true)
  expect(denied.connection.read()).toMatchObject({ state: 'not connected', error: connectionFailures.denied })
  const approved = page({
    search: 'connection=returned&attempt=abc',
    members: { confirm: async (_platform, attempt) => standing('connected', { shop: attempt }) },
  })
  await approved.connection.open(false)
  await approved.connection.open(true)
  expect(approved.connection.read()).toMatchObject({ state: 'connected', shop: 'abc' })
})

test('an attempt that was not finished leaves the button ready, without an old reproach', async () => {
  const { connection } = await openPage({ members: { read: async () => standing('open', { failure: 'denied' }) } })
  expect(connection.read()).toEqual({ state: 'not connected', shop: null, error: null })
})

test('a connected shop is shown again on the next visit, and can be disconnected', async () => {
  const { connection } = await openPage({ members: { read: async () => standing('connected', { shop: 'My shop' }) } })
  expect(connection.read()).toMatchObject({ state: 'connected', shop: 'My shop' })
  await connection.disconnect()
  expect(connection.read()).toMatchObject({ state: 'not connected', shop: null })
})
